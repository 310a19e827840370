/**
 * Published lock texts, as their source has them, beside ours, access by access: how they are compiled, and what must
 * come of it. Which there are: own-text-kernel.mjs, own-text-glibc.mjs, each a project:
 *
 * folder: the files here. shim: what stands for each header that matches `stubbed` and is none of the project's own;
 * roots: where <name> lies in its tree; texts, each of which has
 * unit: the file here; parts: others that it needs. source: the text that is compared. files: what is taken of the tree; all else that these include
 * is the shim. numbers: where our text has smaller constants, [ours, theirs, the file's end]. faults: switches of our text, and broken: one line of it
 * changed, that must each differ within `soon` steps.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, writeIfChanged } from './files.mjs';
import { textNames } from './texts.mjs';

const SIDE = 'core-c/kernel/own-text'; // what all projects share
const STEPS = 3_000_000;
const SOON = 3000; // steps within which a fault must show
export const compiler = process.env.CC ?? 'gcc';

export const filesOf = ({ texts }) => [...new Set(texts.flatMap(({ files }) => files))];

function must(args, what) {
	const r = spawnSync(compiler, args, { encoding: 'utf8' });
	if (r.error) throw r.error;
	if (r.status !== 0) throw new Error(`${what} does not compile:\n${r.stderr}`);
}

/** For each header that the texts include and that is none of their own: one that is the shim. */
function stubs(project, one, tree, folder) {
	const own = new Set(one.files);
	for (const file of one.files)
		for (const [, name] of readFileSync(join(tree, file), 'utf8').matchAll(project.stubbed)) {
			if (project.roots.some((root) => own.has(`${root}/${name}`))) continue;
			const path = join(folder, name);
			mkdirSync(dirname(path), { recursive: true });
			writeIfChanged(path, `#include "${project.shim}"\n`);
		}
}

const OURS = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-fno-strict-aliasing'];

/** The parts that all programs share, compiled once into `folder`. */
function shared(folder) {
	const sources = [
		...['side', 'theirs', 'ours', 'shim'].map((name) => at(SIDE, `${name}.c`)),
		...[
			'backend/step/access',
			'backend/step/access_tasks',
			'environment',
			'machine',
			'op',
			'registry',
			'state',
			'judge',
		].map((name) => at(`core-c/${name}.c`)),
		...['texts', 'facts'].map((name) => at(`build/generated/${name}.c`)),
	];
	return sources.map((source) => object(folder, source));
}

const include = (...folders) => folders.map((path) => `-I${path}`);

function object(folder, source, first = [], name = source) {
	const out = join(folder, `${name.replace(/^.*\/core-c\//, '').replaceAll('/', '_')}.o`);
	must(
		[...OURS, ...first, ...include(at('core-c'), at('build/generated')), '-c', source, '-o', out],
		source,
	);
	return out;
}

/** The published text: with a call before each plain access, and not one line changed. */
function theirs(project, one, tree, folder) {
	const headers = join(folder, 'headers', one.name);
	mkdirSync(headers, { recursive: true });
	stubs(project, one, tree, headers);
	const out = join(folder, `${one.name}.o`);
	const roots = project.roots.filter((root) =>
		one.files.some((file) => file.startsWith(`${root}/`)),
	);
	must(
		[
			...[
				'-std=gnu11',
				'-O1',
				'-Wall',
				'-Werror',
				'-Wno-unused',
				'-fno-strict-aliasing',
				'-fsanitize=thread',
			],
			...project.flags,
			...(one.defines ?? []).map((name) => `-D${name}`),
			...include(at('core-c'), at(project.folder), headers, tree),
			...include(...roots.map((root) => join(tree, root))),
			...['-c', at(project.folder, `${one.unit}.c`), '-o', out],
		],
		one.name,
	);
	return out;
}

/** Our text with pieces of it changed: its object file. */
function changedText({ text }, changes, folder, name) {
	const changed = join(folder, name);
	mkdirSync(join(changed, 'locks', text), { recursive: true });
	for (const end of ['c', 'h']) {
		let now = readFileSync(at(`core-c/locks/${text}/${text}.${end}`), 'utf8');
		for (const [from, to, which = 'c'] of changes) {
			if (which !== end) continue;
			if (!now.includes(from)) throw new Error(`${text}.${end} has no ${from}`);
			now = now.replace(from, () => to);
		}
		writeFileSync(join(changed, 'locks', text, `${text}.${end}`), now);
	}
	return object(folder, join(changed, 'locks', text, `${text}.c`), include(changed), name);
}

function link(folder, name, objects) {
	const program = join(folder, name);
	must(['-o', program, ...objects], name);
	return program;
}

function ask(program, ...args) {
	const r = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
	const said = r.error ? r.error.message : r.stdout.trim() || `${r.signal ?? r.status} ${r.stderr}`;
	return { right: r.status === 0, said };
}

/**
 * All comparisons with the texts of a tree; `folder` is for what is compiled. Each is { title, right, said }: right when a
 * text of ours shows no difference, and one with a fault does.
 */
export function* compared(project, tree, folder, only = '') {
	const common = shared(folder);
	const texts = new Map(
		textNames().map((name) => [name, object(folder, at(`core-c/locks/${name}/${name}.c`))]),
	);
	for (const one of project.texts.filter(({ name }) => name.startsWith(only))) {
		const soon = one.soon ?? SOON;
		const { numbers = [] } = one;
		const parts = (one.parts ?? []).map((name) =>
			object(folder, at(project.folder, `${name}.c`), [
				...project.flags,
				...include(at(project.folder)),
			]),
		);
		const fixed = [...common, theirs(project, one, tree, folder), ...parts];
		const withText = (name, changes) => {
			const ours = new Map(texts);
			if (changes.length) ours.set(one.text, changedText(one, changes, folder, `changed ${name}`));
			return link(folder, name, [...fixed, ...ours.values()]);
		};
		const program = withText(one.name, numbers);
		yield { title: one.name, ...ask(program, String(STEPS)) };
		for (const fault of one.faults)
			yield { title: `${one.name} with ${fault}`, ...ask(program, String(soon), fault) };
		for (const [nth, change] of one.broken.entries()) {
			const broken = withText(`${one.name} ${nth}`, [...numbers, change]);
			yield {
				title: `${one.name} with “${change[1].replace(/\s+/g, ' ')}”`,
				...ask(broken, String(soon), 'broken'),
			};
		}
	}
}
