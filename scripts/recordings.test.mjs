import { expect, test } from 'vitest';
import { filesUnder } from './lib/files.mjs';
import { RECORDINGS, recordingsModule } from './lib/recordings.mjs';

test('each trace of the page is said to be one of a lock, in an order of its own', () => {
	const files = RECORDINGS.map(({ id }) => `web/traces/${id}.trace`);
	expect(files.toSorted()).toEqual(filesUnder('web/traces', (path) => path.endsWith('.trace')));
	expect(RECORDINGS.map(({ turn }) => turn)).toEqual(RECORDINGS.map((_, i) => i + 1));
});

test('each can be recorded anew, in one way', () => {
	for (const { id, calls, ours, module, stock, shows } of RECORDINGS) {
		expect([id, [calls, ours, module, stock].filter(Boolean).length]).toEqual([id, 1]);
		expect([id, shows(['events'])]).toEqual([id, false]);
	}
});

test('the page gets what it shows of them, and no more', () => {
	const text = recordingsModule();
	for (const { id, title, look } of RECORDINGS)
		for (const part of [`/${id}.trace?url'`, JSON.stringify(title), look[0].toString()])
			expect(text).toContain(part);
	expect(text).not.toMatch(/shows|lock=|--seconds/);
});
