/** Speed of the machine and of the exhaustive search, native and in WASM. */
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { NATIVE } from '../build-native.mjs';
import { at } from '../lib/files.mjs';
import { outputOf, Told } from '../lib/run.mjs';

const TRIALS = 5;
const TRIAL_SECONDS = 0.2;
const SEARCH_SECONDS = 1;
const STEPS = 20_000;
const MAX_STATES = 2_000_000;
const SLICE = 100_000;

/** The TypeScript package, run in Node on the built module, and traces of so many events. */
export async function openPackage() {
	const server = await createServer({
		configFile: at('vite.config.ts'),
		server: { middlewareMode: true, watch: null, hmr: false, ws: false },
		appType: 'custom',
		logLevel: 'error',
	});
	const { builtCore, madeTraceText } = await server.ssrLoadModule(at('wasm/src/testing.ts'));
	const core = await builtCore();
	return { core, trace: (events) => madeTraceText(core, events), close: () => server.close() };
}

/**
 * What `lockstep bench` measured, one JSON object a line. It names its workloads, so that WASM can
 * be given the very same ones.
 */
export async function nativeWorkloads() {
	const text = await outputOf(at(NATIVE, 'lockstep'), ['bench'], { timeout: 180_000 });
	if (text === undefined) throw new Told('lockstep bench failed');
	const lines = text.split('\n').filter(Boolean);
	return lines.map((line) => JSON.parse(line));
}

const inWords = ({ name, threads, rounds, states }) =>
	[name, `${threads} threads`, rounds && `${rounds} rounds`, states && `${states} states`]
		.filter(Boolean)
		.join(', ');

export const nativeFigures = (workloads) =>
	workloads.map((workload) => ({
		name: `native ${workload.figure}`,
		detail: inWords(workload),
		value: workload.value,
	}));

/** The configuration that `lockstep bench` gives a workload: everybody in the first role, no environment. */
function configFor(core, { name, threads, rounds = 255 }) {
	const scenario = core.scenario(name);
	const roles = new Array(threads).fill(0);
	return core.configOf(name, { threads, rounds, roles, budget: scenario.budget.map(() => 0) });
}

/** The best of a few short trials: on a shared machine the others measure the neighbours. */
function bestRate(trial) {
	const rates = [];
	for (let i = 0; i < TRIALS; i++) {
		const start = performance.now();
		let steps = 0;
		let elapsed = 0;
		while (elapsed < TRIAL_SECONDS) {
			steps += trial();
			elapsed = (performance.now() - start) / 1000;
		}
		rates.push(steps / elapsed);
	}
	return Math.max(...rates);
}

/** A schedule of random threads, none of which spins, as long as the configuration goes. */
export function randomSchedule(core, config, length, seed = 1) {
	const session = core.session(config);
	let random = seed;
	while (session.length < length) {
		random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
		const able = session.options().filter(({ env, result }) => env === '' && result === 'moved');
		if (able.length === 0) break;
		session.step(able[(random >>> 16) % able.length].action);
	}
	return session.actions();
}

function restart(core, config) {
	const engine = core.family(config.lock);
	engine.holder = undefined;
	engine.memory.writeConfig(config);
	engine.exports.ls_api_reset();
	return engine;
}

/** A whole schedule stepped inside the module, as `lockstep bench` steps it natively. */
function replay(core, config, schedule) {
	const { memory, exports } = restart(core, config);
	memory.writeBytes(schedule, 0);
	const applied = exports.ls_api_replay(schedule.length);
	if (applied !== schedule.length) throw new Error(`the replay stopped at step ${applied}`);
	return applied;
}

/**
 * The same schedule with a call from JavaScript for each step. A page steps one lock, so each has a copy of the loop: in one that has
 * called the modules of several, every call takes a longer way.
 */
async function stepsOneByOne({ lock }) {
	const loop = pathToFileURL(at('scripts/bench/one-by-one.mjs'));
	loop.search = `lock=${lock}`;
	const { callOneByOne } = await import(loop);
	return (core, config, schedule) => callOneByOne(restart(core, config).exports, schedule);
}

/** One search in this thread, in slices as long as those of the native one. */
function search(core, config) {
	const { exports, memory } = restart(core, config);
	memory.writeConfig(config);
	const start = performance.now();
	if (exports.ls_api_explore_start(MAX_STATES) < 0) throw new Error('the search did not start');
	while (exports.ls_api_explore_slice(SLICE) === 1);
	const seconds = (performance.now() - start) / 1000;
	const { states } = memory.readStats(exports.ls_api_explore_stats());
	return { states, seconds };
}

/** The machine at moments all over a schedule, as one that drags the slider asks for it. */
function lookAnywhere(session) {
	const moments = 100;
	for (let i = 1; i <= moments; i++) session.machine(Math.imul(i, 7919) % session.length);
	return moments;
}

async function stepFigures(core, workload) {
	const config = configFor(core, workload);
	const callOneByOne = await stepsOneByOne(config);
	const detail = inWords(workload);
	const schedule = randomSchedule(core, config, STEPS);
	const rate = (run) => bestRate(() => run(core, config, schedule));
	const session = core.session(config);
	session.load(schedule);
	const moments = bestRate(() => lookAnywhere(session));
	return [
		{ name: 'WASM machine steps/s', detail, value: rate(replay) },
		{ name: 'WASM steps/s, called one by one', detail, value: rate(callOneByOne) },
		{ name: 'WASM moments/s, anywhere in the run', detail, value: moments },
	];
}

/** The fastest of as many searches as a second has room for, as `lockstep bench` does it: a short one is its neighbours' noise. */
function searchFigures(core, workload) {
	const config = configFor(core, workload);
	const runs = [];
	for (let all = 0; all < SEARCH_SECONDS; all += runs.at(-1).seconds)
		runs.push(search(core, config));
	const { states, seconds } = runs.sort((a, b) => a.seconds - b.seconds)[0];
	if (states !== workload.states) {
		throw new Told(`${workload.name}: ${workload.states} states native, ${states} in WASM`);
	}
	return [{ name: 'WASM states/s', detail: inWords(workload), value: states / seconds }];
}

/** The workloads of `lockstep bench`, in WASM. */
export async function wasmFigures(core, workloads) {
	const figures = [];
	for (const workload of workloads) {
		const measure = workload.figure === 'states/s' ? searchFigures : stepFigures;
		figures.push(...(await measure(core, workload)));
	}
	return figures;
}
