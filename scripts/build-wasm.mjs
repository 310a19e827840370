import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { gzipSync } from 'node:zlib';
import { generate } from './generate.mjs';
import { at, filesUnder, hashOf, readIfThere } from './lib/files.mjs';
import { hasFile } from './lib/generate/folders.mjs';
import { isMain, main, mustRun, Told } from './lib/run.mjs';
import { FACTS_EXPORTS, FACTS_MODULE, writeFacts } from './lib/wasm-facts.mjs';

/**
 * Four modules a lock, with the texts that it uses and no other: what steps and searches; what opens recorded
 * runs, which is as much code and which most readers never need; what steps and searches a text that the reader has
 * edited; and what looks for starvation, in the built text or an edited one. What the linker reaches from no export, it
 * leaves out.
 */
const KINDS = [
	{
		output: (lock) => `wasm/dist/${lock}.wasm`,
		level: '-O3',
		/* what is rare in a step stays out of line: else its many locals are saved and loaded in each */
		passes: ['-sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=250'],
		exported: (name) => !isOfTraces(name) && !isOfStarvation(name),
	},
	{
		output: (lock) => `wasm/dist/${lock}-trace.wasm`,
		level: '-Oz' /* a search steps more, these have less room */,
		lean: true,
		exported: (name) => isOfTraces(name) || OF_ALL.has(name),
	},
	{
		output: (lock) => `wasm/dist/${lock}-edit.wasm`,
		level: '-Oz' /* what a search spends its time in keeps its own level */,
		replaced: true,
		exported: (name, lock) =>
			!isOfTraces(name) &&
			!isOfStarvation(name) &&
			(!isOfLevels(name) || (name === OF_REPAIRS && hasFile(lock, 'repairs.c'))),
		edited: true,
	},
	{
		output: (lock) => `wasm/dist/${lock}-starvation.wasm`,
		level: '-O3',
		exported: (name) => isOfStarvation(name) || OF_ALL.has(name),
		edited: true,
	},
];
const isOfTraces = (name) => name.startsWith('ls_api_trace_');
const isOfLevels = (name) => name.startsWith('ls_api_goal_');
/** What a reader's text must be able to reach, where a repair is judged. */
const OF_REPAIRS = 'ls_api_goal_start';
const isOfStarvation = (name) => name.startsWith('ls_api_starvation_');
/** Through these, texts and configurations go in and out. */
const OF_ALL = new Set(['ls_api_text', 'ls_api_machine', 'ls_api_record', 'ls_api_config']);
const STAMP = 'build/wasm.stamp';
const OBJECTS = 'build/wasm';

const COMPILE = [
	'-DLS_MODULE',
	'-std=gnu11',
	'-flto',
	'-fno-strict-aliasing',
	'-mbulk-memory',
	'-Wall',
	'-Wextra',
	'-Werror',
	'-Icore-c',
	'-Ibuild/generated',
];
/* Each file keeps the level that it was compiled at; this one is for what is done to the whole. */
const LINK = [
	'-flto',
	'-mbulk-memory',
	'-sSTANDALONE_WASM',
	'--no-entry',
	'-sALLOW_MEMORY_GROWTH=1',
	'-sINITIAL_MEMORY=8MB',
	'-sMAXIMUM_MEMORY=4294967296',
	'-sTOTAL_STACK=262144',
	'-sMALLOC=emmalloc',
];

/** What a search spends its time in is made fast, all else small. */
const FAST =
	/^core-c\/(?:machine|state|judge|environment|registry)\.c$|^core-c\/(?:backend|check)\/(?!late|fair|round|race|happens)/;
const TEXT = /^core-c\/locks\/(\w+)\/\1\.c$/;
const isText = ({ source }) => TEXT.test(source);
/** A text that only serves the lock of the module: in its own it is fast. */
const isOfAnother =
	(lock) =>
	({ source }) =>
		TEXT.test(source) && TEXT.exec(source)[1] !== lock;
const isFast = (path) => FAST.test(path) || TEXT.test(path);
/** What few steps need; where there is least room beside what a search needs, it is small. */
const isSeldom = ({ source }) => /\/(?:environment|registry|access_tasks)\.c$/.test(source);
const isTextOrSeldom = (object) => isText(object) || isSeldom(object);
/** Bytes, packed, that a module may come to: where it is more, its own text is small as well, and then what few steps need. */
const ROOM = 40_000;
/** Only recordings need them, whose modules have the least room of all; and what stands beside a text. */
const SMALLEST =
	/^core-c\/conform\/|^core-c\/check\/(?:races?|happens)\.c$|^core-c\/locks\/(\w+)\/(?!\1\.c$)|^wasm\/traces\.c$/;
