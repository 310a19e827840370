/** Every tracked text is UTF-8 that was decoded once: none of its signs has been taken for several of Latin-1. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from './lib/files.mjs';

const TEXT =
	/\.(?:[chsS]|md|tsx?|m?js|json|css|html|txt|trace|svg|def|inc|sh|patch|diff|toml|yml|cmake|golden)$|^[^.]*$/;

/** A control character of Latin-1, or the first byte of a sign in UTF-8 before what its second byte is in Windows-1252. */
const MANGLED =
	/[\u0080-\u009f]|[\u00c2\u00c3\u00e2][\u00a0-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]|\ufffd/;

const mangledIn = (text) =>
	text.split('\n').flatMap((line, i) => (MANGLED.test(line) ? [`${i + 1}: ${line.trim()}`] : []));

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: at('.'), encoding: 'utf8' })
	.split('\0')
	.filter((path) => path !== '' && TEXT.test(path));

test.each([
	['a minus', '\u2212'],
	['a quotation mark', '\u201c'],
	['a letter', '\u00e9'],
	['an arrow', '\u2192'],
])('%s that was decoded twice is seen', (_, sign) => {
	const bytes = Buffer.from(sign, 'utf8');
	expect(mangledIn(`count ${bytes.toString('latin1')}`)).toHaveLength(1);
	expect(mangledIn(`count ${new TextDecoder('windows-1252').decode(bytes)}`)).toHaveLength(1);
	expect(mangledIn(`count ${sign} 1`)).toEqual([]);
});

test('no text of the sources, the page, the lessons or the documents is decoded twice', () => {
	expect(tracked.length).toBeGreaterThan(1000);
	const mangled = tracked.flatMap((path) =>
		mangledIn(readFileSync(at(path), 'utf8')).map((line) => `${path}:${line}`),
	);
	expect(mangled).toEqual([]);
});
