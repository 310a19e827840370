import { expect, test } from 'vitest';
import { folded, type PackedLine, unpacked } from './lines';

test('a gap takes the room of one line; every line keeps its number', () => {
	const text = ['', '', 'int a;', '', '', '', 'int b;', '', 'int c;'];
	const lines = text.map((line): PackedLine => [line, '', 0, line === '' ? [] : [0, line.length]]);
	const found = folded(lines.map(unpacked));
	expect(found).toHaveLength(text.length);
	expect(found.map((line) => Number(line.folded ?? false))).toEqual([1, 1, 0, 0, 1, 1, 0, 0, 0]);
});
