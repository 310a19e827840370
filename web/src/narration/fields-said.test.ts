import { expect, it } from 'vitest';
import type { FieldFacts } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { createDocument } from '../store/document';
import { withFieldsAlone } from './fields-said';

const core = await builtCore();

/** What its bits mean hangs on another bit. */
const isAtTimes = (field: FieldFacts) => field.with !== undefined || field.without !== undefined;

/** The sentence of a story's step, as a slide has it. */
function slide(name: string, at: number): string {
	const { story = [] } = core.scenario(name) ?? {};
	const { moment } = createDocument(core, core.configOf(name), story, at);
	return withFieldsAlone(moment.sentence, moment.before, moment.machine);
}

it('a slide names the fields that a step changes, and no hex', () => {
	expect(slide('ticket-preempted', 3)).toBe('T3 draws a ticket and must wait: val next 255 → 0.');
	expect(slide('rwsem-killed-waiter', 41)).toContain('counted in: count readers 1 → 0.');
	expect(slide('tp-handoff', 16)).toContain('through the kernel: futex WAITERS 0 → 1.');
});

it('what is read, and a word without fields, is said as ever', () => {
	expect(slide('rwsem-killed-waiter', 6)).toContain('owner is 0x1 (writer T1)');
	expect(slide('mutex-stampede', 1)).toContain('count 1 → 0');
});

it('no value that a step of a story changes is left in hex, where its fields tell all', () => {
	const left = new Set<string>();
	for (const { name } of core.facts.scenarios) {
		const { story = [] } = core.scenario(name) ?? {};
		const { session } = createDocument(core, core.configOf(name), story, story.length);
		for (let at = 1; at <= session.length; at++) {
			const machine = session.machine(at);
			if (machine.words.some(({ facts }) => facts.fields.some(isAtTimes))) continue;
			const said = withFieldsAlone(session.narrate(at - 1), session.record(at - 1), machine);
			const hex = /\w+ 0x\w+[^→]*→.*/.exec(said)?.[0];
			if (hex) left.add(`${name} ${at}: ${hex}`);
		}
	}
	expect([...left]).toEqual([]);
});
