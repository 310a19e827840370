/** Which documents, and which places in them, have all the words of a query. */
import { plain, says, termsOf } from '../gallery/terms';
import type { DocCard, DocPlace } from './types';

interface Found extends DocCard {
	/** headings that the words stand in; without a query none */
	shown: readonly DocPlace[];
}

export function findDocs(cards: readonly DocCard[], query: string): Found[] {
	const terms = termsOf(query);
	if (terms.length === 0) return cards.map((card) => ({ ...card, shown: [] }));
	const has = (text: string) => {
		const said = plain(text);
		return terms.every((term) => says(said, term));
	};
	return cards.flatMap((card) => {
		const shown = card.places.filter(({ title }) => has(`${title} ${card.title}`));
		const own = has(`${card.title} ${card.about} ${card.name}`);
		if (!own && shown.length === 0) return [];
		return [{ ...card, shown: own && shown.length === card.places.length ? [] : shown }];
	});
}

/** For whoever stands before a room: what is to be said there, how the page is shown, and how it comes into slides. */
const TEACHING = ['teaching-talk', 'teaching-lecture', 'presenting', 'embedding'];

export const ofTeaching = <T extends DocCard>(cards: readonly T[]): T[] =>
	TEACHING.flatMap((name) => cards.filter((card) => card.name === name));

/** Those of the locks are pages of the locks; what a reader begins with stands first. */
export function grouped<T extends DocCard>(cards: readonly T[]): { title: string; of: T[] }[] {
	const FIRST = ['reading', 'findings', 'validation', 'checking', 'searches'];
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
