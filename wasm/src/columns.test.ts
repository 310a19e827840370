import { expect, it } from 'vitest';
import { emptyRecord } from '../generated/records';
import { grown, RecordColumns } from './columns';

it('keeps records through growth, and forgets what was cut', () => {
	const columns = new RecordColumns();
	for (let i = 0; i < 1000; i++)
		columns.push({ ...emptyRecord(), action: i & 255, line: i, old: 0xffffffff - i, new: i });
	expect(columns.get(999)).toMatchObject({
		action: 999 & 255,
		line: 999,
		old: 0xffffffff - 999,
		new: 999,
	});
	expect(columns.column('line')).toHaveLength(1000);
	columns.truncate(10);
	expect(columns.column('line')).toHaveLength(10);
	expect(() => columns.get(10)).toThrow(RangeError);
	expect(() => columns.get(-1)).toThrow(RangeError);
	expect(() => columns.get(Number.NaN)).toThrow(RangeError);
});

it('grows by doubling at least', () => {
	expect(grown(new Uint8Array([1, 2]), 3)).toEqual(new Uint8Array([1, 2, 0, 0]));
	expect(grown(new Uint16Array([7]), 9)).toHaveLength(9);
});
