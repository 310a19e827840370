/**
 * The speed of this tree against that of a commit, within one run: both are built, and each workload that both have is
 * measured in turns, so that a load on the machine meets them alike. What is told is a ratio; the figures themselves are worth
 * no more than the machine was idle.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../lib/files.mjs';
import { commitNamed, withTree } from '../lib/other-tree.mjs';
import { outputOf, Told } from '../lib/run.mjs';

export const TURNS = 3;
const NODE = process.execPath;
const BENCH = `
	const { openPackage, wasmFigures } = await import(process.argv[1] + '/scripts/bench/core.mjs');
	const { core, close } = await openPackage();
	const figures = await wasmFigures(core, JSON.parse(process.argv[2]));
	await close();
	console.log('figures ' + JSON.stringify(figures));
	process.exit(0);
`;
/** What a workload is called, whatever it comes to. */
const keyOf = ({ figure, name, threads, rounds }) =>
	[`native ${figure}`, name, `${threads} threads`, rounds && `${rounds} rounds`]
		.filter(Boolean)
		.join(', ');
const withoutStates = (detail) => detail.replace(/, \d+ states$/, '');

async function nativeTurn(folder) {
	const text = await outputOf(join(folder, 'build/native/lockstep'), ['bench'], { cwd: folder });
	if (text === undefined) throw new Told(`lockstep bench failed in ${folder}`);
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

async function wasmTurn(folder, workloads) {
	const args = ['--input-type=module', '-e', BENCH, folder, JSON.stringify(workloads)];
	const text = await outputOf(NODE, args, { cwd: folder });
	const line = text?.split('\n').find((one) => one.startsWith('figures '));
	if (!line) throw new Told(`the WASM figures cannot be measured in ${folder}`);
	return JSON.parse(line.slice('figures '.length));
}

/** The best of each figure: on a shared machine the others measure the neighbours. */
export function bestOf(best, figures) {
	for (const { key, value } of figures) best.set(key, Math.max(value, best.get(key) ?? 0));
	return best;
}

/** [{ key, before, now, ratio }] of what both trees have; how far a search goes is told by its states. */
export const ratios = (before, now) =>
	[...before]
		.filter(([key]) => now.has(key))
		.map(([key, value]) => ({
			key,
			before: value,
			now: now.get(key),
			ratio: now.get(key) / value,
		}));

/** The mean ratio of each kind of figure: a product, since a half and a double are no change. */
export function means(rows) {
	const kinds = new Map();
	for (const row of rows) {
		const [kind] = row.key.split(',');
		kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
	}
	return [...kinds].map(([kind, of]) => ({
		kind,
		workloads: of.length,
		ratio: Math.exp(of.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / of.length),
		least: Math.min(...of.map(({ ratio }) => ratio)),
	}));
}

const ofNative = (workloads) =>
	workloads.map((workload) => ({ key: keyOf(workload), value: workload.value }));
const ofWasm = (figures) =>
	figures.map(({ name, detail, value }) => ({ key: `${name}, ${withoutStates(detail)}`, value }));
const statesOf = (workloads) =>
	new Map(workloads.filter(({ states }) => states).map((one) => [keyOf(one), one.states]));

const grouped = (value) => Math.round(value).toLocaleString('en');

function print(rows, states) {
	for (const { key, before, now, ratio } of rows) {
		const [had, has] = states.map((of) => of.get(key));
		const searched = had === has ? '' : `   states ${grouped(had)} → ${grouped(has)}`;
		console.log(
			`${key.padEnd(64)} ${grouped(before).padStart(12)} ${grouped(now).padStart(12)}   × ${ratio.toFixed(2)}${searched}`,
		);
	}
	for (const { kind, workloads, ratio, least } of means(rows))
		console.log(
			`${kind}: × ${ratio.toFixed(2)} in the mean of ${workloads} workloads, × ${least.toFixed(2)} at least`,
		);
}

async function measure(trees) {
	const best = trees.map(() => new Map());
	const states = [];
	for (let turn = 0; turn < TURNS; turn++) {
		const workloads = [];
		for (const [i, tree] of trees.entries()) workloads[i] = await nativeTurn(tree);
		const had = trees.map((_, i) => new Set(workloads[i].map(keyOf)));
		const common = workloads.map((list) =>
			list.filter((one) => had.every((of) => of.has(keyOf(one)))),
		);
		for (const [i, tree] of trees.entries()) {
			bestOf(best[i], ofNative(common[i]));
			bestOf(best[i], ofWasm(await wasmTurn(tree, common[i])));
			states[i] = statesOf(common[i]);
		}
		console.log(`turn ${turn + 1} of ${TURNS}, load ${loadavg()[0].toFixed(1)}`);
	}
	return { best, states };
}

/** Builds the commit's tree beside this one, which is built, and prints each figure of both and its ratio. */
export async function benchAgainst(commit) {
	const told = await commitNamed(commit);
	await withTree(told, { wasm: true }, async (folder) => {
		const { best, states } = await measure([folder, ROOT]);
		const rows = ratios(...best);
		console.log(`\n${''.padEnd(64)} ${told.padStart(12)} ${'here'.padStart(12)}`);
		print(rows, states);
		mkdirSync(join(ROOT, 'build/reports'), { recursive: true });
		writeFileSync(
			join(ROOT, 'build/reports/bench-against.json'),
			`${JSON.stringify(rows, null, '\t')}\n`,
		);
	});
}
