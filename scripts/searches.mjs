/**
 * Runs every search listed in searches.txt and writes docs/searches.md from what they said. Long: about
 * an hour of one core. `node scripts/searches.mjs mutex` runs one table only and prints it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildNative, NATIVE } from './build-native.mjs';
import { at } from './lib/files.mjs';
import { isMain, main } from './lib/run.mjs';

const HEAD = `# Searches

What was searched, as posted, and how far. Written by \`npm run searches\` from \`scripts/searches.txt\`; states, transitions and depth repeat exactly.

OK = complete: every invariant, no deadlock or lost wake-up, and from every state all threads can finish. A search that meets a fault stops there, so its
states are those up to it. BOUNDED = the bound of 20 million states came first, with no fault up to the depth given.
`;
const COLUMNS =
	'| check | verdict | steps to it | states | transitions | depth |\n|---|---|---|---|---|---|';

const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

function search(command) {
	const args = ['check', ...command.split(' '), '--json'];
	const { stdout, stderr } = spawnSync(at(NATIVE, 'lockstep'), args, { encoding: 'utf8' });
	if (!stdout) throw new Error(`lockstep check ${command}: ${stderr}`);
	return JSON.parse(stdout);
}

/** Without the mends of a text that has many: the title of its table says them. */
export const shortened = (command) => command.replace(/(?: --switch mend_\w+){5}/, '');

function row(command) {
	const r = search(command);
	const judged = r.verdict !== 'OK' || r.progressJudged ? '' : ' (progress not judged)';
	const what = r.what ? ` (${r.what})` : '';
	console.log(`${command}: ${r.verdict}${what}, ${grouped(r.states)} states, ${r.seconds} s`);
	return `| \`${shortened(command)}\` | ${r.verdict}${what}${judged} | ${r.steps ?? ''} | ${grouped(r.states)} | ${grouped(r.transitions)} | ${r.depth} |`;
}

/** [{ title, commands }] from the list. */
export function tables(text) {
	const found = [];
	for (const line of text.split('\n')) {
		if (line.startsWith('## ')) found.push({ title: line.slice(3), commands: [] });
		else if (line.trim() && !line.startsWith('#')) found.at(-1).commands.push(line.trim());
	}
	return found;
}

const THREADS = [2, 3, 4];

/** [name, { threads: budgets' letters, "·" for a search without }] of the texts as posted, in the order of the list. */
export function coverage(commands) {
	const found = new Map();
	for (const command of commands.filter((command) => !command.includes('--switch'))) {
		const [name] = command.split(' ');
		const given = /--threads (\S+)/.exec(command)?.[1] ?? '';
		const threads = /^\d+$/.test(given) ? Number(given) : given.length;
		const letters = (/--budget (\S+)/.exec(command)?.[1] ?? '')
			.split(',')
			.filter((one) => /[1-9]/.test(one))
			.map(([letter]) => letter);
		const row = found.get(name) ?? found.set(name, {}).get(name);
		row[threads] = new Set([...(row[threads] ?? []), ...(letters.length ? letters : ['·'])]);
	}
	const inOrder = (set) => ['·', ...'pxtskw'].filter((letter) => set?.has(letter)).join(' ');
	return [...found].map(([name, row]) => [
		name,
		Object.fromEntries(THREADS.map((n) => [n, inOrder(row[n])])),
	]);
}

export function coverageTable(text) {
	const rows = coverage(tables(text).flatMap(({ commands }) => commands)).map(
		([name, row]) => `| \`${name}\` | ${THREADS.map((n) => row[n]).join(' | ')} |`,
	);
	return `## What is searched as posted

Which budgets some search of so many threads has, in the list below: · none, p preemption, x passed threshold, t timeout, s signal, k death, w wake-up for nothing.

| text | ${THREADS.map((n) => `${n} threads`).join(' | ')} |
|---|---|---|---|
${rows.join('\n')}
`;
}

if (isMain(import.meta)) {
	main(async () => {
		await buildNative({ target: 'lockstep', quiet: true });
		const only = process.argv[2];
		const list = readFileSync(at('scripts/searches.txt'), 'utf8');
		const chosen = tables(list).filter(({ title }) => !only || title.startsWith(only));
		const parts = chosen.map(
			({ title, commands }) => `## ${title}\n\n${COLUMNS}\n${commands.map(row).join('\n')}\n`,
		);
		if (only) console.log(parts.join('\n'));
		else writeFileSync(at('docs/searches.md'), [HEAD, coverageTable(list), ...parts].join('\n'));
		return 0;
	});
}
