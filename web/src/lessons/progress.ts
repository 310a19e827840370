/** Which questions of which lessons have been answered. Kept in this browser; without a store, until the page is left. */
import { useSyncExternalStore } from 'react';
import type { LessonCard } from './types';

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

/** Storage may be forbidden, full, or hold what another page wrote. */
function kept(): Progress {
	try {
		const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}');
		return isProgress(value) ? value : {};
	} catch {
		return {};
	}
}

let progress: Progress | null = null;
const listeners = new Set<() => void>();

function current(): Progress {
	progress ??= kept();
	return progress;
}

function set(next: Progress): void {
	progress = next;
	try {
		window.localStorage.setItem(KEY, JSON.stringify(next));
	} catch {
		/* kept until the page is left */
	}
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

export const isDone = (all: Progress, card: LessonCard): boolean =>
	answeredOf(all, card) === card.asks.length;
