/** Which lesson a part of the page is in, and how the reader left it for the stepper. */
import { createContext } from 'react';
import type { App } from '../store/app';
import { plainly, withLesson } from '../store/plain';
import type { FigureData, GrowthData } from './types';

/** its name in addresses; '': none */
export const LessonName = createContext('');

/** The address of a story or a moment, with the way back to the lesson. */
export const fromLesson = (address: string, lesson: string): string =>
	withLesson(plainly(address), lesson);

let left = { lesson: '', y: 0 };

export function leaveLesson(lesson: string): void {
	left = { lesson, y: window.scrollY };
}

/** How far down it was left; told once. */
export function placeIn(lesson: string): number {
	const y = left.lesson === lesson ? left.y : 0;
	if (y > 0) left = { lesson: '', y: 0 };
	return y;
}

interface Kept {
	lesson: string;
	/** where each figure stands */
	figures: Map<FigureData, App>;
	/** which choices of a question were taken, by its name */
	taken: Map<string, readonly number[]>;
	/** what was guessed before a growth was shown; null: nothing */
	guesses: Map<GrowthData, number | null>;
}

const nothingOf = (lesson: string): Kept => ({
	lesson,
	figures: new Map(),
	taken: new Map(),
	guesses: new Map(),
});

let kept = nothingOf('');

/** What a reader has done in a lesson since it was opened; of the last one only, until the page is left. */
export function keptOf(lesson: string): Kept {
	if (kept.lesson !== lesson) kept = nothingOf(lesson);
	return kept;
}

const listeners = new Set<() => void>();

/** A figure is there: who shows it before a room hears of it. */
export function keepFigure(lesson: string, figure: FigureData, app: App): void {
	keptOf(lesson).figures.set(figure, app);
	for (const listener of [...listeners]) listener();
}

export function whenKept(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function forgetKept(): void {
	kept = nothingOf('');
}
