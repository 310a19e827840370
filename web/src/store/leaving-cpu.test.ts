/** A preemption that is asked for where preemption is off: it comes where the thread turns it on again. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Core, Option } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';
import { isPlayed, leavingCpu, leavingText, playLeaving } from './leaving-cpu';
import { progress } from './testing';

vi.setConfig({ testTimeout: 60_000 });

let core: Core;
let app: App;
beforeAll(async () => {
	core = await builtCore();
});
beforeEach(() => {
	app = new App(async () => progress({}));
	app.store.set({ core });
});

const doc = () => {
	if (!app.doc) throw new Error('nothing is open');
	return app.doc;
};
const thread = (tid: number) => doc().moment.machine.threads[tid - 1];

function wantCpu(tid: number): void {
	const is = (o: Option) => o.env === 'preempt' && o.tid === tid;
	const { options, withheld } = doc().moment;
	const [possible, allowed] = [options.find(is), withheld.find(is)];
	if (possible) app.steps.step(possible.action);
	else if (allowed) app.steps.allow(allowed.action);
	else throw new Error(`T${tid} cannot be preempted`);
	expect(thread(tid)).toMatchObject({ needResched: true, status: 'ready' });
	expect(thread(tid)?.preemptOff).toBeGreaterThan(0);
}

const steps = (tid: number, until: () => boolean): void => {
	for (let i = 0; i < 200 && !until(); i++) app.steps.stepThread(tid);
	expect(until()).toBe(true);
};
const isOff = (tid: number) => () => (thread(tid)?.preemptOff ?? 0) > 0;

/** T1 has the lock, and T2 comes to where it has preemption off. */
function intoSection(name: string): void {
	app.documents.openScenario(name);
	const { roles } = core.lock(doc().config.lock);
	const writes = Math.max(
		0,
		roles.findIndex(({ letter }) => letter === 'W'),
	);
	app.documents.restart({ threads: 3, rounds: 1, roles: [writes, writes, writes] });
	steps(1, () => thread(1)?.holds !== 'nothing');
	expect(leavingCpu(core, doc())).toBeNull();
	steps(2, isOff(2));
}

describe.each(['mutex-3.9', 'mutex-6.12', 'rwsem', 'rwsem-6.12', 'tp-futex'])(
	'of a thread of %s',
	(name) => {
		it('is found where it leaves its CPU, and no step before', () => {
			intoSection(name);
			expect(leavingCpu(core, doc())).toBeNull();
			wantCpu(2);
			const { at } = doc().moment;
			const found = leavingCpu(core, doc());
			expect(found?.tid).toBe(2);
			expect(found && isPlayed(found)).toBe(true);
			if (!found) return;
			/* by its own steps, as the reader can take them; what is open has not moved */
			expect(doc().moment.at).toBe(at);
			for (const action of found.steps) {
				expect(thread(2)?.status).toBe('ready');
				expect(app.steps.step(action)).toBe('moved');
			}
			expect(thread(2)?.status).toBe(found.end);
			expect(thread(2)?.onCpu).toBe(false);
			expect(found.says).toBe(doc().session.narrate(doc().session.length - 1));
			expect(leavingCpu(core, doc())).toBeNull();
		});
	},
);

it('says in how many steps, and plays them', () => {
	intoSection('rwsem');
	wantCpu(2);
	const found = leavingCpu(core, doc());
	if (!found) throw new Error('nobody is wanted');
	expect(leavingText(found)).toMatch(
		/^In \d+ steps of its own it turns preemption on again and is preempted: “T2 [^→.]*”\.$/,
	);
	const { at } = doc().moment;
	playLeaving(app);
	expect(doc().session.actions().slice(at)).toEqual(found.steps);
	expect(app.state.motion).toBe('playing');
	app.play.toggle();
	expect(app.state.motion).not.toBe('playing');
});

it('before a room they take no more than two seconds, and a press brings them to their end', () => {
	vi.useFakeTimers();
	try {
		intoSection('rwsem');
		wantCpu(2);
		app.page.setView({ presenter: true });
		const { at } = doc().moment;
		const found = leavingCpu(core, doc());
		const end = at + (found?.steps.length ?? 0);
		playLeaving(app);
		vi.advanceTimersByTime(300);
		expect(app.state.motion).toBe('passing');
		expect(doc().moment.at).toBeGreaterThan(at);
		expect(doc().moment.at).toBeLessThan(end);
		app.jumps.beat(1);
		expect([doc().moment.at, app.state.motion]).toEqual([end, 'still']);
		expect(thread(2)?.status).toBe(found?.end);
		app.cursor.seek(at);
		playLeaving(app);
		vi.advanceTimersByTime(2000);
		expect([doc().moment.at, app.state.motion]).toEqual([end, 'still']);
	} finally {
		vi.useRealTimers();
	}
});

it('one that waits for another with preemption off is told so, and nothing is played', () => {
	intoSection('tp-futex');
	/* T2 has the spin lock, T3 waits for it */
	steps(2, () => doc().moment.before?.op === 'spin_lock');
	const waits = () => doc().moment.options.some((o) => o.tid === 3 && o.result === 'spun');
	steps(3, () => waits() && isOff(3)());
	wantCpu(3);
	const found = leavingCpu(core, doc());
	expect(found).toMatchObject({ tid: 3, steps: [], end: 'waits' });
	expect(found && isPlayed(found)).toBe(false);
	expect(found && leavingText(found)).toMatch(/only when another thread goes on/);
	const before = doc().session.actions();
	playLeaving(app);
	expect(doc().session.actions()).toEqual(before);
	expect(app.state.toast).toMatch(/^T3: It gets there only when another thread goes on/);
});

it('where nobody is wanted it says how one is', () => {
	app.documents.openScenario('rwsem');
	playLeaving(app);
	expect(app.state.toast).toMatch(/^No thread is to leave its CPU/);
});
