/**
 * Runs every search listed in searches.txt, on all cores, and writes docs/searches.md from what they said. Long: 2.4 billion
 * states. `--new` leaves those that have a row as they are. `--check` writes nothing: it makes the searches that have a row
 * again, with `--up-to N` those of at most N states, and names each that says something else (exit 1).
 * `node scripts/searches.mjs mutex` runs one table only and prints it; so does `--check mutex`.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import { buildNative, NATIVE } from './build-native.mjs';
import { at } from './lib/files.mjs';
import { coverageTables } from './lib/mixes.mjs';
import { isMain, main, Told } from './lib/run.mjs';

const HEAD = `# Searches

What was searched, as posted, and how far. Written by \`npm run searches\` from \`scripts/searches.txt\`; states, transitions and depth repeat exactly.

OK = complete: every invariant, no deadlock or lost wake-up, and from every state some schedule lets all threads finish. A search that meets a fault stops there, so its
states are those up to it. BOUNDED = the bound came first, \`--states\` or else 20 million states, with no fault up to the depth given. Budgets that a verdict says there was
no use for are those that no thread came to need. “Nobody finishes”: with rounds that never end a rule about what a finished thread leaves behind (released, at rest) is not asked.
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

/** A fault is an answer here, and its exit code is not 0. */
async function search(command) {
	const args = ['check', ...command.split(' '), '--json'];
	const run = promisify(execFile)(at(NATIVE, 'lockstep'), args, { encoding: 'utf8' });
	const { stdout, stderr } = await run.catch((error) => error);
	if (!stdout) throw new Error(`lockstep check ${command}: ${stderr}`);
	return JSON.parse(stdout);
}

/** Of each, in its order; as many at a time as there are cores. */
async function onAllCores(items, work) {
	const results = [];
	let next = 0;
	const lane = async () => {
		while (next < items.length) {
			const i = next++;
			results[i] = await work(items[i]);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, lane));
	return results;
}

/** A row of the tables, of what `lockstep check --json` says. */
function rowOf(command, r) {
	const judged = r.verdict !== 'OK' || r.progressJudged ? '' : ' (progress not judged)';
	const unused = r.unused ? ` (no use for ${[...r.unused].join(', ')})` : '';
	const what = r.what ? ` (${r.what})` : '';
	const endless =
		r.verdict === 'OK' && /--rounds endless\b/.test(command) ? ' (nobody finishes)' : '';
	return `| \`${command}\` | ${r.verdict}${what}${judged}${unused}${endless} | ${r.steps ?? ''} | ${grouped(r.states)} | ${grouped(r.transitions)} | ${r.depth} |`;
}

async function row(command) {
	const r = await search(command);
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

const numberIn = (cell) => Number(cell.trim().replaceAll(',', ''));

/** [{ command, line }] of the rows that are to be made again. */
export function rowsToCheck(chosen, there, upTo) {
	return chosen.flatMap(({ title, commands }) =>
		commands.flatMap((command) => {
			const line = there.get(keyOf(title, command));
			return line && numberIn(line.split('|')[4]) <= upTo ? [{ command, line }] : [];
		}),
	);
}

/** Makes them again; the number of those that say something else, each with its two lines. */
export async function checkRows(rows) {
	const differ = await onAllCores(rows, async ({ command, line }) => {
		const now = rowOf(command, await search(command));
		if (now === line) return 0;
		console.log(`DIFFERS\n  was ${line}\n  is  ${now}`);
		return 1;
	});
	return differ.reduce((a, b) => a + b, 0);
}

function limitOf(text) {
	if (text === undefined) return Number.POSITIVE_INFINITY;
	if (!/^[1-9]\d*$/.test(text))
		throw new Told(`--up-to takes a number of states, 1 or more; "${text}" is none.`);
	return Number(text);
}

/** The tables, of rows that are there or are made now. */
async function told(chosen, there) {
	const missing = chosen.flatMap(({ title, commands }) =>
		commands.filter((command) => !there.has(keyOf(title, command))),
	);
	const made = await onAllCores([...new Set(missing)], async (command) => [
		command,
		await row(command),
	]);
	const rows = new Map(made);
	return chosen
		.map(({ title, commands }) => {
			const lines = commands.map((c) => there.get(keyOf(title, c)) ?? rows.get(c));
			return `## ${title}\n\n${COLUMNS}\n${lines.join('\n')}\n`;
		})
		.join('\n');
}

if (isMain(import.meta)) {
	main(async (args) => {
		const { values, positionals } = parseArgs({
			args,
			options: {
				new: { type: 'boolean' },
				check: { type: 'boolean' },
				'up-to': { type: 'string' },
			},
			allowPositionals: true,
		});
		const upTo = limitOf(values['up-to']);
		if (values['up-to'] && !values.check)
			throw new Told('--up-to belongs to --check: of what is made anew nothing is left out.');
		await buildNative({ target: 'lockstep', quiet: true });
		const [only] = positionals;
		const list = readFileSync(at('scripts/searches.txt'), 'utf8');
		const chosen = tables(list).filter(({ title }) => !only || title.startsWith(only));
		const there = rowsThere(readFileSync(at(DOCUMENT), 'utf8'));
		if (values.check) {
			const rows = rowsToCheck(chosen, there, upTo);
			if (rows.length === 0) throw new Told('No search of the list is meant.');
			const differ = await checkRows(rows);
			console.log(`${rows.length} searches made again, ${differ} say something else`);
			return differ > 0 ? 1 : 0;
		}
		const text = await told(chosen, values.new ? there : new Map());
		if (only) console.log(text);
		else
			writeFileSync(
				at(DOCUMENT),
				`${HEAD}\n${coverage(factsOfCore(), judged(list, text))}\n${text}`,
			);
		return 0;
	});
}
