import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as records from '../wasm/generated/records';
import { at } from './lib/files.mjs';
import { FACTS_MODULE, factsIn } from './lib/wasm-facts.mjs';
import { fieldsOf, recordsIn } from './lib/wasm-records.mjs';

const { layout } = factsIn(readFileSync(at(FACTS_MODULE)));
const ofFields = Object.entries(layout).filter(([, one]) => typeof one === 'object');
/** [what, field] of all records. */
const fields = ofFields.flatMap(([name, struct]) =>
	fieldsOf(name, struct).map(([key, field]) => [`${name}.${key}`, field]),
);
const bitsOf = ({ type }) => Number(/\d+$/.exec(type)[0]);
const lengthOf = ({ bytes, count = 1 }) => bytes * count;

test('each field is read as wide as C has it, beside the others and within its record', () => {
	expect(fields.length).toBeGreaterThan(70);
	for (const [name, field] of fields)
		expect([name, bitsOf(field)]).toEqual([name, 8 * field.bytes]);
	for (const [name, struct] of ofFields) {
		const begins = Object.values(struct).map((one) => one.at ?? one);
		for (const [key, field] of fieldsOf(name, struct)) {
			const next = Math.min(...begins.filter((at) => at > field.at));
			expect([name, key, field.at + lengthOf(field) <= next]).toEqual([name, key, true]);
		}
	}
});

test('what is written into a field lands in its bytes and in no other, and is read again', () => {
	const { record } = layout;
	const view = new DataView(new ArrayBuffer(record.size));
	for (const [name, field] of fieldsOf('record', record)) {
		const most = 2 ** (8 * field.bytes) - 1;
		records.writeRecord(view, 0, { ...records.emptyRecord(), [name]: most });
		const set = [...new Uint8Array(view.buffer).entries()].filter(([, byte]) => byte !== 0);
		expect([name, set.map(([i]) => i)]).toEqual([
			name,
			Array.from({ length: field.bytes }, (_, i) => field.at + i),
		]);
		const read = records.readRecord(view, 0, records.emptyRecord());
		expect(read).toEqual({ ...records.emptyRecord(), [name]: most });
		const columns = records.recordColumns(1);
		records.storeRecord(columns, 0, read);
		expect(records.loadRecord(columns, 0, records.emptyRecord())).toEqual(read);
	}
});

test('a field that became wider is read, written and kept wider', () => {
	const line = { ...layout.record.line, bytes: 4, type: 'Uint32' };
	const wider = { ...layout, record: { ...layout.record, line } };
	const old = new Set(recordsIn(layout));
	expect(recordsIn(wider).filter((text) => !old.has(text))).toEqual([
		`\tinto.line = view.getUint32(at + ${line.at}, true);`,
		`\tview.setUint32(at + ${line.at}, from.line, true);`,
		'\tline: Uint32Array;',
		'\tline: new Uint32Array(length),',
	]);
	const none = { ...layout, record: { ...layout.record, line: { ...line, type: '' } } };
	expect(() => recordsIn(none)).toThrow('record.line is of no width');
});
