/** Where no story has all the words that are asked for: those that have most of them. */
import type { Facts, ScenarioFacts } from '../../../wasm/src';
import { entriesOf, has, NO_WORDS, ownText, rank } from './search';
import { plain, says, termsOf } from './terms';

/** Of a title that has the word, and of a text that does: whoever asks by title remembers a title. */
const IN_TITLE = 1.5;

/**
 * Where none has all the words, the stories that have most of them, the best first: more than half, and at least two.
 * A word of the title counts more than one of the text.
 */
export function nearestStories(facts: Facts, query: string, words = NO_WORDS): ScenarioFacts[] {
	const terms = termsOf(query);
	const rated = entriesOf(facts, words)
		.filter(({ scenario }) => !scenario.sandbox)
		.map((entry) => {
			const [title, text] = [plain(entry.scenario.title), ownText(entry)];
			const said = terms.filter((term) => has(entry, text, term));
			const named = said.filter((term) => says(title, term)).length;
			return { entry, many: said.length, far: rank(entry), worth: said.length + named * IN_TITLE };
		})
		.filter(({ many }) => many >= 2 && 2 * many > terms.length);
	rated.sort((a, b) => b.worth - a.worth || a.far - b.far);
	return rated.slice(0, NEAR).map(({ entry }) => entry.scenario);
}

/** So many are shown. */
const NEAR = 5;
