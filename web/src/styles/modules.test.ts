/** One system of styles: a module beside each component, and for all of them only what is in here. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SRC = 'web/src';
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((f) => join(SRC, f));
const modules = files.filter((f) => f.endsWith('.module.css'));
/* what D3 draws takes its classes from a module, too */
const components = files.filter((f) => /\.tsx?$/.test(f) && !/\.test\.tsx?$/.test(f));
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** The classes that a sheet names, those that it says are global left out. */
function classesIn(file: string): Set<string> {
	const css = withoutComments(readFileSync(file, 'utf8')).replace(/:global\([^)]*\)/g, '');
	const selectors = css.replace(/\{[^{}]*\}/g, '{}');
	return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((m) => m[1] as string));
}

interface Use {
	of: string;
	name: string;
	by: string;
}

/** Every `styles.name` of every imported module; one that is asked by a computed name uses all. */
function usesIn(file: string): Use[] {
	const text = readFileSync(file, 'utf8');
	const imports = [...text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)';$/gm)];
	return imports.flatMap(([, variable, path]) => {
		const of = resolve(dirname(file), path as string);
		const names = [...text.matchAll(new RegExp(`(?<![\\w./])${variable}(?:\\.(\\w+)|\\[)`, 'g'))];
		return names.map(([, name]) => ({ of, name: name ?? '*', by: basename(file) }));
	});
}

const uses = components.flatMap(usesIn);

it('for the whole page there are only tokens, fonts and the base', () => {
	const global = files.filter((f) => f.endsWith('.css') && !f.endsWith('.module.css'));
	expect(global.map((f) => basename(f)).sort()).toEqual([
		'base.css',
		'fonts.css',
		'index.css',
		'tokens.css',
	]);
	expect([...classesIn(join(SRC, 'styles/base.css'))].sort()).toEqual(['muted', 'visually-hidden']);
});

it('no module reaches for the class of another, but for those that d3-brush gives its parts', () => {
	for (const file of modules)
		expect(readFileSync(file, 'utf8'), file).not.toMatch(
			/:global\(\s*\.(?!(?:overlay|selection|handle)\))/,
		);
});

it('every class that a component asks for is there', () => {
	const missing = uses.filter(({ of, name }) => name !== '*' && !classesIn(of).has(name));
	expect(missing).toEqual([]);
});

it('every class that is there is asked for', () => {
	const idle = modules.flatMap((file) => {
		const asked = uses.filter(({ of }) => of === resolve(file)).map(({ name }) => name);
		if (asked.includes('*')) return [];
		return [...classesIn(file)].filter((c) => !asked.includes(c)).map((c) => `${file} .${c}`);
	});
	expect(idle).toEqual([]);
});

it('no component names a class as text, but the two of the base', () => {
	const named = components.flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/className="([^"]*)"/g)]
			.map(([, name]) => name as string)
			.filter((name) => name !== 'muted' && name !== 'visually-hidden')
			.map((name) => `${file} ${name}`),
	);
	expect(named).toEqual([]);
});

it('every custom property that is set is read', () => {
	const styles = files.filter((f) => /\.(?:css|tsx?)$/.test(f)).map((f) => readFileSync(f, 'utf8'));
	const all = withoutComments(styles.join('\n'));
	const set = new Set([...all.matchAll(/(--[a-z][\w-]*)['"]?\s*:/g)].map(([, name]) => name ?? ''));
	expect(set.size).toBeGreaterThan(30);
	const read = (name: string) =>
		new RegExp(`(?:var\\(\\s*|getPropertyValue\\(['"]|['"\`])${name}(?![\\w-]*['"]?\\s*:)`).test(
			all,
		);
	/* those of threads are put together from a number */
	const idle = [...set].filter((name) => !/^--t\d/.test(name) && !read(name));
	expect(idle).toEqual([]);
});
