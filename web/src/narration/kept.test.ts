import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { createDocument } from '../store/document';
import { keptBy, keptText } from './kept';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** T1 has the lock, T2 and T3 stand behind it in this order, and one of them loses its CPU. */
function without(tid: number, rounds = 1) {
	const config = { ...core.configOf('mcs-queue'), rounds };
	config.budget = config.budget.map((_, kind) =>
		kind === core.facts.envKinds.findIndex(({ name }) => name === 'preempt') ? 1 : 0,
	);
	const story = core.scenario('mcs-queue')?.story ?? [];
	const session = core.session(config);
	session.load(story.slice(0, 12));
	const taken = session.options().find((o) => o.env === 'preempt' && o.tid === tid);
	if (!taken) throw new Error('nobody can be preempted');
	return createDocument(core, config, [...story.slice(0, 12), taken.action], 13);
}

/* of the queue alone: in the kernel's mutex its spinners cannot be preempted */
const leftOut = () => core.facts.locks.find(({ name }) => name === 'mcs')?.preempted ?? '';

describe('who is kept waiting', () => {
	it('by the holder: all who stand behind it', () => {
		expect(keptBy(core, without(1), 1)).toEqual([2, 3]);
		expect(keptText(core, without(1))).toBe(
			`The lock is T1’s, and T1 has no CPU: nobody works. T2 and T3 wait for it. ${leftOut()}`,
		);
	});

	it('by one in the middle: those behind it alone', () => {
		/* a room hears what is left out when the CPU is lost, and not at every step */
		expect(keptText(core, without(2), true)).toContain(leftOut());
		const later = without(2);
		later.moment = { ...later.moment, before: null };
		expect(keptText(core, later, true)).toBe(
			'T2 has no CPU. Until T2 is given one again, T3 waits for it.',
		);
		expect(keptText(core, without(2))).toBe(
			`T2 has no CPU. Until T2 is given one again, T3 waits for it. ${leftOut()}`,
		);
	});

	it('by the last: nobody, only its own time is lost', () => {
		expect(keptText(core, without(3))).toBe(
			`T3 has no CPU. Nobody waits for it: the others go on. ${leftOut()}`,
		);
	});

	it('by a holder whose unlock will wake nobody: not that all others go on', async () => {
		const lost = 'tp-no-waiters';
		await core.load(core.lockOf(lost));
		const config = core.configOf(lost);
		const story = core.scenario(lost)?.story ?? [];
		const said = story
			.map((_, at) => keptText(core, createDocument(core, config, story, at)))
			.filter((text) => text !== '');
		expect(said).toContain('T1 has no CPU.');
		expect(said.join()).not.toContain('Nobody waits for it: the others go on');
	});

	it('is said of the present: who is to come waits for nobody yet, and who was handed the lock has it all', () => {
		const config = core.configOf('mcs-queue');
		config.budget = without(1).config.budget;
		const story = core.scenario('mcs-queue')?.story ?? [];
		const session = core.session(config);
		session.load(story.slice(0, 8));
		const off = session.options().find((o) => o.env === 'preempt' && o.tid === 2)?.action;
		if (off === undefined) throw new Error('T2 cannot be preempted');
		session.step(off);
		const said = () =>
			keptText(core, createDocument(core, config, session.actions(), session.length)).replace(
				` ${leftOut()}`,
				'',
			);
		expect(said()).toBe(
			'T2 has no CPU. Nobody waits for it yet. Until T2 is given one again, T3 will have to wait for it.',
		);
		for (const tid of [3, 1, 3, 1, 3, 1]) session.step(tid - 1);
		expect(session.narrate(session.length - 1)).toContain('passes the turn');
		/* it stands in the queue, and its next step is to look at its node */
		expect(said()).toBe(
			'Only T2 can have the lock next, and T2 has no CPU: nobody else gets it. T3 waits for it.',
		);
		session.step(2);
		expect(said()).toBe(
			'Only T2 can have the lock next, and T2 has no CPU: nobody works. T3 waits for it.',
		);
	});

	it('by an owner: all who want the lock, also who is on the way from its queue to sleep', () => {
		const name = 'mutex-mcs-queue';
		const config = core.configOf(name);
		const kind = core.facts.envKinds.findIndex((one) => one.name === 'preempt');
		config.budget = config.budget.map((left, one) => (one === kind ? 1 : left));
		const session = core.session(config);
		session.load((core.scenario(name)?.story ?? []).slice(0, 28));
		const off = session.options().find((o) => o.env === 'preempt' && o.tid === 1)?.action;
		if (off === undefined) throw new Error('T1 cannot be preempted');
		session.step(off);
		const said = () =>
			keptText(core, createDocument(core, config, session.actions(), session.length));
		const all =
			'The lock is T1’s, and T1 has no CPU: nobody else gets it. T2, T3 and T4 wait for it.';
		expect(said()).toContain(all);
		const turn = () => session.options().filter((o) => o.env === '' && o.result === 'moved');
		for (let n = 0; turn().length > 0; n++) {
			expect(said()).toContain(all);
			session.step(turn()[n % turn().length]?.action ?? 0);
		}
		expect(said()).toContain('nobody works. T2, T3 and T4 wait for it.');
	});

	it('and what the text leaves out is a fact of its lock: a text that has it says nothing', () => {
		expect(leftOut()).toContain('spinners run with preemption off');
		const config = core.configOf('mutex-wake');
		const story = core.scenario('mutex-wake')?.story ?? [];
		const told = keptText(core, createDocument(core, config, story, 7));
		expect(told).toMatch(/\bT1 has no CPU\b/);
		expect(told).not.toContain('preemption');
	});

	it('is not who would wait for ever in any case', () => {
		const config = core.configOf('mutex-fault-signal-first');
		const story = core.scenario('mutex-fault-signal-first')?.story ?? [];
		const lost = createDocument(core, config, story, story.length);
		const asleep = lost.moment.machine.threads.filter(({ status }) => status === 'asleep');
		expect(asleep.map(({ tid }) => tid)).toContain(3);
		expect(keptBy(core, lost, 2)).toEqual([]);
	});

	it('is not said where all have their CPU', () => {
		const config = core.configOf('mcs-queue');
		expect(keptText(core, createDocument(core, config, [], 0))).toBe('');
	});
});
