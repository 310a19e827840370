/** What came of the mutants: a table, and what is wrong with it. */
import { Told } from '../lib/run.mjs';
import { OBSERVERS } from './observers.mjs';

/** Of those after which the lock differs. */
const LEAST_SEEN = 0.95;

/**
 * Survivors with their reasons. A line is the mutant's name; the line below it, indented, "equivalent: why" or
 * "missing: which test". A name may have several, one below the other, before their reason.
 */
export function readReasons(text) {
	const reasons = new Map();
	let names = [];
	for (const line of text.split('\n')) {
		if (!line.trim() || line.startsWith('#')) continue;
		if (!line.startsWith('\t')) {
			names.push(line.trim());
			continue;
		}
		const [, kind, why] = /^\t(equivalent|missing): (.+)$/.exec(line) ?? [];
		if (!kind || names.length === 0) throw new Told(`survivors: not understood: ${line.trim()}`);
		for (const name of names) reasons.set(name, { kind, why });
		names = [];
	}
	return reasons;
}

const percent = (part, whole) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);

/** Of those that differ: how many something calls wrong, and how many are only seen not to be as they were. */
export function shares(by, left) {
	const sum = (judges) =>
		OBSERVERS.reduce((n, one, i) => n + (Boolean(one.judges) === judges ? by[i] : 0), 0);
	const [judged, noticed] = [sum(true), sum(false)];
	const differ = judged + noticed + left;
	return [percent(judged, differ), percent(noticed, differ)];
}

function row(title, results, reasons, there) {
	const compiled = results.filter(({ refused }) => !refused);
	const by = OBSERVERS.map(({ name }) => compiled.filter(({ seen }) => seen === name).length);
	const seen = compiled.filter((result) => result.seen).length;
	const equivalent = compiled.filter(
		(result) => !result.seen && reasons.get(result.id)?.kind === 'equivalent',
	).length;
	const left = compiled.length - seen - equivalent;
	const cells = [
		title,
		there,
		results.length - compiled.length,
		compiled.length,
		...by,
		equivalent,
		left,
		...shares(by, left),
	];
	return `| ${cells.join(' | ')} |`;
}

export function figures(results, reasons, all) {
	const texts = [...new Set(results.map(({ text }) => text))].sort();
	const rules = [...new Set(results.map(({ rule }) => rule))].sort();
	const head = [
		'',
		'there are',
		'refused',
		'tried',
		...OBSERVERS.map(({ name }) => name),
		'equivalent',
		'not seen',
		'judged wrong',
		'only noticed as changed',
	];
	const table = (rows) =>
		[`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
	const part = (key, name) => [
		name,
		results.filter((result) => result[key] === name),
		reasons,
		all.filter((result) => result[key] === name).length,
	];
	return [
		table([
			...texts.map((name) => row(...part('text', name))),
			row('together', results, reasons, all.length),
		]),
		table(rules.map((name) => row(...part('rule', name)))),
	].join('\n\n');
}

/** Sentences; none when all is well. */
export function judged(results, reasons) {
	const compiled = results.filter(({ refused }) => !refused);
	const survivors = compiled.filter(({ seen }) => !seen);
	const equivalent = survivors.filter(({ id }) => reasons.get(id)?.kind === 'equivalent').length;
	const share = (compiled.length - survivors.length) / (compiled.length - equivalent);
	const tried = new Map(results.map((result) => [result.id, result]));
	return [
		...survivors
			.filter(({ id, rule }) => rule === 'planted' || !reasons.has(id))
			.map(({ id }) => `Nobody sees it, and nobody says why: ${id}`),
		...[...reasons.keys()]
			.filter((id) => tried.get(id)?.seen)
			.map((id) => `It is explained as a survivor, and ${tried.get(id).seen} sees it: ${id}`),
		...(share < LEAST_SEEN
			? [`${percent(share, 1)} of those that differ are seen, fewer than ${percent(LEAST_SEEN, 1)}`]
			: []),
	];
}

const [BEGIN, END] = ['<!-- figures: npm run mutate -- --write -->', '<!-- /figures -->'];

export function withFigures(text, table) {
	const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
	if (from < 0 || to < from) throw new Told('there is no place for the figures');
	return `${text.slice(0, from + BEGIN.length)}\n\n${table}\n\n${text.slice(to)}`;
}
