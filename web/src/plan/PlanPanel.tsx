/** A talk of the reader's own: which stories, in which order, and its address. */
import { useLayoutEffect, useRef } from 'react';
import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { copy } from '../controls/clipboard';
import { CloseIcon, DownIcon, UpIcon } from '../controls/icons';
import { Sheet } from '../controls/Sheet';
import { talkHash } from '../store/listed';
import { useApp, useAppState } from '../store/react';
import { talkOf } from '../store/state';
import styles from './plan.module.css';
import { usePlanned } from './usePlanned';

/** Of the open story, where it can be part of a talk; else ''. */
function useOpenStory(): string {
	const app = useApp();
	return useAppState(({ doc }) => {
		if (!doc || doc.recording || doc.level) return '';
		return app.planned.isStory(doc.config.scenario) ? doc.config.scenario : '';
	});
}

/** What is open may be added: the story, and all of the talk that it was opened in. */
function Here({ core, planned }: { core: Core; planned: readonly string[] }) {
	const app = useApp();
	const name = useOpenStory();
	const list = useAppState((s) => s.view.list);
	const told = talkOf(list, name).filter((one) => app.planned.isStory(one));
	const missing = told.filter((one) => !planned.includes(one));
	if (name === '') return null;
	const has = planned.includes(name);
	return (
		<p className={styles.here}>
			<button
				type="button"
				className={`${buttons.button} ${has ? '' : buttons.primary}`}
				data-testid="plan-this"
				onClick={() => app.planned.toggle(name)}
			>
				{has ? 'Remove from my talk' : '+ Add to my talk'}: “{core.scenario(name)?.title}”
			</button>
			{missing.length > 1 && (
				<button
					type="button"
					className={buttons.button}
					data-testid="plan-all"
					onClick={() => app.planned.add(...told)}
				>
					+ Add the {told.length} stories of the talk in the address
				</button>
			)}
		</p>
	);
}

/** What was pressed, to be found again when the rows have changed places. */
interface Pressed {
	name: string;
	act: 'up' | 'down' | 'remove';
}

/** The focus stays with the story that was moved; behind one that was removed it goes to the next. */
function useFocusKept(planned: readonly string[]) {
	const rows = useRef<HTMLOListElement>(null);
	const pressed = useRef<Pressed | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: when the rows have changed
	useLayoutEffect(() => {
		const last = pressed.current;
		pressed.current = null;
		if (!last) return;
		const row = rows.current?.querySelector(`[data-story="${CSS.escape(last.name)}"]`);
		const button = (act: string) =>
			row?.querySelector<HTMLButtonElement>(`[data-act="${act}"]:not(:disabled)`);
		const other = last.act === 'up' ? 'down' : 'up';
		(button(last.act) ?? button(other) ?? button('remove'))?.focus();
	}, [planned]);
	return {
		rows,
		press: (next: Pressed) => {
			pressed.current = next;
		},
	};
}

const ACTS = {
	up: { label: 'Earlier', Icon: UpIcon },
	down: { label: 'Later', Icon: DownIcon },
	remove: { label: 'Remove', Icon: CloseIcon },
};

interface RowButtonProps extends Pick<Pressed, 'act'> {
	/** of the story */
	title: string;
	disabled?: boolean;
	onPress(): void;
}

function RowButton({ act, title, disabled, onPress }: RowButtonProps) {
	const { label, Icon } = ACTS[act];
	return (
		<button
			type="button"
			className={buttons.round}
			data-act={act}
			aria-label={`${label}: ${title}`}
			title={label}
			disabled={disabled}
			onClick={onPress}
		>
			<Icon />
		</button>
	);
}

function Rows({ core, planned }: { core: Core; planned: readonly string[] }) {
	const app = useApp();
	const { rows, press } = useFocusKept(planned);
	const move = (name: string, by: 1 | -1) => {
		press({ name, act: by < 0 ? 'up' : 'down' });
		app.planned.move(name, by);
	};
	const remove = (name: string, place: number) => {
		press({ name: planned[place + 1] ?? planned[place - 1] ?? '', act: 'remove' });
		app.planned.remove(name);
	};
	return (
		<ol className={styles.rows} ref={rows} data-testid="plan-list">
			{planned.map((name, place) => {
				const title = core.scenario(name)?.title ?? name;
				return (
					<li key={name} data-story={name}>
						<a href={`#/${name}`}>{title}</a>
						<RowButton
							act="up"
							title={title}
							disabled={place === 0}
							onPress={() => move(name, -1)}
						/>
						<RowButton
							act="down"
							title={title}
							disabled={place === planned.length - 1}
							onPress={() => move(name, 1)}
						/>
						<RowButton act="remove" title={title} onPress={() => remove(name, place)} />
					</li>
				);
			})}
		</ol>
	);
}

function Ways({ planned, prominent }: { planned: readonly string[]; prominent: boolean }) {
	const app = useApp();
	const hash = talkHash(planned);
	const copyAddress = async () => {
		const done = await copy(new URL(hash, window.location.href).href);
		app.page.say(done ? 'The address of your talk is copied.' : 'The browser refused to copy.');
	};
	return (
		<p className={styles.ways}>
			<a
				className={`${buttons.button} ${prominent ? buttons.primary : ''}`}
				href={hash}
				data-testid="plan-start"
				onClick={() => app.page.closePanel()}
			>
				Start in presenter view
			</a>
			<button
				type="button"
				className={buttons.button}
				data-testid="plan-copy"
				onClick={() => void copyAddress()}
			>
				Copy its address
			</button>
		</p>
	);
}

export function PlanPanel() {
	const core = useAppState((s) => s.core);
	const inGallery = useAppState((s) => s.route.kind === 'gallery');
	const planned = usePlanned();
	if (!core) return null;
	return (
		<Sheet title="My talk" testid="plan-panel" low={inGallery}>
			<Here core={core} planned={planned} />
			{planned.length > 0 ? (
				<>
					<Rows core={core} planned={planned} />
					<Ways planned={planned} prominent={inGallery} />
				</>
			) : (
				<p>
					No story yet.{' '}
					{inGallery
						? 'Unfold a lock: each of its stories has a button that adds it.'
						: 'Stories are added here, or in the gallery, where each has a button while this panel is open.'}
				</p>
			)}
			<p className="muted">
				Kept in this browser; whoever has the address has the talk.{' '}
				<a href="#/docs/presenting">Before a room</a>: the clicker, a speaker’s notes, a file that
				needs no network.
			</p>
		</Sheet>
	);
}
