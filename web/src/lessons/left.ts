/** Which lesson a part of the page is in, and where the reader was when it was left for the stepper. */
import { createContext } from 'react';
import { plainly } from '../store/plain';

/** its name in addresses; '': none */
export const LessonName = createContext('');

/** The address of a story or a moment, with the way back to the lesson. */
export const fromLesson = (address: string, lesson: string): string =>
	plainly(address) + (lesson && `&lesson=${lesson}`);

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
