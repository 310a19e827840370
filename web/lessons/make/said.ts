/** Where a lesson says the words by which it is found: a search shows these sentences. */
import { around, termsOf } from '../../src/gallery/terms';
import { plainText } from '../../src/lessons/plain';
import type { Block } from '../../src/lessons/types';

function textsOf(block: Block): string[] {
	switch (block.kind) {
		case 'text':
		case 'keep':
			return [plainText(block.text)];
		case 'list':
			return block.items.map(plainText);
		case 'but':
			return block.blocks.flatMap(textsOf);
		default:
			return [];
	}
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!])\s+(?=[A-Z“])/);

/** `words`: between commas. Of each word the first sentence that has it; words that stand nowhere have none. */
export function saidOf(blocks: readonly Block[], words: string): string[] {
	const sentences = blocks.flatMap(textsOf).flatMap(sentencesOf);
	const said = words.split(/,\s*/).flatMap((word) => {
		const terms = termsOf(word).map((term) => ({ ...term, forms: term.forms.slice(0, 1) }));
		const has = (sentence: string) => terms.every((term) => around(sentence, term));
		return terms.length > 0 ? sentences.filter(has).slice(0, 1) : [];
	});
	return [...new Set(said)];
}
