/** How near what something is called comes to what is asked for: before any text, a title that says the word itself. */
import { plain, stemOf, tellingOf, wordsOf } from './terms';

/** of a title that says nothing of it */
export const FAR = 2;

/** A fault and a finding are called so before their name. */
const bare = (title: string): string => title.replace(/^(?:Fault|Finding): /, '');

/** Forms of one word are one. */
const words = (text: string): string[] => wordsOf(plain(text)).map(stemOf);

/** 0: it is called just so; up to 1: the smaller its share of the title, the farther; FAR: it is not in the title. */
export function nearness(title: string, query: string): number {
	const asked = tellingOf(wordsOf(plain(query))).map(stemOf);
	const own = words(bare(title));
	if (asked.length === 0 || !asked.every((word) => own.includes(word))) return FAR;
	const telling = tellingOf(wordsOf(plain(bare(title)))).map(stemOf);
	if (telling.join(' ') === asked.join(' ')) return 0;
	return 1 - asked.length / (own.length + 1);
}

export const isNamed = (title: string, query: string): boolean => nearness(title, query) < FAR;
