import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { LockFacts, MachineView, StepRecord } from '../../../../wasm/src';
import { threadStyle } from '../identity';
import { useCalm } from '../useCalm';
import { type End, type Flight, flightOf } from './flight';
import styles from './flight.module.css';

const MS = 220;

interface FlightLayerProps {
	/** in it stand the threads and the words */
	stage: RefObject<HTMLElement | null>;
	lock: LockFacts;
	machine: MachineView;
	before: StepRecord | null;
	at: number;
	reducedMotion: boolean;
}

/** Where an end is on the screen: a word's own cell, the word in its node, or the thread's line. */
function elementOf(stage: HTMLElement, end: End, machine: MachineView): Element | null {
	if ('thread' in end) return stage.querySelector(`[data-thread="${end.thread}"]`);
	const cell = stage.querySelector(`[data-word="${end.word}"]`);
	if (cell) return cell;
	for (const { tid, words } of machine.nodes) {
		const word = words.find((w) => w.id === end.word);
		if (!word) continue;
		const node = stage.querySelector(`[data-layer="nodes"] > [data-tid="${tid}"]`);
		return node?.querySelector(`[data-key="${word.facts.name}"]`) ?? node ?? null;
	}
	return null;
}

const middle = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2];

/** Puts the value on its way; it ends where the page already shows it. */
function launch(chip: HTMLElement, flight: Flight, from: Element, to: Element): Animation | null {
	const [x = 0, y = 0] = middle(from.getBoundingClientRect());
	const [goalX = 0, goalY = 0] = middle(to.getBoundingClientRect());
	chip.replaceChildren(flight.text);
	if (flight.struck) {
		const was = document.createElement('del');
		was.textContent = flight.struck;
		chip.prepend(was, ' ');
	}
	for (const [name, value] of Object.entries(threadStyle(flight.tid))) {
		chip.style.setProperty(name, String(value));
	}
	const at = (left: number, top: number) =>
		`translate(${Math.round(left)}px, ${Math.round(top)}px) translate(-50%, -50%)`;
	return (
		chip.animate?.(
			[
				{ transform: at(x, y), opacity: 1 },
				{ transform: at(goalX, goalY), opacity: 1, offset: 0.85 },
				{ transform: at(goalX, goalY), opacity: 0 },
			],
			{ duration: MS, easing: 'ease-in-out' },
		) ?? null
	);
}

/** A value seen on its way between a thread and a word. One at a time: the next step ends it. */
export function FlightLayer(props: FlightLayerProps) {
	const { stage, lock, machine, before, at, reducedMotion } = props;
	const calm = useCalm(at) && !reducedMotion;
	const chip = useRef<HTMLDivElement>(null);
	const last = useRef(at);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it flies when the moment changes, and for nothing else
	useLayoutEffect(() => {
		const forward = at === last.current + 1;
		last.current = at;
		const flight =
			calm && forward && before ? flightOf(before, lock, machine.threads.length) : null;
		if (!flight || !chip.current || !stage.current) return;
		const from = elementOf(stage.current, flight.from, machine);
		const to = elementOf(stage.current, flight.to, machine);
		if (!from || !to) return;
		const animation = launch(chip.current, flight, from, to);
		return () => animation?.finish();
	}, [at]);
	return <div ref={chip} className={styles.chip} aria-hidden="true" data-testid="flight" />;
}
