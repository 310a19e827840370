/** Reads the files of a project into texts. */
import { evaluateConstants } from './constants';
import { layOut } from './layout';
import { lex } from './lex';
import { FileParser } from './parse-file';
import { Reporter } from './report';
import { Stream } from './stream';
import type { Project, Text } from './tree';
import { LIMITS } from './tree';

export interface SourceFile {
	path: string;
	text: string;
}

/** mcs.c and mcs.h, in a folder mcs or in none. */
const NAME = /^(?:(?:.*\/)?([^/]+)\/)?([^/]*)\.[ch]$/;

/** The texts of these files: mcs.c and mcs.h are the text mcs. Other files are passed over. */
export function parseProject(files: readonly SourceFile[]): Project {
	const byName = new Map<string, SourceFile[]>();
	for (const file of files) {
		const [, folder, name] = NAME.exec(file.path) ?? [];
		if (name && (folder ?? name) === name) byName.set(name, [...(byName.get(name) ?? []), file]);
	}
	const texts = [...byName]
		.filter(([, group]) => group.some(({ path }) => path.endsWith('.c')))
		.map(([name, group]) => parseText(name, group));
	texts.sort((a, b) => (a.name < b.name ? -1 : 1));
	const project = { texts };
	for (const text of texts) {
		evaluateConstants(project, text);
		layOut(project, text);
	}
	return project;
}

function parseText(name: string, files: readonly SourceFile[]): Text {
	const body = files.find(({ path }) => path.endsWith('.c')) as SourceFile;
	const text = emptyText(name, body.path);
	/* the header first: the text is written in its names */
	const ordered = [...files].sort((a, b) => (a.path > b.path ? -1 : 1));
	for (const file of ordered) {
		text.files[file.path] = file.text;
		const report = new Reporter(file.path);
		new FileParser(new Stream(lex(file.path, file.text, report), report), text).run();
		text.errors.push(...report.problems);
	}
	text.errors.length = Math.min(text.errors.length, LIMITS.errors);
	return text;
}

const emptyText = (name: string, file: string): Text => ({
	name,
	file,
	files: {},
	uses: [],
	variants: [],
	switches: [],
	words: [],
	roles: [],
	queues: [],
	invariants: [],
	inits: [],
	lines: [],
	structs: [],
	constants: [],
	macros: [],
	procs: [],
	errors: [],
});
