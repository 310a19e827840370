import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from './lib/files.mjs';
import { FACTS_MODULE, factsIn, filesOf } from './lib/wasm-facts.mjs';

const facts = factsIn(readFileSync(at(FACTS_MODULE)));
const changed = (verdict, change) => {
	const at = facts.scenarios.findIndex((scenario) => scenario.verdict === verdict);
	return { ...facts, scenarios: facts.scenarios.with(at, { ...facts.scenarios[at], ...change }) };
};

test('what stands in no story as its author says it stops the build', () => {
	const wrong = { wrong: 'count is 0, not 1', wrongBeat: 'end' };
	expect(() => filesOf(facts)).not.toThrow();
	expect(() => filesOf(changed('OK', wrong))).toThrow('the beat at end: count is 0, not 1');
});

test('a topic that the verdict has said stops the build, and another is found by', () => {
	const topic = { topic: 'lost wake-up' };
	expect(() => filesOf(changed('LOST_WAKEUP', topic))).toThrow('its verdict says');
	const { name } = facts.scenarios.find(({ verdict }) => verdict === 'OK');
	expect(filesOf(changed('OK', topic))['search.ts']).toMatch(
		new RegExp(`"${name}":"[^"]*lost wake-up`),
	);
});

test('a scenario is called planted where a fault of ours is in its text, and nowhere else', () => {
	const [, index] = /INDEX: unknown = (.*);/.exec(filesOf(facts)['index.ts']);
	const called = JSON.parse(index).locks.flatMap(({ scenarios }) =>
		scenarios.filter(({ planted }) => planted).map(({ name }) => name),
	);
	const isPlanted = ({ lock, switches }) =>
		facts.locks[lock].switches.some(({ kind }, bit) => kind === 'planted' && switches & (1 << bit));
	const expected = facts.scenarios.filter(isPlanted).map(({ name }) => name);
	expect(called.toSorted()).toEqual(expected.toSorted());
	expect(expected.length).toBeGreaterThan(50);
});

test('a queue of a kind that nobody draws stops the build', () => {
	const at = facts.locks.findIndex(({ queues }) => queues.length > 0);
	const [first, ...rest] = facts.locks[at].queues;
	const queues = [{ ...first, kind: 'heap' }, ...rest];
	const locks = facts.locks.with(at, { ...facts.locks[at], queues });
	expect(() => filesOf({ ...facts, locks })).toThrow('no kind of queue: heap');
});

test('every operation that is an access says what it does to memory', () => {
	const { ops, opClasses, does } = facts.enums;
	const silent = ops.filter((_, op) => (opClasses[op] & (does.reads | does.writes)) === 0);
	expect(silent).toEqual(['none', 'critical', 'threshold', 'timeout', 'signal', 'kill', 'choose']);
});
