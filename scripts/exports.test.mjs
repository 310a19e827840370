/** What a file exports and no other imports is no interface: its `export` goes, or the whole of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { at, filesUnder } from './lib/files.mjs';

const FOLDERS = ['core-c/dialect', 'core-c/locks', 'scripts', 'tests', 'wasm/src', 'web'];
/** What others than we import: the npm packages. */
const PUBLIC = ['wasm/src/package.ts', 'web/src/embed/public.ts'];
const ALIASES = { '@wasm': 'wasm/src' };

const files = [
	...readdirSync(at('')).filter((name) => /\.config\.ts$/.test(name)),
	...FOLDERS.flatMap((folder) =>
		filesUnder(folder, (path) => /(?<!\.d)\.(?:tsx?|mjs)$/.test(path)),
	),
];
const pathOf = (from, name) => {
	const [first, ...rest] = name.split('/');
	const path = ALIASES[first] ? join(ALIASES[first], ...rest) : join(dirname(from), name);
	return ['', '.ts', '.tsx', '/index.ts'].map((end) => path + end).find((one) => known.has(one));
};
const known = new Set(files);

/** Every node of a tree. */
function* nodesOf(node) {
	if (typeof node?.type === 'string') yield node;
	for (const part of Object.values(node ?? {})) if (typeof part === 'object') yield* nodesOf(part);
}

/** Names that it declares and exports, and what it takes of which file: '*' is all. */
function read(path) {
	const lang = path.endsWith('.tsx') ? 'tsx' : 'ts';
	const [own, taken] = [[], []];
	for (const node of nodesOf(parseAst(readFileSync(at(path), 'utf8'), { lang }))) {
		const { type, source, specifiers, declaration } = node;
		if (source?.type === 'Literal') {
			const names = specifiers?.map((one) => (one.imported ?? one.local)?.name ?? '*') ?? ['*'];
			const all = specifiers?.some((one) => one.type === 'ImportNamespaceSpecifier');
			const from = pathOf(path, source.value);
			if (from) taken.push([from, all ? ['*'] : names]);
		} else if (type === 'Literal' && known.has(node.value)) {
			taken.push([
				node.value,
				['*'],
			]); /* what is bundled, or put in the place of another, is named by its path */
		} else if (type === 'ExportNamedDeclaration' && declaration) {
			const all = declaration.declarations ?? [declaration];
			own.push(...all.flatMap(({ id }) => (id?.name ? [id.name] : [])));
		}
	}
	return { own, taken };
}

/** "file: names" of what nobody imports; what a public file passes on counts as imported. */
function unused(all) {
	const used = new Set();
	for (const { taken } of all.values())
		for (const [from, names] of taken) for (const name of names) used.add(`${from} ${name}`);
	return [...all].flatMap(([path, { own }]) => {
		if (used.has(`${path} *`) || PUBLIC.includes(path)) return [];
		const left = own.filter((name) => !used.has(`${path} ${name}`));
		return left.length > 0 ? [`${path}: ${left.join(', ')}`] : [];
	});
}

test('nothing is exported that no other file imports', () => {
	expect(PUBLIC.filter((path) => !existsSync(at(path)))).toEqual([]);
	const all = new Map(files.map((path) => [path, read(path)]));
	const without = new Map([...all].map(([path, { own }]) => [path, { own, taken: [] }]));
	expect(unused(without).length).toBeGreaterThan(100);
	expect(unused(all)).toEqual([]);
});
