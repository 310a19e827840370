/**
 * The lock texts as the front end reads them: one folder a text, core-c/locks/<text>/<text>.c and .h. This is the
 * one list of locks; the C, the modules of the page, its tests and the kernel module are made from it.
 */
import { readFileSync } from 'node:fs';
import { at, filesUnder } from './files.mjs';
import { Told } from './run.mjs';

export const TEXTS = 'core-c/locks';

/** Names of the folders that hold a text, sorted. */
export const textNames = () =>
	filesUnder(TEXTS, (path) => /\/(\w+)\/\1\.c$/.test(path)).map(
		(path) => /\/(\w+)\.c$/.exec(path)[1],
	);

const raw = (values) => values.map((value) => value.raw);

/** A line of the text with its arguments as they stand there. */
const plain = ({ keyword, args, fields }) => ({
	keyword,
	args: raw(args),
	fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.raw])),
});

const linesOf = (proc, keyword) =>
	proc.steps.filter((step) => step.keyword === keyword).map(({ line }) => line - proc.first);

function procedure(proc, { dead, clear, means, deaf }) {
	return {
		name: proc.name,
		object: `struct ${proc.object}`,
		locals: proc.locals.map(({ name, type }) => ({ name, type })),
		first: proc.first,
		last: proc.last,
		user: proc.mode === 'user',
		/* no signal concerns it */
		deaf: deaf.has(proc.name),
		calls: proc.calls.map((call) => call.proc),
		/* lines that access something, counted from that of the PROC */
		accesses: proc.steps.map(({ line }) => line - proc.first),
		dead,
		clear,
		means,
		/* additions whose answer is not the value before, by their lines, counted from that of the PROC */
		answersNew: linesOf(proc, 'ADD_RETURN'),
		answersNothing: linesOf(proc, 'ADD'),
		phrases: proc.steps
			.filter(({ phrase }) => phrase)
			.map(({ line, phrase }) => ({
				line: line - proc.first,
				done: phrase.done,
				otherwise: phrase.otherwise ?? '',
				handoff: phrase.handoff ?? '',
			})),
	};
}

/** The files of all texts, as the front end takes them. */
export const textFiles = (names = textNames()) =>
	names.flatMap((name) =>
		['c', 'h'].map((kind) => {
			const path = `${TEXTS}/${name}/${name}.${kind}`;
			return { path, text: readFileSync(at(path), 'utf8') };
		}),
	);

/** Every text, with its lines by keyword, its procedures in order and the structures of its header. */
export function readTexts(frontEnd, files = textFiles()) {
	const project = frontEnd.parseProject(files);
	const wrong = project.texts.flatMap(({ errors }) => errors);
	if (wrong.length > 0)
		throw new Told(
			wrong
				.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
				.join('\n'),
		);
	return project.texts.map((text) => {
		const lines = [
			...(text.lock ? [text.lock] : []),
			...text.variants,
			...text.switches,
			...text.words,
			...text.roles,
			...text.queues,
			...text.invariants,
			...text.inits,
		].map(plain);
		const scope = frontEnd.scopeOf(project, text);
		const deaf = frontEnd.deafProcs(project, text);
		const source = (kind) => files.find(({ path }) => path.endsWith(`/${text.name}.${kind}`)).text;
		return {
			name: text.name,
			text: source('c'),
			header: source('h'),
			/* of the text and of its header, comments and the insides of strings taken out */
			code: ['h', 'c'].map((kind) => frontEnd.codeOnly(source(kind))),
			uses: text.uses,
			lock: text.lock && plain(text.lock),
			of: (keyword) => lines.filter((line) => line.keyword === keyword),
			structs: Object.fromEntries(text.structs.map(({ tag, members }) => [tag, members])),
			procs: text.procs.map((proc) =>
				procedure(proc, {
					dead: frontEnd.deadMasks(proc, scope),
					clear: frontEnd.clearMasks(proc, scope),
					means: frontEnd.meaningsOf(proc, scope),
					deaf,
				}),
			),
		};
	});
}
