/** Pointing without a laser: a ring on a part of the picture, seen by the room and named to the speaker. */
import { type RefObject, useEffect, useRef } from 'react';
import { useApp, useAppState } from '../store/react';
import { mapOf, partAt, partOnMap, partsIn, placeOf } from './parts';
import styles from './pointing.module.css';

interface PointingProps {
	room: RefObject<HTMLElement | null>;
}

const AROUND = 6; /* pixels between a part and its ring */
const RIM = 2; /* pixels of the ring's own rim, which are outside its box */
const AT_REST = 8; /* frames without a move */

/** Shift with a click: nothing is pressed by it. */
function useShiftClick({ room }: PointingProps): void {
	const app = useApp();
	useEffect(() => {
		const root = room.current;
		if (!root) return;
		const onEvent = (event: Event) => {
			const { doc } = app;
			if (!(event instanceof MouseEvent) || !event.shiftKey || event.button !== 0 || !doc) return;
			const target = event.target instanceof Element ? event.target : null;
			/* what fills the window hides the picture behind it */
			if (target?.closest('dialog')) return;
			const part = target && partAt(target, event.clientY, root, doc.moment.machine);
			if (!part) return;
			event.preventDefault();
			event.stopPropagation();
			if (event.type === 'click') app.page.toggleRing(part);
		};
		const types = ['pointerdown', 'mousedown', 'click'];
		for (const type of types) root.addEventListener(type, onEvent, { capture: true });
		return () => {
			for (const type of types) root.removeEventListener(type, onEvent, { capture: true });
		};
	}, [app, room]);
}

/** The page's keys ask for a ring; only here is it known where the parts are. */
function useAsked({ room }: PointingProps): void {
	const app = useApp();
	const asked = useAppState((s) => s.ringAsked);
	const height = useRef(Number.NaN);
	useEffect(() => {
		const root = room.current;
		const onMove = (event: PointerEvent) => {
			height.current = event.clientY;
		};
		root?.addEventListener('pointermove', onMove, { passive: true });
		return () => root?.removeEventListener('pointermove', onMove);
	}, [room]);
	useEffect(() => {
		const { doc } = app;
		const root = room.current;
		if (!asked || !root || !doc) return;
		app.store.set({ ringAsked: null });
		const { machine } = doc.moment;
		const { ring } = app.state;
		if (asked === 'here') {
			const under = [...root.querySelectorAll(':hover')].at(-1);
			const focused = root.contains(document.activeElement) ? document.activeElement : null;
			const part =
				(under && partAt(under, height.current, root, machine)) ??
				(focused && partAt(focused, Number.NaN, root, machine)) ??
				ring ??
				partsIn(root, machine)[0];
			if (part) app.page.toggleRing(part);
			return;
		}
		if (typeof asked === 'object') {
			const part = partOnMap(asked, root, machine);
			if (part) app.page.toggleRing(part);
			return;
		}
		const all = partsIn(root, machine);
		const at = all.findIndex((part) => part.id === ring?.id);
		const by = asked === 'next' ? 1 : -1;
		const to = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
		app.page.setRing(all[to] ?? null);
	}, [app, asked, room]);
}

export function Pointing({ room }: PointingProps) {
	const app = useApp();
	const ring = useAppState((s) => s.ring);
	const element = useRef<HTMLDivElement>(null);
	useShiftClick({ room });
	useAsked({ room });
	useEffect(() => () => app.page.setRing(null), [app]);
	const id = ring?.id;
	useEffect(() => {
		if (!id) return;
		let frame = 0;
		let [place, still] = ['', 0];
		/* the notes window hears where it is, once it is at rest */
		const tell = (box: DOMRect | null) => {
			const now = box ? [box.left, box.top, box.width, box.height, innerHeight].join() : '';
			still = now === place ? still + 1 : 0;
			place = now;
			if (still === AT_REST && room.current) app.store.set({ ringMap: mapOf(id, room.current) });
		};
		/* what it is on may move, be scrolled, or be drawn in another size */
		const follow = () => {
			const box = room.current && placeOf(id, room.current);
			tell(box ?? null);
			const { style } = element.current ?? {};
			if (style) {
				style.visibility = box ? 'visible' : 'hidden';
				if (box) {
					/* all of it stays in the window with its rim, also round what touches its edge */
					const left = Math.max(RIM, box.left - AROUND);
					const top = Math.max(RIM, box.top - AROUND);
					style.left = `${left}px`;
					style.top = `${top}px`;
					style.width = `${Math.min(innerWidth - RIM, box.right + AROUND) - left}px`;
					style.height = `${Math.min(innerHeight - RIM, box.bottom + AROUND) - top}px`;
				}
			}
			frame = requestAnimationFrame(follow);
		};
		follow();
		return () => cancelAnimationFrame(frame);
	}, [app, id, room]);
	return (
		<>
			{ring && <div ref={element} className={styles.ring} data-testid="ring" aria-hidden="true" />}
			<p className="visually-hidden" role="status">
				{ring && `The ring is on ${ring.name}.`}
			</p>
		</>
	);
}
