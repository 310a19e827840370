import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Core, exploreHere } from '../../../wasm/src';
import { editedEngine } from '../../../wasm/src/edit';
import { builtCore } from '../../../wasm/src/testing';
import { compile, type Sources } from './compile';
import { type Reach, ranBy, ranNone, ranShort, ranTexts } from './ran';

const read = (path: string) => readFileSync(join(process.cwd(), path));
const textOf = (name: string) => read(`core-c/locks/${name}/${name}.c`).toString();
const sources: Sources = async (name) => ({
	text: textOf(name),
	header: read(`core-c/locks/${name}/${name}.h`).toString(),
});

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const WHOLE: Reach = { whole: true, behind: false };
const LINK =
	'AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* sees its successor linked |';

/** What is said of a search of mcs.c, so changed. */
async function told(
	change: (text: string) => string,
	{ threads = 2, maxStates = 100_000, reach = WHOLE } = {},
) {
	const lock = core.facts.locks.find(({ name }) => name === 'mcs');
	if (!lock) throw new Error('no mcs');
	const source = change(textOf('mcs'));
	expect(source).not.toBe(textOf('mcs'));
	const procs = lock.procs.map(({ name }) => name);
	const order = { lock: 'mcs', number: lock.id, procs, name: 'mcs', source };
	const made = await compile(order, sources);
	if ('problems' in made) throw new Error(made.problems[0]?.message);
	const engine = await editedEngine(read('wasm/dist/mcs-edit.wasm'), made.edit);
	const config = core.configOf('mcs', { threads, rounds: 1, budget: Array(8).fill(0) });
	const end = await exploreHere({ family: () => engine }, config, { maxStates });
	const ran = ranBy(made.edit, [end]);
	const lineOf = (code: string) => source.split('\n').findIndex((row) => row.includes(code)) + 1;
	return { says: ranTexts(ran, reach), short: ranShort(ran), none: ranNone(ran), lineOf };
}

const swapped = (from: string, to: string) => (text: string) => {
	expect(text).toContain(from);
	return text.replace(from, to);
};

describe('of a changed text is said', () => {
	it('that no schedule comes to its line, and that so nothing was checked of it', async () => {
		const change = swapped(LINK, LINK.replace('VAL != 0', 'VAL > 0'));
		const alone = await told(change, { threads: 1 });
		const line = alone.lineOf('VAL > 0');
		expect(alone.says).toEqual([
			`Line ${line} was never run: no schedule of this set-up comes there.`,
			'So this says nothing of your change.',
		]);
		expect([alone.none, alone.short]).toEqual([true, 'no changed line was run']);
		const two = await told(change);
		expect(two.says).toEqual([`All that you changed was run: line ${line}.`]);
		expect([two.none, two.short]).toEqual([false, '']);
	});

	it('which of several lines was run, and which was not', async () => {
		const change = (text: string) =>
			swapped(
				LINK,
				LINK.replace('VAL != 0', 'VAL > 0'),
			)(swapped('if (my->next == 0) {', 'if (!my->next) {')(text));
		const { says, short, none, lineOf } = await told(change, { threads: 1 });
		expect(says).toEqual([
			`Line ${lineOf('VAL > 0')} was never run: no schedule of this set-up comes there.`,
			'Of that this says nothing.',
			`Line ${lineOf('if (!my->next)')} was run.`,
		]);
		expect([none, short]).toEqual([false, '1 of 2 changed lines never run']);
	});

	it('that a part of a condition was never worked out', async () => {
		const { says, short, lineOf } = await told(
			swapped('if (my->old == me || FAULT', 'if (my->old == me || my->next || FAULT'),
			{ threads: 1 },
		);
		const line = lineOf('|| my->next ||');
		expect(says).toEqual([
			`Line ${line} was run only in part: some of the condition was never worked out.`,
		]);
		expect(short).toBe('');
	});

	it('whether anybody comes to where code was taken out', async () => {
		const change = (text: string) => text.replace(/\t\tAWAIT\(my->next[^\n]*\n/, '');
		const alone = await told(change, { threads: 1 });
		const rows = textOf('mcs').split('\n');
		const line = rows.findIndex((row) => row.includes('AWAIT(my->next')) + 1;
		expect(alone.says).toEqual([
			`Code was taken out before line ${line}, and no schedule of this set-up comes there.`,
			'So this says nothing of your change.',
		]);
		const head = await told((text) => text.replace(/\tCRITICAL\(\);[^\n]*\n\t*UNHOLD/, '\tUNHOLD'));
		expect(head.says).toEqual([
			`All that you changed was run: what stands where code was taken out (before line ${head.lineOf('UNHOLD')}).`,
		]);
	});

	it('how far a search went that did not end, and one that begins at a moment', async () => {
		const change = swapped(LINK, LINK.replace('VAL != 0', 'VAL > 0'));
		const bounded = await told(change, {
			maxStates: 3,
			reach: { whole: false, behind: false },
		});
		const line = bounded.lineOf('VAL > 0');
		expect(bounded.says[0]).toBe(`Line ${line} was not run: the search has not come there so far.`);
		const behind = await told(change, { threads: 1, reach: { whole: true, behind: true } });
		expect(behind.says[0]).toBe(
			`Line ${line} was never run: neither the steps taken nor a schedule that follows comes there.`,
		);
	});

	it('nothing of other comments, blanks and indents', async () => {
		for (const change of [
			(text: string) => `${text}/* mine */\n`,
			swapped('/* sees its successor linked', '/* at last sees its successor linked'),
			swapped('PROC(mspin_lock', '\n/* mine */\n\nPROC(mspin_lock'),
			swapped('\tRETURN(0);', '\t\t\tRETURN(0); /* there */'),
		]) {
			const { says, none, short } = await told(change);
			expect(says).toEqual(['No line that you changed has code that runs.']);
			expect([none, short]).toEqual([false, '']);
		}
	});

	it('many lines as rows of them', () => {
		const marks = [3, 4, 5, 9, 11, 12].map((line) => ({ line, taken: false }));
		const edit = { marks } as Parameters<typeof ranBy>[0];
		expect(ranTexts(ranBy(edit, [{ ran: marks.map(() => true) }]), WHOLE)).toEqual([
			'All that you changed was run: lines 3 to 5, 9, 11 and 12.',
		]);
	});
});
