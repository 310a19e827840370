import { type RefObject, useRef } from 'react';
import type { LockFacts, MachineView, StepRecord } from '../../../../wasm/src';
import { threadStyle } from '../identity';
import { useMotion } from '../useMotion';
import { signApart } from '../value';
import { type End, type Flight, flightOf } from './flight';
import styles from './flight.module.css';

const MS = 220;
const STAGES_MS = 250; /* of two stages together */

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

const within = (at: number, from: number, to: number) => Math.max(from, Math.min(to, at));

/** Of a thread's row the end, where nothing is written: on its middle the chip would cover what is said there. */
export const middleOf = (
	{ left, right, width }: Pick<DOMRect, 'left' | 'right' | 'width'>,
	isRow: boolean,
	chip: number,
): number => (isRow ? Math.max(left + chip / 2, right - chip / 2 - EDGE) : left + width / 2);

const EDGE = 8;

/** Above a word, which stays to be read; a row has its middle free. */
export const heightOf = (
	{ top, height }: Pick<DOMRect, 'top' | 'height'>,
	isRow: boolean,
	chip: number,
): number => (isRow ? top + height / 2 : top - chip / 2);

/** Whole within its room: at an edge that cuts what is behind it half of it would be cut, too. */
export const wholeWithin = (at: number, from: number, to: number, chip: number): number =>
	within(at, from + chip / 2, to - chip / 2);

/** Where it is seen beside the element; of what is scrolled out of sight, the edge behind which it lies. */
function placeOf(element: Element, chip: HTMLElement): [x: number, y: number] {
	const box = element.getBoundingClientRect();
	const isRow = element.matches('[data-thread]');
	let x = middleOf(box, isRow, chip.offsetWidth);
	let y = heightOf(box, isRow, chip.offsetHeight);
	for (let room = element.parentElement; room; room = room.parentElement) {
		if (getComputedStyle(room).overflowY === 'visible') continue;
		const { left, right, top, bottom } = room.getBoundingClientRect();
		x = wholeWithin(x, left, right, chip.offsetWidth);
		y = wholeWithin(y, top, bottom, chip.offsetHeight);
	}
	return [x, y];
}

const REST = 0.85; /* of its time it is on its way, then it goes out where the page already shows it */

function keyframes(stops: readonly Element[], chip: HTMLElement): Keyframe[] {
	const places = stops.map((stop) => {
		const [x, y] = placeOf(stop, chip);
		return `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`;
	});
	return [
		...places.map((transform, i) => ({
			transform,
			opacity: 1,
			offset: (REST * i) / (places.length - 1),
			easing: 'ease-in-out',
		})),
		{ transform: places.at(-1) ?? '', opacity: 0 },
	];
}

/** Puts the value on its way. */
function launch(chip: HTMLElement, flight: Flight, stops: readonly Element[]): Animation | null {
	chip.replaceChildren(flight.text);
	if (flight.struck) {
		const was = document.createElement('del');
		const [sign, digits] = signApart(flight.struck);
		was.append(sign, Object.assign(document.createElement('span'), { textContent: digits }));
		chip.prepend(was, ' ');
	}
	for (const [name, value] of Object.entries(threadStyle(flight.tid))) {
		chip.style.setProperty(name, String(value));
	}
	const duration = stops.length > 2 ? STAGES_MS : MS;
	return chip.animate?.(keyframes(stops, chip), { duration }) ?? null;
}

/** A value seen on its way between a thread and a word. One at a time: the next step ends it. */
export function FlightLayer({ stage, lock, machine, before, at, reducedMotion }: FlightLayerProps) {
	const chip = useRef<HTMLDivElement>(null);
	useMotion(at, reducedMotion, () => {
		const flight = before ? flightOf(before, lock, machine.threads.length) : null;
		const [room, element] = [stage.current, chip.current];
		if (!flight || !room || !element) return [];
		const stops = flight.way.map((end) => elementOf(room, end, machine));
		const seen = stops.filter((stop) => stop !== null);
		return seen.length === stops.length ? [launch(element, flight, seen)] : [];
	});
	return <div ref={chip} className={styles.chip} aria-hidden="true" data-testid="flight" />;
}
