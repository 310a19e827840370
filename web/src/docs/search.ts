/** Which documents, and which places in them, have all the words of a query. */
import { plain, says, type Term, termsOf } from '../gallery/terms';
import type { DocCard, DocPlace, DocText } from './types';

interface Found extends DocCard {
	/** headings that the words stand in or under; without a query none */
	shown: readonly DocPlace[];
}

/** Shorter, it would stand in the middle of too many words. */
const SHORTEST_INSIDE = 4;

/** In the plain text of a part: a short word only where a word begins, and a very short one only whole. */
function stands(text: string, { forms }: Term): boolean {
	return forms.some((form) => {
		for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
			if (form.length >= SHORTEST_INSIDE) return true;
			const begins = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ');
			const ends = !/[\p{L}\p{N}]/u.test(text[at + form.length] ?? ' ');
			if (begins && (ends || form.length > 2)) return true;
		}
		return false;
	});
}

/** Of one document, the parts that say all of it; null: not even all parts together do. */
function saidIn({ parts }: DocText, terms: readonly Term[]): Set<string> | null {
	const plains = parts.map(({ id, text }) => ({ id, text: plain(text) }));
	const ids = plains.filter(({ text }) => terms.every((term) => stands(text, term)));
	const all = terms.every((term) => plains.some(({ text }) => stands(text, term)));
	return all ? new Set(ids.map(({ id }) => id)) : null;
}

/** Headings alone, until the texts are there; then also what stands under them, behind what the headings say. */
export function findDocs(
	cards: readonly DocCard[],
	query: string,
	texts: readonly DocText[] = [],
): Found[] {
	const terms = termsOf(query);
	if (terms.length === 0) return cards.map((card) => ({ ...card, shown: [] }));
	const has = (text: string) => {
		const said = plain(text);
		return terms.every((term) => says(said, term));
	};
	const textOf = new Map(texts.map((text) => [text.name, text]));
	const titled: Found[] = [];
	const said: Found[] = [];
	for (const card of cards) {
		const own = has(`${card.title} ${card.about} ${card.name}`);
		const titles = card.places.filter(({ title }) => has(`${title} ${card.title}`));
		const text = textOf.get(card.name);
		const parts = text ? saidIn(text, terms) : null;
		const under = card.places.filter((place) => !titles.includes(place) && parts?.has(place.id));
		const named = own && titles.length === card.places.length ? [] : titles;
		if (own || titles.length > 0) titled.push({ ...card, shown: [...named, ...under] });
		else if (parts) said.push({ ...card, shown: under });
	}
	return [...titled, ...said];
}

/** For whoever stands before a room: what is to be said there, how the page is shown, and how it comes into slides. */
const TEACHING = [
	'teaching-talk',
	'teaching-lecture-45',
	'teaching-lecture',
	'presenting',
	'embedding',
];

export const ofTeaching = <T extends DocCard>(cards: readonly T[]): T[] =>
	TEACHING.flatMap((name) => cards.filter((card) => card.name === name));

/** Those of the locks are pages of the locks; what a reader begins with stands first. */
export function grouped<T extends DocCard>(cards: readonly T[]): { title: string; of: T[] }[] {
	const FIRST = [
		'reading',
		'findings',
		'validation',
		'checking',
		'searches',
		'not-here',
		'licence',
	];
	const place = ({ name }: DocCard) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
	const locks = cards.filter(({ name }) => name.startsWith('locks/'));
	const others = cards.filter(({ name }) => !TEACHING.includes(name) && !name.startsWith('locks/'));
	return [
		{
			title: 'What is claimed, and why',
			of: others.filter(({ name }) => FIRST.includes(name)).sort((a, b) => place(a) - place(b)),
		},
		{ title: 'Teaching and talks', of: ofTeaching(cards) },
		{ title: 'The locks, one page each', of: locks },
		{ title: 'How it is made', of: others.filter(({ name }) => !FIRST.includes(name)) },
	].filter(({ of }) => of.length > 0);
}
