import { describe, expect, test } from 'vitest';
import { differingPackages } from './lib/npm-packages.mjs';
import { checkTools, isAtLeast, versionIn } from './lib/tools.mjs';
import { findXxhash, xxhashVersion } from './lib/xxhash.mjs';
import { installCommand, whatToDo } from './setup.mjs';

describe('versions', () => {
	test.each([
		['emcc (Emscripten gcc/clang-like replacement) 3.1.6 ()', '3.1.6'],
		['cmake version 3.25.1\n\nCMake suite', '3.25.1'],
		['GNU Make 4.3\nBuilt for', '4.3'],
		['12.2.0\n', '12.2.0'],
		['Chromium 156.0.8078.79 built on Debian', '156.0.8078.79'],
		['', undefined],
		[undefined, undefined],
	])('%j is %s', (text, version) => expect(versionIn(text)).toBe(version));

	test.each([
		['3.1.6', '3.1.6', true],
		['3.1.10', '3.1.6', true],
		['3.1.5', '3.1.6', false],
		['4', '3.1.6', true],
		['3', '3.1', false],
	])('%s is at least %s: %s', (have, want, answer) => expect(isAtLeast(have, want)).toBe(answer));
});

test('a tool that is missing or too old has a fault', async () => {
	const tool = (text) => ({ title: 'x', atLeast: '2.0', ask: async () => text, packages: {} });
	const tools = { good: tool('x 2.1'), old: tool('x 1.9'), gone: tool(undefined) };
	const faults = (await checkTools(['good', 'old', 'gone'], tools)).map(({ fault }) => fault);
	expect(faults).toEqual([undefined, '1.9 is too old', 'not found']);
});

test('the header of xxHash is found by its version', () => {
	expect(xxhashVersion()).toMatch(/^0\.\d+\.\d+$/);
	expect(findXxhash(['/nowhere'])).toBeUndefined();
});

describe('what a person without root is told', () => {
	const packages =
		'apt-get update && apt-get install --no-install-recommends -y emscripten gcc libc6-dev';

	test('one command that fits the system', () => {
		const names = ['emcc', 'gcc'];
		expect(installCommand(names, { manager: 'apt', root: true })).toBe(packages);
		expect(installCommand(names, { manager: 'apt', sudo: true })).toBe(`sudo sh -c '${packages}'`);
		expect(installCommand(names, { manager: 'apt' })).toBe(`su -c '${packages}'`);
		expect(installCommand(names, { manager: 'brew' })).toBe('brew install emscripten gcc');
		expect(installCommand(names, {})).toBeUndefined();
	});

	test('each tool by name and version', () => {
		const checked = [
			{
				name: 'emcc',
				title: 'Emscripten',
				atLeast: '3.1.6',
				version: undefined,
				fault: 'not found',
			},
			{ name: 'make', title: 'Make', atLeast: '3.81', version: '4.3', fault: undefined },
		];
		const text = whatToDo(checked, { manager: 'apt', sudo: true });
		expect(text).toContain('✗ Emscripten, 3.1.6 or newer: not found');
		expect(text).toContain('✓ Make, 3.81 or newer: 4.3');
		expect(text).toContain('install --no-install-recommends -y emscripten');
		expect(text).not.toContain(' make');
	});
});

describe('npm packages', () => {
	const lock = {
		packages: {
			'': {},
			'node_modules/a': { version: '1.0.0' },
			'node_modules/a/node_modules/b': { version: '2.0.0' },
			'node_modules/c-mac': { version: '1.0.0', optional: true },
		},
	};

	test('all there, but for those of other systems', () => {
		const installed = {
			packages: {
				'node_modules/a': { version: '1.0.0' },
				'node_modules/a/node_modules/b': { version: '2.0.0' },
			},
		};
		expect(differingPackages(lock, installed)).toEqual([]);
		expect(differingPackages(lock, installed, (path) => !path.endsWith('/b'))).toEqual(['b']);
	});

	test('never installed, or another version', () => {
		expect(differingPackages(lock, null)).toEqual(['a', 'b']);
		const old = { packages: { ...lock.packages, 'node_modules/a': { version: '0.9.0' } } };
		expect(differingPackages(lock, old)).toEqual(['a']);
	});
});
