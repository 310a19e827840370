/**
 * Runs every search listed in searches.txt and writes docs/searches.md from what they said. Long: about
 * half an hour on two cores. `node scripts/searches.mjs mutex` runs one table only and prints it.
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

function row(command) {
	const r = search(command);
	const judged = r.verdict !== 'OK' || r.progressJudged ? '' : ' (progress not judged)';
	const what = r.what ? ` (${r.what})` : '';
	console.log(`${command}: ${r.verdict}${what}, ${grouped(r.states)} states, ${r.seconds} s`);
	const short = command.replace(/(?: --switch mend_\w+){5}/, '');
	return `| \`${short}\` | ${r.verdict}${what}${judged} | ${r.steps ?? ''} | ${grouped(r.states)} | ${grouped(r.transitions)} | ${r.depth} |`;
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

if (isMain(import.meta)) {
	main(async () => {
		await buildNative({ target: 'lockstep', quiet: true });
		const only = process.argv[2];
		const chosen = tables(readFileSync(at('scripts/searches.txt'), 'utf8')).filter(
			({ title }) => !only || title.startsWith(only),
		);
		const parts = chosen.map(
			({ title, commands }) => `## ${title}\n\n${COLUMNS}\n${commands.map(row).join('\n')}\n`,
		);
		if (only) console.log(parts.join('\n'));
		else writeFileSync(at('docs/searches.md'), `${HEAD}\n${parts.join('\n')}`);
		return 0;
	});
}
