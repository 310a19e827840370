import { expect, test, vi } from 'vitest';
import { NONE } from './counts.mjs';
import { at } from './files.mjs';
import { runSuites } from './run-suites.mjs';

const LATE = at('web/src/app/page.test.tsx');
const passing = (passed) => ({ counts: { ...NONE, passed }, failed: [] });
const failing = (passed, ...names) => ({
	counts: { ...NONE, passed, failed: names.length },
	failed: names.map((name) => ({ name, file: LATE, why: 'late' })),
});
const quietly = async (suites, options) => {
	const log = vi.spyOn(console, 'log').mockReturnValue();
	const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
	const error = vi.spyOn(console, 'error').mockReturnValue();
	try {
		return await runSuites(suites, { lanes: 2, secondTry: false, ...options });
	} finally {
		for (const spy of [log, write, error]) spy.mockRestore();
	}
};

test('a failure stays one where nobody asks for a second try', async () => {
	const again = vi.fn();
	const [result] = await quietly([{ title: 'a', run: async () => failing(3, 'x'), again }]);
	expect(result).toMatchObject(failing(3, 'x'));
	expect(again).not.toHaveBeenCalled();
});

test('what passes in its second try has passed, and is named', async () => {
	const suite = { title: 'a', run: async () => failing(3, 'x'), again: async () => passing(8) };
	const [result] = await quietly([suite], { secondTry: true });
	expect(result).toMatchObject({
		...passing(4),
		retried: [{ name: 'x', file: LATE, why: 'late' }],
	});
});

test('a refusal is final, also where something that was late failed beside it', async () => {
	const again = vi.fn(async () => passing(8));
	const refused = { name: 'a recording conforms', file: at('scripts/recordings.test.mjs') };
	const alone = { counts: { ...NONE, failed: 1 }, failed: [refused] };
	const beside = { counts: { ...NONE, failed: 2 }, failed: [refused, ...failing(0, 'x').failed] };
	const nameless = { counts: { ...NONE, failed: 1 }, failed: [{ name: 'conform/conform_test' }] };
	for (const first of [alone, beside, nameless]) {
		const [result] = await quietly([{ title: 'a', run: async () => first, again }], {
			secondTry: true,
		});
		expect(result).toMatchObject(first);
	}
	expect(again).not.toHaveBeenCalled();
});

test('what fails twice, runs nothing the second time, or is much, stays a failure', async () => {
	const many = ['1', '2', '3', '4', '5', '6'];
	const suites = [
		{ title: 'twice', run: async () => failing(3, 'x'), again: async () => failing(0, 'x') },
		{ title: 'nothing', run: async () => failing(3, 'x'), again: async () => passing(0) },
		{ title: 'much', run: async () => failing(3, ...many), again: async () => passing(9) },
		{ title: 'silent', run: async () => ({ ...failing(3), counts: { ...NONE, failed: 1 } }) },
	];
	const results = await quietly(suites, { secondTry: true });
	expect(results.map(({ counts }) => counts.failed)).toEqual([1, 1, 6, 1]);
	expect(results.map(({ retried }) => retried)).toEqual([
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});

test('a suite that throws is one failure, and the next still runs', async () => {
	const suites = [
		{
			title: 'a',
			async run() {
				throw new Error('no compiler');
			},
		},
		{ title: 'b', run: async () => passing(1) },
	];
	const [a, b] = await quietly(suites);
	expect(a.failed).toEqual([{ name: 'it ended', why: 'no compiler' }]);
	expect(b.counts.passed).toBe(1);
});

test('neighbours that may run beside each other do, the others wait for them, and the order is the list’s', async () => {
	const running = new Set();
	const seen = [];
	const suite = (title, beside, turns) => ({
		title,
		beside,
		async run() {
			running.add(title);
			seen.push([...running].join(''));
			for (let i = 0; i < turns; i++) await Promise.resolve();
			running.delete(title);
			return passing(1);
		},
	});
	const suites = [
		suite('a'),
		suite('b', true, 50),
		suite('c', true, 5),
		suite('d', true, 5),
		suite('e'),
	];
	const results = await quietly(suites);
	expect(seen).toEqual(['a', 'b', 'bc', 'bd', 'e']);
	expect(results.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
