/** Why something is a hit: where it says what was asked for, in its own words. */
import { verdictWords } from '../narration/verdicts';
import type { Entry } from './search';
import { type Around, around, isOther, type Term, termsOf } from './terms';

/** What it is known by, as a reader meets it; `where` names what is not in sight: "its fault". */
export interface Field {
	where: string;
	text: string;
}

export interface Why {
	where: string;
	found: Around;
	/** what was asked for, where the text says it in another word */
	asked: string;
}

function whyOfTerm(term: Term, fields: readonly Field[]): Why | null {
	const [own = term.asked, ...others] = term.forms;
	/* the word itself, wherever it stands, before any other word for it */
	for (const forms of [[own], others])
		for (const { where, text } of fields) {
			const found = around(text, { ...term, forms });
			if (found) return { where, found, asked: isOther(found, term) ? term.asked : '' };
		}
	return null;
}

/** One for each term of the query, and one for terms that one place has. */
export function whyOf(query: string, fields: readonly Field[]): Why[] {
	const whys: Why[] = [];
	const terms = termsOf(query);
	/* one term is told as it was typed */
	const typed = terms.map((term) => (terms.length === 1 ? { ...term, asked: query.trim() } : term));
	for (const term of typed) {
		const why = whyOfTerm(term, fields);
		const told =
			why && whys.some(({ where, found }) => where === why.where && found.said === why.found.said);
		if (why && !told) whys.push(why);
	}
	return whys;
}

/** How many of the terms it says only in other words: what says them itself comes first. */
export const othersIn = (whys: readonly Why[]): number => whys.filter(({ asked }) => asked).length;

const said = (where: string, ...texts: readonly string[]): Field => ({
	where,
	text: texts.join(' '),
});

function verdictText(verdict: string): string {
	const { short, tone } = verdictWords(verdict);
	const name = verdict.toLowerCase().replaceAll('_', ' ');
	if (tone !== 'fault') return '';
	return name === short.replaceAll('-', '') ? short : `${name} (here: ${short})`;
}

/** What a story, a finding or a start for free play is found by. */
export function fieldsOf(entry: Entry): Field[] {
	const { scenario, lesson, words, lock, variant, lockWords, findings } = entry;
	const numbers = Object.keys(findings).filter((number) => findings[number] === scenario.name);
	const { name = '' } = lock.variants[scenario.variant] ?? {};
	return [
		said('', scenario.title),
		said('', lesson),
		said('its search found', verdictText(scenario.verdict)),
		said('number of the finding', ...numbers),
		said('what is wrong in it', words),
		said('its name', scenario.name),
		said('its text', variant),
		said('its lock', lock.title, lock.family),
		said('where its lock is from', lock.source),
		said('a word of its lock', lock.name, name, lockWords),
		said('its search found', scenario.verdict),
	];
}
