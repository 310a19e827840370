/** What the commands that try wrong changes have in common: their options, a line for each mutant, and how they end. */
import { tryAll } from './run.mjs';

const SEED = '1';

/** For parseArgs; `each`: how many of a text when nobody says. */
export const options = (each, own) => ({
	each: { type: 'string', default: String(each) },
	text: { type: 'string' },
	seed: { type: 'string', default: SEED },
	jobs: { type: 'string', default: '2' },
	minutes: { type: 'string', default: 'Infinity' },
	...own,
});

export const isWanted =
	(values) =>
	({ text }) =>
		!values.text || text === values.text;

/** Tries them as the options say, with a line for each as it comes: `how`, and which it is. */
export function tryChosen(chosen, context, values, how) {
	let done = 0;
	return tryAll(chosen, context, {
		jobs: Number(values.jobs),
		until: Date.now() + 60_000 * Number(values.minutes),
		told: (result) => console.log(`${++done}/${chosen.length} ${how(result)}  ${result.id}`),
	});
}

export const withHowMany = (results, chosen, table) =>
	`${results.length} of the ${chosen.length} chosen were tried.\n\n${table}`;

/** Says what is wrong. Returns the exit status. */
export function concluded(wrong) {
	for (const line of wrong) console.log(line);
	return wrong.length > 0 ? 1 : 0;
}
