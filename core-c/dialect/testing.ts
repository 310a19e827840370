/** For tests: the shipped texts, and small ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseProject } from './index';
import type { Proc, Project, Text } from './tree';

const FOLDER = fileURLToPath(new URL('../locks/', import.meta.url));

/** Every lock is a folder, and nothing else lists it. */
export const TEXTS = readdirSync(FOLDER, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name)
	.sort();

export const fixtureFiles = (): { path: string; text: string }[] =>
	readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((path) => /^(\w+)\/\1\.[ch]$/.test(path))
		.sort()
		.map((path) => ({ path, text: readFileSync(`${FOLDER}${path}`, 'utf8') }));

export const fixtures = (): Project => parseProject(fixtureFiles());

export function textOf(project: Project, name: string): Text {
	const text = project.texts.find((one) => one.name === name);
	if (!text) throw new Error(`no text ${name}`);
	return text;
}

export function procOf(text: Text, name: string): Proc {
	const proc = text.procs.find((one) => one.name === name);
	if (!proc) throw new Error(`no procedure ${name}`);
	return proc;
}

export const SMALL_HEADER = `struct x_node { word next; word locked; };
struct spot { word tail; };
struct x {
	word tail; /* the last one */
	list waiters;
	struct x_node node[NODES];
	struct spot b[4];
	struct spot spin;
};
#define X_FLAG 0x80u
#define X_MASK (~(X_FLAG | 1))
enum x_role { X_LOCKS, X_READS = 5, X_MORE };
`;

/** A project of one text x; the body's first line is line 1. */
export const small = (body: string, header = SMALL_HEADER): Project =>
	parseProject([
		{ path: 'x/x.h', text: header },
		{ path: 'x/x.c', text: body },
	]);

/** The same with the lines of a procedure f; its first line is line 2. */
export const inProc = (lines: string[], locals = 'u32 a; u32 b; u32 c;'): Project =>
	small([`PROC(f, struct x, ${locals})`, ...lines, 'END(f)'].join('\n'));
