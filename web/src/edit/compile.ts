/** Reads and compiles a reader's text. Runs in a Worker: what somebody writes may take its time. */
import families from '@generated/families.json';
import {
	codeOnly,
	featuresIn,
	kernelC,
	type Problem,
	type Project,
	parseProject,
	problemsOf,
	stringOf,
	type Text,
} from '../../../core-c/dialect';
import { compileText } from '../../../core-c/dialect/emit';
import type { Edit } from '../../../wasm/src/edited';
import { changedCode } from './differing';

/** What is to be compiled. */
export interface Order {
	/** name and number of the lock */
	lock: string;
	number: number;
	/** names of the procedures that it uses, by their numbers */
	procs: readonly string[];
	/** name of the text */
	name: string;
	/** as the reader has it */
	source: string;
	/** of a repair: the text that it begins with, and the procedures that may be changed there */
	repair?: { start: string; may: readonly string[] } | undefined;
}

export type Compilation = { edit: Edit } | { problems: Problem[] };

/** Published texts and their headers, by name. */
export type Sources = (name: string) => Promise<{ text: string; header: string } | undefined>;

type File = { path: string; text: string };

/** The texts that a lock is made of, as files of a project. */
async function filesOf(lock: string, sources: Sources): Promise<File[]> {
	const names = (families as Record<string, string[]>)[lock] ?? [];
	const all = names.map(async (name) => {
		const found = await sources(name);
		if (!found) return [];
		const path = `${name}/${name}`;
		return [
			{ path: `${path}.c`, text: found.text },
			{ path: `${path}.h`, text: found.header },
		];
	});
	return (await Promise.all(all)).flat();
}

function withText(files: readonly File[], name: string, source: string): File[] {
	const path = `${name}/${name}.c`;
	return files.map((file) => (file.path === path ? { path, text: source } : file));
}

const projectWith = (files: readonly File[], name: string, source: string): Project =>
	parseProject(withText(files, name, source));

const named = ({ texts }: Project, name: string): Text | undefined =>
	texts.find((text) => text.name === name);

const problemIn =
	({ file }: Text) =>
	({ line, column }: { line: number; column: number }, message: string): Problem => ({
		...{ file, line, column, message },
		rule: 'fixed',
	});

const spaced = (raw: string) => raw.replace(/\s+/g, ' ').trim();

/** What the page takes from the page’s text, whatever stands in the reader's: one problem for each line that differs. */
function fixedLines(published: Text, own: Text): Problem[] {
	const at = problemIn(own);
	const said = ({ keyword, args, fields }: Text['lines'][number]) =>
		spaced(
			`${keyword}(${args.map(({ raw }) => raw).join(',')}|${Object.entries(fields)
				.map(([field, { raw }]) => `${field}=${raw}`)
				.join(',')})`,
		);
	const before = new Set(published.lines.map(said));
	const lines = own.lines
		.filter((line) => line.file === own.file && !before.has(said(line)))
		.map((line) =>
			at(
				line.span,
				`${line.keyword} stays as it is: the page runs what the procedures do, and takes the lines about the lock from the page’s text`,
			),
		);
	const present = new Set(own.lines.map(said));
	const gone = published.lines
		.filter((line) => line.file === published.file && !present.has(said(line)))
		.map((line) =>
			at(
				{ line: 1, column: 1 },
				`the line ${line.keyword}(${line.args[0]?.raw ?? ''}, …) is missing or changed: it stays as it is published`,
			),
		);
	const shape = ({ structs, constants, macros }: Text) =>
		spaced(
			JSON.stringify([
				structs.map(({ tag, members }) => [
					tag,
					members.map(({ name, type, count }) => [name, type, count]),
				]),
				constants.map(({ name, raw }) => [name, raw]),
				macros.map(({ name, params, body }) => [name, params, body]),
			]),
		);
	const other =
		shape(published) === shape(own)
			? []
			: [at({ line: 1, column: 1 }, 'structures, constants and macros stay as they are published')];
	return lines.length > 0 ? lines : [...gone.slice(0, 1), ...other];
}