const levelOf = (path) => (isFast(path) ? '-O2' : SMALLEST.test(path) ? '-Oz' : '-Os');

/** What runs only outside the browser: the command line, real threads, real system calls, the kernel. */
const NATIVE_ONLY =
	/^core-c\/(cli\/|kernel\/|glibc\/|dialect\/|backend\/(?!step\/))|_(test|native|kernel)\.c$/;
const IN_FACTS_ONLY = /^core-c\/facts\//;

/** Which texts each lock uses, itself first. */
const families = () => JSON.parse(readFileSync(at('build/generated/families.json'), 'utf8'));
const cFiles = () => filesUnder('core-c', (path) => path.endsWith('.c') && !NATIVE_ONLY.test(path));
/** Compiled for each family anew, for they have guards. */
const tables = () =>
	filesUnder('build/generated', (path) => /generated\/\w+\.c$/.test(path) && path !== BY_NAME);
/** How the machine comes to the procedures: of one lock by name; else through the table. */
const BY_NAME = 'build/generated/run.c';
const FACTS = ['wasm/facts.c', 'wasm/told.c'];
const EDITED = 'wasm/edit.c';
const BOUNDARY = ['wasm/api.c', 'wasm/traces.c', 'wasm/starvation.c', EDITED];
/** Procedures of a compiled text are put into the table of the module. */
const TABLE = ['-sALLOW_TABLE_GROWTH=1', '-Wl,--export-table'];

