/** Lessons and levels that a query finds, and why. */
import type { LevelFacts } from '../../../wasm/src';
import type { LessonCard } from '../lessons/types';
import { levels } from '../levels/facts';
import { plain, says, termsOf } from './terms';
import { type Field, othersIn, type Why, whyOf } from './why';

interface Hit<T> {
	of: T;
	whys: readonly Why[];
	/** its title says what was asked for */
	named: boolean;
}

interface Taught {
	lessons: Hit<LessonCard>[];
	levels: Hit<LevelFacts>[];
	/** they speak of it in no word, but close a lesson that does */
	beside: Hit<LevelFacts>[];
}

/** What says the words themselves, before what says others for them; of these, what is called so. */
const inOrder = <T>(hits: Hit<T>[]): Hit<T>[] =>
	hits.sort((a, b) => othersIn(a.whys) - othersIn(b.whys) || Number(b.named) - Number(a.named));

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
			return [{ of, whys: whyOf(query, fields), named }];
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
