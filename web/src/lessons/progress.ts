/** Which questions of which lessons have been answered. Kept in this browser; without a store, until the page is left. */
import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../store/kept';
import type { Lesson, LessonCard } from './types';

const KEY = 'lockstep.lessons';

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
		const kept = readKept(KEY);
		progress = isProgress(kept) ? kept : {};
	}
	return progress;
}

function set(next: Progress): void {
	progress = next;
	keep(KEY, next);
	for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const useProgress = (): Progress => useSyncExternalStore(subscribe, current);

export function markAnswered(slug: string, id: string): void {
	const answered = current()[slug] ?? [];
	if (!answered.includes(id)) set({ ...current(), [slug]: [...answered, id] });
}

export const forgetAll = (): void => set({});

export const isAnswered = (all: Progress, slug: string, id: string): boolean =>
	all[slug]?.includes(id) ?? false;

export function answeredOf(all: Progress, { slug, asks }: LessonCard): number {
	return asks.filter((id) => isAnswered(all, slug, id)).length;
}

/** How many questions of a lesson are open. */
export const openAsks = (all: Progress, { slug, blocks }: Lesson): number =>
	blocks.filter((block) => block.kind === 'ask' && !isAnswered(all, slug, block.id)).length;

export const isDone = (all: Progress, card: LessonCard): boolean =>
	answeredOf(all, card) === card.asks.length;
