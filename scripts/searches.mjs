/**
 * Runs every search listed in searches.txt and writes docs/searches.md from what they said. Long: about
 * an hour of one core. `--new` leaves those that have a row as they are. `node scripts/searches.mjs mutex` runs one table
 * only and prints it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildNative, NATIVE } from './build-native.mjs';
import { at } from './lib/files.mjs';
import { coverageTables } from './lib/mixes.mjs';
import { isMain, main } from './lib/run.mjs';

const HEAD = `# Searches

What was searched, as posted, and how far. Written by \`npm run searches\` from \`scripts/searches.txt\`; states, transitions and depth repeat exactly.

OK = complete: every invariant, no deadlock or lost wake-up, and from every state all threads can finish. A search that meets a fault stops there, so its
states are those up to it. BOUNDED = the bound came first, \`--states\` or else 20 million states, with no fault up to the depth given. Budgets that a verdict says there was
no use for are those that no thread came to need.
`;
const DOCUMENT = 'docs/searches.md';
const COLUMNS =
	'| check | verdict | steps to it | states | transitions | depth |\n|---|---|---|---|---|---|';

const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** What the core states of its locks. */
export const factsOfCore = () =>
	JSON.parse(
		spawnSync(at(NATIVE, 'lockstep'), ['facts'], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout,
	);

function search(command) {
	const args = ['check', ...command.split(' '), '--json'];
	const { stdout, stderr } = spawnSync(at(NATIVE, 'lockstep'), args, { encoding: 'utf8' });
	if (!stdout) throw new Error(`lockstep check ${command}: ${stderr}`);
	return JSON.parse(stdout);
}

/** A row of the tables, of what `lockstep check --json` says. */
function rowOf(command, r) {
	const judged = r.verdict !== 'OK' || r.progressJudged ? '' : ' (progress not judged)';
	const unused = r.unused ? ` (no use for ${[...r.unused].join(', ')})` : '';
	const what = r.what ? ` (${r.what})` : '';
	return `| \`${command}\` | ${r.verdict}${what}${judged}${unused} | ${r.steps ?? ''} | ${grouped(r.states)} | ${grouped(r.transitions)} | ${r.depth} |`;
}

function row(command) {
	const r = search(command);
	console.log(`${command}: ${r.verdict}, ${grouped(r.states)} states, ${r.seconds} s`);
	return rowOf(command, r);
}

/** [{ title, commands }] from the list. */
function tables(text) {
	const found = [];
	for (const line of text.split('\n')) {
		if (line.startsWith('## ')) found.push({ title: line.slice(3), commands: [] });
		else if (line.trim() && !line.startsWith('#')) found.at(-1).commands.push(line.trim());
	}
	return found;
}

/** A row by its table and its check. */
const keyOf = (title, command) => `${title}: ${command}`;

/** The rows of docs/searches.md as they stand there: Map from keyOf to the line. */
export function rowsThere(docs) {
	const rows = new Map();
	let title;
	for (const line of docs.split('\n')) {
		title = /^## (.*)$/.exec(line)?.[1] ?? title;
		const command = /^\| `([^`]* --threads [^`]*)` \|/.exec(line)?.[1];
		if (command) rows.set(keyOf(title, command), line);
	}
	return rows;
}

/** [{ command, verdict }] of the checks in the list that have a row. */
export function judged(list, docs) {
	const rows = rowsThere(docs);
	return tables(list).flatMap(({ title, commands }) =>
		commands.flatMap((command) => {
			const row = rows.get(keyOf(title, command));
			return row ? [{ command, verdict: row.split('|')[2].trim() }] : [];
		}),
	);
}

/** In the order of the list. */
export const keysOf = (list) =>
	tables(list).flatMap(({ title, commands }) => commands.map((command) => keyOf(title, command)));

export function coverage(facts, rows) {
	const [plain, shared] = coverageTables(facts, rows);
	return `## What is searched as posted

What may happen in some search of so many threads, or of that mix of writers and readers, in the lists below: · nothing, p preemption, x passed threshold, t timeout, s signal, k death, w wake-up for nothing.
With ! one of these searches meets a fault ([findings.md](findings.md)), with … it has only come as far as its row says. A letter that others of the lock have and that is missing was searched, and nobody came to use it.

${plain}

${shared}
`;
}

if (isMain(import.meta)) {
	main(async (args) => {
		const { values, positionals } = parseArgs({
			args,
			options: { new: { type: 'boolean' } },
			allowPositionals: true,
		});
		await buildNative({ target: 'lockstep', quiet: true });
		const [only] = positionals;
		const there = rowsThere(values.new ? readFileSync(at(DOCUMENT), 'utf8') : '');
		const list = readFileSync(at('scripts/searches.txt'), 'utf8');
		const chosen = tables(list).filter(({ title }) => !only || title.startsWith(only));
		const parts = chosen.map(({ title, commands }) => {
			const rows = commands.map((command) => there.get(keyOf(title, command)) ?? row(command));
			return `## ${title}\n\n${COLUMNS}\n${rows.join('\n')}\n`;
		});
		const told = parts.join('\n');
		if (only) console.log(told);
		else
			writeFileSync(
				at(DOCUMENT),
				`${HEAD}\n${coverage(factsOfCore(), judged(list, told))}\n${told}`,
			);
		return 0;
	});
}
