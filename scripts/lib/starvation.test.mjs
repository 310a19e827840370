/** The table of docs/checking.md says what `lockstep check --starvation` finds. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from './files.mjs';
import { starvationRow, starvationRows } from './starvation.mjs';

const rows = starvationRows(readFileSync(at('docs/checking.md'), 'utf8'));

test('there are locks of both kinds in it', () => {
	expect(rows.length).toBeGreaterThan(9);
	const safe = rows.filter(({ line }) => line.includes('| nobody | nobody |'));
	const passed = rows.filter(({ line }) => /\| (T\d ?)+ \| (T\d ?)+ \|/.test(line));
	expect([safe.length, passed.length].every((n) => n > 2)).toBe(true);
});

test.each(rows)('$check', ({ check, line }) => {
	expect(line).toBe(starvationRow(check));
});
