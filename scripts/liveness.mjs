/**
 * What it is worth to clear the locals that nobody reads any more: the states of some searches with those locals left as they are, in the
 * last tree in which they were cleared by hand, and as the front end finds them. Verdict and shortest schedule must be the same.
 */
import { buildNative, NATIVE } from './build-native.mjs';
import { at } from './lib/files.mjs';
import { commitNamed, withTree } from './lib/other-tree.mjs';
import { isMain, main, outputOf, Told } from './lib/run.mjs';

/** The last commit with FORGET lines in the texts. */
const BY_HAND = '4e453619061b1257bdaf465a4c3169987710d3c7';

/** `lockstep check` takes each, there and here. */
export const SEARCHES = [
	'mcs --threads 3 --rounds 2',
	'mcs --threads 4 --rounds 1 --budget p2',
	'mutex-3.9 --threads 3 --rounds 1 --budget p1',
	'mutex-fewer-atomics --threads 2 --rounds 2 --budget p2',
	'mutex-mcs --threads 3 --rounds 1 --budget p1',
	'mutex-mcs --threads LLI --rounds 1 --budget p1,s1',
	'mutex-3.9 --threads 2 --rounds 1 --budget p1 --switch blind_sleep',
	'rwsem --threads WR --rounds 2 --budget p1',
	'rwsem --threads WRR --rounds 1',
	'rwsem-handoff --threads WWR --rounds 1',
	'rwsem-handoff --threads WR --rounds 2 --budget p1,x1',
	'tp-futex --threads 2 --rounds 2 --budget p1',
	'tp-futex --threads 3 --rounds 1',
	'tp-futex --threads LT --rounds 1 --budget t1,x1',
];

/** What a search says, whether it finds a fault or none. */
async function search(folder, command, extra = []) {
	const script = `const { spawnSync } = await import('node:child_process');
		process.stdout.write(spawnSync(process.argv[1], process.argv.slice(2), { encoding: 'utf8' }).stdout);`;
	const args = [folder, 'check', ...command.split(' '), ...extra, '--json'];
	const text = await outputOf(process.execPath, ['--input-type=module', '-e', script, ...args]);
	if (!text) throw new Told(`lockstep check ${command} ${extra.join(' ')} failed`);
	return JSON.parse(text);
}

const found = ({ verdict, what, steps }) =>
	[verdict, what, steps && `${steps} steps`].filter(Boolean).join(', ');

/** Throws unless the search finds the same with its dead locals and without, in no more states. */
export function rowOf(command, kept, byHand, computed) {
	if (found(kept) !== found(computed) || (byHand && found(byHand) !== found(computed)))
		throw new Told(`${command}: ${[kept, byHand, computed].map((r) => r && found(r)).join(' / ')}`);
	if (byHand && byHand.depth !== computed.depth)
		throw new Told(`${command}: the text has changed since, it is as deep as ${computed.depth}`);
	if (computed.states > kept.states || (byHand && computed.states > byHand.states))
		throw new Told(`${command}: more states than without clearing`);
	return {
		command,
		found: found(computed),
		states: [kept, byHand, computed].map((r) => r?.states),
	};
}

const grouped = (n) => String(n ?? '–').replace(/\B(?=(\d{3})+$)/g, ',');

export function tableOf(rows) {
	const head =
		'| check | verdict | nothing cleared | by hand | computed | saved |\n|---|---|---|---|---|---|';
	const lines = rows.map(({ command, found, states }) => {
		const [kept, , computed] = states;
		const saved = `${Math.round((1 - computed / kept) * 100)} %`;
		return `| \`${command}\` | ${found} | ${states.map(grouped).join(' | ')} | ${saved} |`;
	});
	return [head, ...lines].join('\n');
}

if (isMain(import.meta))
	main(async () => {
		await buildNative({ target: 'lockstep', quiet: true });
		const here = at(NATIVE, 'lockstep');
		const byHand = await withTree(await commitNamed(BY_HAND), {}, async (folder) => {
			const results = [];
			for (const command of SEARCHES)
				results.push(await search(`${folder}/${NATIVE}/lockstep`, command));
			return results;
		});
		const rows = [];
		for (const [i, command] of SEARCHES.entries())
			rows.push(
				rowOf(
					command,
					await search(here, command, ['--keep-dead']),
					byHand[i],
					await search(here, command),
				),
			);
		console.log(tableOf(rows));
	});