/** The exported C functions: one a line, # starts a comment. */
export function exportNames(file = 'wasm/exports.txt', text = readFileSync(at(file), 'utf8')) {
	return text
		.split('\n')
		.map((line) => line.replace(/#.*/, '').trim())
		.filter(Boolean);
}

function inputs() {
	const headers = filesUnder('core-c', (path) => /\.(h|def|inc)$/.test(path));
	/* not what is made of the modules: films and lessons */
	const generated = filesUnder('build/generated', (path) =>
		/^build\/generated\/[^/]+\.(?:h|json)$/.test(path),
	);
	const ours = filesUnder('wasm', (path) => /^wasm\/[^/]*\.(h|def|txt)$/.test(path));
	const scripts = [
		'scripts/build-wasm.mjs',
		'scripts/lib/repairs.mjs',
		'scripts/lib/wasm-facts.mjs',
		...filesUnder('core-c/dialect', (path) => path.endsWith('/settled.ts')),
		'scripts/lib/wasm-records.mjs',
	];
	const all = [...cFiles(), ...tables(), BY_NAME, ...FACTS, ...BOUNDARY, ...headers, ...generated];
	return [...new Set([...all, ...ours, ...scripts])];
}

const outputs = () => [
	...Object.keys(families()).flatMap((lock) => KINDS.map(({ output }) => output(lock))),
	...Object.keys(families()).map((lock) => `wasm/generated/facts/${lock}.ts`),
	'wasm/generated/index.ts',
	'wasm/generated/families.ts',
	'wasm/generated/machine.ts',
	'wasm/generated/records.ts',
	'wasm/generated/levels.ts',
	'wasm/generated/repairs.ts',
];

/** Compiles the modules, and from one that is not shipped what TypeScript knows of C, when any input changed. */
export async function buildWasm() {
	const stamp = hashOf(inputs());
	const built = outputs().every((output) => readIfThere(at(output)) !== undefined);
	if (readIfThere(at(STAMP)) === stamp && built) {
		console.log('wasm/dist is up to date');
		return;
	}
	for (const folder of ['wasm/dist', OBJECTS]) {
		rmSync(at(folder), { recursive: true, force: true });
		mkdirSync(at(folder), { recursive: true });
	}
	console.log(
		'Building wasm/dist (the first time, an emcc not from Debian builds its own libraries: minutes)',
	);
	await buildModules();
	writeFileSync(at(STAMP), stamp);
}

/** Those of some locks, whatever there is of the others; and the facts, which are of all. */
export async function buildModules(locks = Object.keys(families()), { traces = true } = {}) {
	const listed = (path) => /\/locks\/\w+\/(?:scenarios|levels|repairs)\.c$/.test(path);
	const shared = await compileAll([
		...cFiles().filter((path) => !listed(path)),
		...BOUNDARY,
		BY_NAME,
	]);
	const kinds = traces ? KINDS : KINDS.slice(0, 1);
	const fast = shared.map(({ source }) => source).filter(isFast);
	const smaller = await compileAll(fast, ['-Os'], 'smaller');
	const texts = fast.filter((source) => TEXT.test(source));
	/* what a reader edits is compiled in the page */
	const smallest = traces ? await compileAll(texts, ['-Oz'], 'smallest') : [];
	const small = (name) => (object) =>
		!IN_FACTS_ONLY.test(object.source) && !name.test(object.source);
	await inParallel(
		locks.map((lock) => async () => {
			const used = families()[lock];
			const family = ['-DLS_FAMILY', `-DLS_HERE_${lock}`];
			const own = await compileAll(
				[...tables(), ...cFiles().filter((path) => listed(path) && path.includes(`/${lock}/`))],
				family,
				lock,
			);
			const others = new RegExp(`^core-c/locks/(?!(?:${used.join('|')})/)`);
			const objects = [...shared.filter(small(others)), ...own];
			const named = texts.filter((source) => !others.test(source));
			const byName = await compileAll([...named, BY_NAME], family, lock);
			const smallByName = await compileAll(named, [...family, '-Os'], `${lock}-smaller`);
			for (const { output, level, passes = [], lean, replaced, exported, edited } of kinds) {
				const chosen = edited
					? objects
					: instead(
							objects.filter(({ source }) => source !== EDITED),
							byName,
						);
				const lesser = edited ? smaller : instead(smaller, smallByName);
				const names = exportNames().filter((name) => exported(name, lock));
				const linked = (those) =>
					link(output(lock), those, edited ? [...names, ...exportNames('wasm/edits.txt')] : names, [
						level,
						...passes,
						...(edited ? TABLE : []),
					]);
				if (lean) await linked(instead(chosen, lesser));
				else if (replaced) await linked(instead(chosen, [...smallest, ...lesser.filter(isSeldom)]));
				else
					for (const which of [isOfAnother(lock), isText, isTextOrSeldom])
						if ((await linked(instead(chosen, lesser.filter(which)))) <= ROOM) break;
			}
		}),
	);
	const all = await compileAll([...tables(), ...FACTS, ...cFiles().filter(listed)], [], 'facts');
	const others = shared.filter(({ source }) => source !== EDITED);
	await link(FACTS_MODULE, [...others, ...all], FACTS_EXPORTS);
	await writeFacts(readFileSync(at(FACTS_MODULE)));
}

/** The objects, but those of the others that have the same source. */
const instead = (objects, others) =>
	objects.map((object) => others.find(({ source }) => source === object.source) ?? object);

/** Jobs, so many at a time as there are processors. */
async function inParallel(jobs) {
	const waiting = [...jobs];
	const work = async () => {
		for (let job = waiting.shift(); job; job = waiting.shift()) await job();
	};
	await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function compileAll(sources, flags = [], folder = 'shared') {
	mkdirSync(at(OBJECTS, folder), { recursive: true });
	const objects = sources.map((source) => ({
		source,
		path: `${OBJECTS}/${folder}/${source.replaceAll('/', '-')}.o`,
	}));
	await inParallel(
		objects.map(
			({ source, path }) =>
				() =>
					mustRun('emcc', [...COMPILE, levelOf(source), ...flags, '-c', source, '-o', path]),
		),
	);
	return objects;
}

/** What it comes to, packed. */
async function link(output, objects, names, flags = ['-O3']) {
	const exported = `-sEXPORTED_FUNCTIONS=${names.map((name) => `_${name}`).join(',')}`;
	await mustRun('emcc', [
		...flags,
		...LINK,
		exported,
		...objects.map(({ path }) => path),
		'-o',
		output,
	]);
	const bytes = readFileSync(at(output));
	const packed = gzipSync(bytes).length;
	checkModule(output, names, bytes);
	console.log(`${output}: ${bytes.length} bytes, ${packed} gzip`);
	return packed;
}

/** The loader gives the module no imports but these. */
function checkModule(output, names, bytes) {
	const module = new WebAssembly.Module(bytes);
	const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
	const absent = names.filter((name) => !exported.has(name));
	if (absent.length > 0) throw new Told(`${output} does not export ${absent.join(', ')}`);
	for (const { module: from, name } of WebAssembly.Module.imports(module)) {
		const known = from === 'wasi_snapshot_preview1' || name === 'emscripten_notify_memory_growth';
		if (!known) throw new Told(`${output} asks for ${from}.${name}, which no loader gives it`);
	}
}

if (isMain(import.meta)) {
	main(async () => {
		await generate();
		await buildWasm();
	});
}
