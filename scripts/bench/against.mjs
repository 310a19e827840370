/**
 * The speed of this tree against that of a commit, within one run: both are built, and each workload that both have is
 * measured in turns, by the same means, so that a load on the machine meets them alike. What is told is a ratio, and how far the turns of one
 * tree lie apart: a ratio nearer to 1 than that is noise. The figures themselves are worth no more than the machine was idle.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../lib/files.mjs';
import { commitNamed, withTree } from '../lib/other-tree.mjs';
import { outputOf, Told } from '../lib/run.mjs';

export const TURNS = 3;
const NODE = process.execPath;
/** What measures here, and its name in the other tree, beside the one that is there. */
const [OF_NATIVE, OF_WASM, LENT] = [
	'core-c/cli/bench.c',
	'scripts/bench/core.mjs',
	'scripts/bench/lent.mjs',
];
const BENCH = `
	const { openPackage, wasmFigures } = await import(process.argv[1]);
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

/** Figures of the modules, by what measures here; by the tree's own where that does not fit. */
async function wasmTurn(folder, workloads, [script, ...others]) {
	const args = [
		'--input-type=module',
		'-e',
		BENCH,
		join(folder, script),
		JSON.stringify(workloads),
	];
	const text = await outputOf(NODE, args, { cwd: folder });
	const line = text?.split('\n').find((one) => one.startsWith('figures '));
	if (line) return JSON.parse(line.slice('figures '.length));
	if (others.length === 0) throw new Told(`the WASM figures cannot be measured in ${folder}`);
	console.log(`${OF_WASM} of this tree does not fit there: it is measured by its own`);
	return wasmTurn(folder, workloads, others);
}

/** By figure, what each turn found. */
export function noted(turns, figures) {
	for (const { key, value } of figures) turns.set(key, [...(turns.get(key) ?? []), value]);
	return turns;
}

/** The share by which the worst turn is behind the best. */
const spreadOf = (values) => 1 - Math.min(...values) / Math.max(...values);

/**
 * [{ key, before, now, ratio, spread }] of what both trees have, by the best turn of each: on a shared machine the others measure the
 * neighbours. spread: how far the turns of one tree lie apart, the greater of both.
 */
export const ratios = (before, now) =>
	[...before]
		.filter(([key]) => now.has(key))
		.map(([key, values]) => {
			const [had, has] = [values, now.get(key)].map((of) => Math.max(...of));
			const spread = Math.max(spreadOf(values), spreadOf(now.get(key)));
			return { key, before: had, now: has, ratio: has / had, spread };
		});

/** No more than two turns of one tree differ by. */
export const isNoise = ({ ratio, spread }) => Math.abs(Math.log(ratio)) <= -Math.log(1 - spread);

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
		least: of.reduce((a, b) => (b.ratio < a.ratio ? b : a)),
	}));
}

const ofNative = (workloads) =>
	workloads.map((workload) => ({ key: keyOf(workload), value: workload.value }));
const ofWasm = (figures) =>
	figures.map(({ name, detail, value }) => ({ key: `${name}, ${withoutStates(detail)}`, value }));
const statesOf = (workloads) =>
	new Map(workloads.filter(({ states }) => states).map((one) => [keyOf(one), one.states]));

const grouped = (value) => Math.round(value).toLocaleString('en');

/** What its turns say of a ratio. */
const noiseOf = (row) =>
	`± ${Math.round(100 * row.spread)} %${isNoise(row) ? '' : ', more than noise'}`;

function print(rows, states) {
	for (const row of rows) {
		const { key, before, now, ratio } = row;
		const [had, has] = states.map((of) => of.get(key));
		const searched = had === has ? '' : `   states ${grouped(had)} → ${grouped(has)}`;
		console.log(
			`${key.padEnd(64)} ${grouped(before).padStart(12)} ${grouped(now).padStart(12)}   × ${ratio.toFixed(2)} ${noiseOf(row)}${searched}`,
		);
	}
	for (const { kind, workloads, ratio, least } of means(rows))
		console.log(
			`${kind}: × ${ratio.toFixed(2)} in the mean of ${workloads} workloads, × ${least.ratio.toFixed(2)} ${noiseOf(least)} at least`,
		);
}

async function measure(trees) {
	const turns = trees.map(() => new Map());
	const states = [];
	for (let turn = 0; turn < TURNS; turn++) {
		const workloads = [];
		for (const [i, tree] of trees.entries()) workloads[i] = await nativeTurn(tree);
		const had = trees.map((_, i) => new Set(workloads[i].map(keyOf)));
		const common = workloads.map((list) =>
			list.filter((one) => had.every((of) => of.has(keyOf(one)))),
		);
		for (const [i, tree] of trees.entries()) {
			noted(turns[i], ofNative(common[i]));
			const scripts = tree === ROOT ? [OF_WASM] : [LENT, OF_WASM];
			noted(turns[i], ofWasm(await wasmTurn(tree, common[i], scripts)));
			states[i] = statesOf(common[i]);
		}
		console.log(`turn ${turn + 1} of ${TURNS}, load ${loadavg()[0].toFixed(1)}`);
	}
	return { turns, states };
}

/** Builds the commit's tree beside this one, which is built, and prints each figure of both and its ratio. */
export async function benchAgainst(commit) {
	const told = await commitNamed(commit);
	await withTree(told, { wasm: true, as: OF_NATIVE }, async (folder) => {
		copyFileSync(join(ROOT, OF_WASM), join(folder, LENT));
		const { turns, states } = await measure([folder, ROOT]);
		const rows = ratios(...turns);
		console.log(`\n${''.padEnd(64)} ${told.padStart(12)} ${'here'.padStart(12)}`);
		print(rows, states);
		mkdirSync(join(ROOT, 'build/reports'), { recursive: true });
		writeFileSync(
			join(ROOT, 'build/reports/bench-against.json'),
			`${JSON.stringify(rows, null, '\t')}\n`,
		);
	});
}
