/** Recorded runs as those who look at a mutant, and what came of it. */
import { limited } from './limited.mjs';
import { firstOf } from './observers.mjs';

/** Of those after which the lock differs. */
const LEAST_REFUSED = 0.95;

/** What an x86 machine runs says nothing of the orders that a text declares. */
export const ofRecordings = (rule) => rule !== 'change a memory order';

/** The runs of the variants that a text runs in. */
const runsOf = (runs, variants) =>
	runs.filter((run) => variants.some(({ variant }) => variant === run.variant));

/** runs: { path, variant } */
export const seenByRuns = (runs) => [
	{
		name: 'refused',
		see: async ({ program, variants }) => {
			const lockstep = await program('lockstep');
			return firstOf(runsOf(runs, variants), async ({ path }) => {
				const { code, hung } = await limited(lockstep, ['conform', path]);
				return code === 0 && !hung ? undefined : path;
			});
		},
	},
];

const percent = (part, whole) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);

function countsOf(results, reasons) {
	const tried = results.filter(({ refused }) => !refused);
	const refused = tried.filter(({ seen }) => seen);
	const accepted = tried.filter(({ seen }) => !seen);
	const equivalent = accepted.filter(({ id }) => reasons.get(id)?.kind === 'equivalent');
	const explained = accepted.filter(({ id }) => reasons.get(id)?.kind === 'missing');
	return {
		tried: tried.length,
		refused: refused.length,
		equivalent: equivalent.length,
		explained: explained.length,
		unexplained: accepted.filter(({ id }) => !reasons.has(id)),
	};
}

/** A row a text, and all together. */
export function table(results, reasons) {
	const row = (title, of) => {
		const c = countsOf(of, reasons);
		const cells = [title, c.tried, c.refused, c.equivalent, c.explained, c.unexplained.length];
		return `| ${[...cells, percent(c.refused, c.tried - c.equivalent)].join(' | ')} |`;
	};
	const texts = [...new Set(results.map(({ text }) => text))].sort();
	return [
		'| text | tried | refused | equivalent | accepted, explained | accepted | refused of those that differ |',
		`|${'---|'.repeat(7)}`,
		...texts.map((name) =>
			row(
				name,
				results.filter(({ text }) => text === name),
			),
		),
		row('together', results),
	].join('\n');
}

/** Sentences; none when all is well. */
export function complaints(results, reasons) {
	const { tried, refused, equivalent, unexplained } = countsOf(results, reasons);
	const share = refused / (tried - equivalent);
	return [
		...unexplained.map(({ id }) => `The recorded runs accept it, and nobody says why: ${id}`),
		...(share < LEAST_REFUSED
			? [
					`${percent(share, 1)} of those that differ are refused, fewer than ${percent(LEAST_REFUSED, 1)}`,
				]
			: []),
	];
}
