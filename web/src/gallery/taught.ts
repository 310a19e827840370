/** Lessons and levels that a query finds, and why. */
import type { LevelFacts } from '../../../wasm/src';
import type { LessonCard } from '../lessons/types';
import { levels } from '../levels/facts';
import { FAR, nearness } from './near';
import { plain, says, termsOf } from './terms';
import { type Field, othersIn, type Why, whyOf } from './why';

interface Hit<T> {
	of: T;
	whys: readonly Why[];
	/** its title says what was asked for, or words like it */
	named: boolean;
	/** how near its title is */
	near: number;
}

interface Taught {
	lessons: Hit<LessonCard>[];
	levels: Hit<LevelFacts>[];
	/** they speak of it in no word, but close a lesson that does */
	beside: Hit<LevelFacts>[];
}

/** What is called so; what says the words themselves, before what says others for them. */
const inOrder = <T>(hits: Hit<T>[]): Hit<T>[] =>
	hits.sort(
		(a, b) =>
			Number(a.near === FAR) - Number(b.near === FAR) ||
			othersIn(a.whys) - othersIn(b.whys) ||
			Number(b.named) - Number(a.named) ||
			a.near - b.near,
	);

export function taughtOf(path: readonly LessonCard[], query: string): Taught {
	const terms = termsOf(query);
	if (terms.length === 0) return { lessons: [], levels: [], beside: [] };
	const hitsIn = <T>(all: readonly T[], fieldsOf: (one: T) => Field[]): Hit<T>[] =>
		all.flatMap((of) => {
			const fields = fieldsOf(of);
			const text = plain(fields.map((field) => field.text).join(' '));
			if (!terms.every((term) => says(text, term))) return [];
			const title = plain(fields[0]?.text ?? '');
			const named = terms.every((term) => says(title, term));
			const near = nearness(fields[0]?.text ?? '', query);
			return [{ of, whys: whyOf(query, fields), named, near }];
		});
	const lessons = hitsIn(path, ({ slug, title, goal, words, said }) => [
		{ where: '', text: title },
		{ where: '', text: goal },
		...said.map((text) => ({ where: '', text })),
		{ where: 'it is about', text: words },
		{ where: 'its name', text: slug },
	]);
	const closes = (name: string): string =>
		lessons.find(({ of }) => of.levels.some((level) => level.name === name))?.of.title ?? '';
	const own = hitsIn(levels, ({ name, title, task, says: goals }) => [
		{ where: '', text: title },
		{ where: '', text: task },
		{ where: 'its goal', text: goals.join('; ') },
		{ where: 'its name', text: name },
	]);
	const others =
		terms.length > 1
			? []
			: levels.filter((of) => closes(of.name) && !own.some((hit) => hit.of === of));
	const beside = others.map((of) => ({
		of,
		named: false,
		near: FAR,
		whys: [
			{
				where: 'it closes the lesson',
				found: { before: closes(of.name), said: '', after: '' },
				asked: '',
			},
		],
	}));
	return { lessons: inOrder(lessons), levels: inOrder(own), beside };
}
