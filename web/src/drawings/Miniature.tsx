/** A scenario in small: its own story, played in a loop, with the lock's word and queue below. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Core, LockFacts, MachineView, ScenarioFacts, Session } from '../../../wasm/src';
import { hex } from '../../../wasm/src/format';
import { Badge } from './Badge';
import { MiniLanes } from './miniature/MiniLanes';
import styles from './miniature/miniature.module.css';
import type { MiniatureProps } from './props';
import { ownerOf } from './queue/order';
import { useSize } from './useSize';

export function Miniature({ core, scenario, playing }: MiniatureProps) {
	const [ref, width] = useSize<HTMLDivElement>();
	const inSight = useInSight(ref);
	const session = useStory(core, scenario, inSight);
	const at = useLoop(inSight, session?.length ?? 0, playing);
	const lock = core.facts.locks.find((l) => l.id === scenario.lock);
	if (!session || !lock) return <div className={styles.miniature} ref={ref} />;
	const machine = session.machine(at);
	return (
		<div className={styles.miniature} ref={ref} aria-hidden="true">
			{width > 0 && <MiniLanes session={session} at={at} width={width} />}
			<Caption machine={machine} lock={lock} />
		</div>
	);
}

/** The module of the lock comes with the first picture of it that is seen. */
function useModule(core: Core, lock: number, inSight: boolean): boolean {
	const [there, setThere] = useState(core.has(lock));
	useEffect(() => {
		let wanted = true;
		const come = () => wanted && setThere(true);
		/* without it, the card still names the scenario and opens it */
		if (!there && inSight) core.load(lock).then(come, () => {});
		return () => {
			wanted = false;
		};
	}, [core, lock, there, inSight]);
	return there;
}

function useStory(core: Core, scenario: ScenarioFacts, inSight: boolean): Session | null {
	const there = useModule(core, scenario.lock, inSight);
	return useMemo(() => {
		if (!there) return null;
		try {
			const session = core.session(core.configOf(scenario.name));
			session.load(scenario.story);
			return session;
		} catch {
			return null; /* the card still names the scenario and opens it */
		}
	}, [core, scenario, there]);
}

const LOOP = 11_000; /* ms that a whole story aims to take */
const STEP = { least: 160, most: 700 };
const REST = 1800; /* ms at the end, before it starts again */

/** The moment to show: runs only while playing and in sight, and else stands two thirds through. */
function useLoop(inSight: boolean, length: number, playing: boolean): number {
	const [at, setAt] = useState(Math.ceil((length * 2) / 3));
	const now = useRef(at);
	useEffect(() => {
		if (!playing || !inSight || length === 0) return;
		const step = Math.max(STEP.least, Math.min(STEP.most, LOOP / length));
		let timer: ReturnType<typeof setTimeout>;
		const next = () => {
			now.current = now.current >= length ? 0 : now.current + 1;
			setAt(now.current);
			timer = setTimeout(next, now.current >= length ? REST : step);
		};
		timer = setTimeout(next, step);
		return () => clearTimeout(timer);
	}, [playing, inSight, length]);
	return Math.min(at, length);
}

function useInSight(ref: RefObject<HTMLElement | null>): boolean {
	const [inSight, setInSight] = useState(false);
	useEffect(() => {
		const element = ref.current;
		if (!element || typeof IntersectionObserver === 'undefined') return;
		const observer = new IntersectionObserver(([entry]) =>
			setInSight(entry?.isIntersecting ?? false),
		);
		observer.observe(element);
		return () => observer.disconnect();
	}, [ref]);
	return inSight;
}

function Caption({ machine, lock }: { machine: MachineView; lock: LockFacts }) {
	const word = machine.words[0];
	const list = machine.words.find((w) => w.facts.kind === 'list');
	if (!word) return null;
	const { kind } = word.facts;
	const tid = kind === 'tid' || kind === 'node' ? word.value : ownerOf(word);
	const known = tid > 0 && tid <= machine.threads.length && kind !== 'signed' && kind !== 'count';
	return (
		<div className={styles.caption}>
			<span className={styles.word}>{word.name}</span>
			{known && (word.facts.fields.length > 0 || kind !== 'bits') && <Badge tid={tid} size={18} />}
			{kind === 'bits' && <code>{hex(word.value)}</code>}
			{kind === 'signed' && <code>{word.value | 0}</code>}
			{!known && kind !== 'bits' && kind !== 'signed' && <code>NULL</code>}
			{list && (
				<span className={styles.list}>
					<span className={styles.word}>{list.name}</span>
					{list.list.length === 0 && <code>empty</code>}
					{list.list.map((t) => (
						<Badge key={t} tid={t} size={18} quiet />
					))}
				</span>
			)}
			{!list && lock.queues.length > 0 && (
				<span className={styles.list}>
					{machine.threads
						.filter((t) => t.holds !== 'nothing')
						.map((t) => (
							<span key={t.tid}>
								<Badge tid={t.tid} size={18} /> holds
							</span>
						))}
				</span>
			)}
		</div>
	);
}
