/** Lessons and levels that a query finds. */
import type { LevelFacts } from '../../../wasm/src';
import type { LessonCard } from '../lessons/types';
import { levels } from '../levels/facts';
import { plain, says, termsOf } from './terms';

interface Taught {
	lessons: LessonCard[];
	levels: LevelFacts[];
}

export function taughtOf(path: readonly LessonCard[], query: string): Taught {
	const terms = termsOf(query);
	if (terms.length === 0) return { lessons: [], levels: [] };
	const found = (...texts: readonly string[]) => {
		const text = plain(texts.join(' '));
		return terms.every((term) => says(text, term));
	};
	const lessons = path.filter(({ slug, title, goal, words }) => found(slug, title, goal, words));
	const closing = new Set(lessons.flatMap((lesson) => lesson.levels.map(({ name }) => name)));
	return {
		lessons,
		levels: levels.filter(
			({ name, title, task, says: goals }) =>
				found(name, title, task, ...goals) || (closing.has(name) && terms.length === 1),
		),
	};
}
