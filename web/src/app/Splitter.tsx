import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useApp, useAppState } from '../store/react';
import { BOUNDS, type Part } from '../store/split';
import styles from './splitter.module.css';

const STEP = 2;

interface Way {
	label: string;
	/** it moves sideways */
	sideways: boolean;
	/** what the part is a share of */
	of: string;
	/** the part itself, to see how large it is while nothing was moved */
	own: string;
	/** the part is before the border */
	before: boolean;
}

const WAYS: Readonly<Record<Part, Way>> = {
	text: {
		...{ label: 'Between code and memory', sideways: true, before: true },
		...{ of: 'main', own: 'main > :has(> [data-region="source"])' },
	},
	time: {
		...{ label: 'Between the panes and the timeline', sideways: false, before: false },
		...{ of: '[data-fills-window]', own: '[aria-label="Timeline"]' },
	},
	threads: {
		...{ label: 'Between the threads and the code', sideways: false, before: true },
		...{ of: 'main > :has(> [data-region="source"])', own: '[data-region="actors"]' },
	},
};

function sizesOf({ of, own, sideways }: Way): { whole: DOMRect; share: number } | null {
	const whole = document.querySelector(of)?.getBoundingClientRect();
	const part = document.querySelector(own)?.getBoundingClientRect();
	if (!whole || !part || whole.width === 0 || whole.height === 0) return null;
	const share = sideways ? part.width / whole.width : part.height / whole.height;
	return { whole, share: Math.round(share * 100) };
}

const TOWARDS: Readonly<Record<string, number>> = {
	ArrowRight: STEP,
	ArrowDown: STEP,
	ArrowLeft: -STEP,
	ArrowUp: -STEP,
};

/** A border that can be moved: by pointer, finger or keys. A double click, or Enter, puts it back. */
export function Splitter({ part }: { part: Part }) {
	const app = useApp();
	const chosen = useAppState((s) => s.view.split[part]);
	const way = WAYS[part];
	const [seen, setSeen] = useState(0);
	const dragged = useRef(false);
	const { least, most } = BOUNDS[part];
	const set = (percent: number) => app.page.setSplit(part, percent);
	/* it is looked for only when it is wanted: a look at what is laid out costs */
	const look = () => setSeen(sizesOf(way)?.share ?? 0);
	const now = chosen || Math.min(most, Math.max(least, seen));

	const follow = (event: PointerEvent) => {
		const whole = dragged.current && sizesOf(way)?.whole;
		if (!whole) return;
		const { left, top, width, height } = whole;
		const share = way.sideways ? (event.clientX - left) / width : (event.clientY - top) / height;
		set((way.before ? share : 1 - share) * 100);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const by = TOWARDS[event.key];
		const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
		if (by !== undefined && sideways === way.sideways)
			set((chosen || (sizesOf(way)?.share ?? 0)) + (way.before ? by : -by));
		else if (event.key === 'Home') set(least);
		else if (event.key === 'End') set(most);
		else if (event.key === 'Enter') set(0);
		else return;
		event.preventDefault();
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
		<div
			className={styles.splitter}
			role="separator"
			tabIndex={0}
			aria-label={way.label}
			aria-orientation={way.sideways ? 'vertical' : 'horizontal'}
			aria-valuemin={least}
			aria-valuemax={most}
			aria-valuenow={now}
			aria-valuetext={chosen ? `${chosen} %` : 'as the page has it'}
			title={`${way.label}: drag, or arrow keys; a double click puts it back`}
			data-part={part}
			data-testid={`splitter-${part}`}
			onFocus={look}
			onKeyDown={onKeyDown}
			onDoubleClick={() => set(0)}
			onPointerDown={(event) => {
				if (event.button !== 0) return;
				event.currentTarget.setPointerCapture?.(event.pointerId);
				dragged.current = true;
			}}
			onPointerMove={follow}
			onPointerUp={() => {
				dragged.current = false;
			}}
			onPointerCancel={() => {
				dragged.current = false;
			}}
		/>
	);
}
