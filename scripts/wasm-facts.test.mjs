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

test('a pair of which a half is no story, or is not there, stops the build, and so does work that nobody can be given', () => {
	const index = facts.scenarios.findIndex(({ beside }) => beside);
	const { name, beside } = facts.scenarios[index];
	const sandbox = facts.scenarios.find((one) => one.sandbox).name;
	const besides = (other) => ({
		...facts,
		scenarios: facts.scenarios.with(index, { ...facts.scenarios[index], beside: other }),
	});
	for (const wrong of [name, sandbox, `${beside.name}-renamed`])
		expect(() => filesOf(besides({ name: wrong }))).toThrow(
			`${name}: .beside is ${wrong}, which is no other story`,
		);
	expect(() => filesOf(besides({ ...beside, work: '?n=8' }))).toThrow('no such work: ?n=8');
});

test('where a family stands in the gallery is said once', () => {
	const told = facts.scenarios.filter(({ turn }) => turn);
	expect(told.map(({ turn }) => turn).toSorted()).toEqual(told.map((_, i) => i + 1));
	const [{ turn }, { name, lock }] = told;
	const as = (change) => ({
		...facts,
		scenarios: facts.scenarios.map((one) => (one.name === name ? { ...one, ...change } : one)),
	});
	expect(() => filesOf(as({ turn }))).toThrow(`two scenarios say the turn of a family: ${turn}`);
	const again = facts.scenarios.find((one) => one.lock === lock && one.name !== name);
	const twice = facts.scenarios.map((one) => (one === again ? { ...one, turn: 99 } : one));
	expect(() => filesOf({ ...facts, scenarios: twice })).toThrow(
		'two scenarios say the turn of a family: ',
	);
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
