import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { generate } from '../generate.mjs';
import { at } from '../lib/files.mjs';
import { sources } from './module.mjs';

beforeAll(() => generate());

/** Named in lockstep.h for programs that are no module. */
const OTHERS = ['backend/native/native.h', 'backend/step/step.h'];

/** What stands there for every build but the module's. */
const withoutOthers = (text) =>
	text.replace(/^#ifndef __KERNEL__\n(?:(?!#if).*\n)*?#(?:else|endif)/gm, '');

/** Building the module takes a kernel; that a header was forgotten shows without one. */
test('every header that the module includes by name goes with it', () => {
	const files = sources();
	const there = new Set(files.map(([, path]) => path));
	const missing = files.flatMap(([path, to]) =>
		[...withoutOthers(readFileSync(at(path), 'utf8')).matchAll(/^#include "([^"]+)"/gm)]
			.map(([, header]) => header)
			.filter((h) => !OTHERS.includes(h))
			.filter((h) => !there.has(h) && !there.has(join(dirname(to), h)))
			.map((header) => `${path}: ${header}`),
	);
	expect(missing).toEqual([]);
	expect(files.length).toBeGreaterThan(20);
});