/** Of a repair: what the threads do with the lock stays, else an emptied one would pass. */
function fixedBodies(was: Text, own: Text, may: readonly string[]): Problem[] {
	const at = problemIn(own);
	const bodyOf = (text: Text, { first, last }: Text['procs'][number]) =>
		spaced(
			codeOnly(text.files[text.file] ?? '')
				.split('\n')
				.slice(first - 1, last)
				.join('\n'),
		);
	const fixed = was.procs.filter(({ name }) => !may.includes(name));
	return fixed.flatMap((proc) => {
		const now = own.procs.find(({ name }) => name === proc.name);
		if (!now || bodyOf(own, now) === bodyOf(was, proc)) return [];
		return [
			at(now.nameSpan, `${proc.name} stays as it is: what is to be repaired is in ${listed(may)}`),
		];
	});
}

const listed = (names: readonly string[]): string =>
	names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Each procedure has its number, by which frames and pictures know it. */
function fixedProcs(published: Text, own: Text): Problem[] {
	const at = problemIn(own);
	const before = published.procs.map(({ name }) => name);
	const added = own.procs.filter(({ name }) => !before.includes(name));
	const gone = before.filter((name) => !own.procs.some((proc) => proc.name === name));
	const others = own.procs.flatMap((proc) => {
		const was = published.procs.find(({ name }) => name === proc.name);
		return was && was.object !== proc.object
			? [at(proc.objectSpan, `${proc.name} works on struct ${was.object}, as published`)]
			: [];
	});
	return [
		...added.map(({ name, nameSpan }) =>
			at(nameSpan, `${name} is new: the page has a place for the published procedures alone`),
		),
		...gone.map((name) => at({ line: 1, column: 1 }, `the procedure ${name} is missing`)),
		...others,
	];
}

export async function compile(order: Order, sources: Sources): Promise<Compilation> {
	const files = await filesOf(order.lock, sources);
	const published = files.filter(({ path }) => path.startsWith(`${order.name}/`));
	const begun = order.repair ? withText(published, order.name, order.repair.start) : published;
	const was = named(parseProject(begun), order.name);
	const project = projectWith(files, order.name, order.source);
	const text = named(project, order.name);
	const lock = named(project, order.lock);
	if (!text || !was || !lock) throw new RangeError(`there is no text ${order.name}`);
	const problems = problemsOf(project, text);
	if (problems.length > 0) return { problems };
	const fixed = [
		...fixedLines(was, text),
		...fixedProcs(was, text),
		...(order.repair ? fixedBodies(was, text, order.repair.may) : []),
	];
	if (fixed.length > 0) return { problems: fixed };
	const numbers = Object.fromEntries(order.procs.map((name, number) => [name, number]));
	const target = { lock, numbers: new Map(Object.entries(numbers)) };
	const base = was.files[was.file] ?? '';
	const compiled = compileText(project, text, target, changedCode(base, order.source));
	if (!('bytes' in compiled)) return { problems: [compiled] };
	return { edit: { ...compiled, lock: order.number, numbers } };
}

/** Which text is to be shown as C. */
export interface KernelOrder extends Pick<Order, 'lock' | 'name' | 'source'> {
	/** name of the variant of the lock; '' of a text that others use */
	variant: string;
	/** names of the switches that are on */
	switches: readonly string[];
}

export async function kernelOf(order: KernelOrder, sources: Sources): Promise<string> {
	const files = await filesOf(order.lock, sources);
	const project = projectWith(files, order.name, order.source);
	const text = named(project, order.name);
	if (!text) throw new RangeError(`there is no text ${order.name}`);
	const variant = text.variants.find(
		({ fields }) => stringOf(fields.name?.raw ?? '') === order.variant,
	);
	const features = featuresIn(variant?.fields.has?.raw);
	return kernelC(project, text, { features, switches: [...order.switches] });
}
