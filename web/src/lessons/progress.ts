/** Which questions of which lessons have been answered. Kept in this browser; without a store, until the page is left. */
import { useSyncExternalStore } from 'react';
import { keep, LESSONS, readKept } from '../store/kept';
import type { Lesson, LessonCard } from './types';

/** Before the name of a question whose answer was asked for, beside the name itself. */
const SHOWN = '?';

/** Names of answered questions, by the name of the lesson. */
export type Progress = Readonly<Record<string, readonly string[]>>;

function isProgress(value: unknown): value is Progress {
	return (
		typeof value === 'object' &&
		value !== null &&
		Object.values(value).every(
			(ids) => Array.isArray(ids) && ids.every((i) => typeof i === 'string'),
		)
	);
}

let progress: Progress | null = null;
const listeners = new Set<() => void>();

function current(): Progress {
	if (!progress) {
		const kept = readKept(LESSONS);
		progress = isProgress(kept) ? kept : {};
	}
	return progress;
}

function set(next: Progress): void {
	progress = next;
	keep(LESSONS, next);
	for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const useProgress = (): Progress => useSyncExternalStore(subscribe, current);

export const readProgress = (): Progress => current();

function add(slug: string, ...ids: string[]): void {
	/* the lesson that was read last stands last */
	const { [slug]: answered = [], ...others } = current();
	set({ ...others, [slug]: [...answered, ...ids] });
}

const isOpen = (slug: string, id: string) => !isAnswered(current(), slug, id);

export function markAnswered(slug: string, id: string): void {
	if (isOpen(slug, id)) add(slug, id);
}

/** The reader was not sure, and has seen the answer. */
export function markShown(slug: string, id: string): void {
	if (isOpen(slug, id)) add(slug, id, `${SHOWN}${id}`);
}

export const forgetAll = (): void => set({});

export const isAnswered = (all: Progress, slug: string, id: string): boolean =>
	all[slug]?.includes(id) ?? false;

export function answeredOf(all: Progress, { slug, asks }: LessonCard): number {
	return asks.filter((id) => isAnswered(all, slug, id)).length;
}

/** Of those, how many were not answered but shown. */
export const shownOf = (all: Progress, { slug, asks }: LessonCard): number =>
	asks.filter((id) => isAnswered(all, slug, `${SHOWN}${id}`)).length;

/** How many questions of a lesson are open. */
export const openAsks = (all: Progress, { slug, blocks }: Lesson): number =>
	blocks.filter((block) => block.kind === 'ask' && !isAnswered(all, slug, block.id)).length;

/** Whether anything has been answered. */
export const hasBegun = (all: Progress): boolean => Object.keys(all).length > 0;

/** Where a reader goes on: in the lesson of the last answer or behind it, where all is done there in the first that is not done. */
export function nextOf(all: Progress, path: readonly LessonCard[]): LessonCard | undefined {
	const last = Object.keys(all).at(-1);
	const from = Math.max(
		0,
		path.findIndex(({ slug }) => slug === last),
	);
	return [...path.slice(from), ...path].find((card) => !isDone(all, card));
}

export const isDone = (all: Progress, card: LessonCard): boolean =>
	answeredOf(all, card) === card.asks.length;
