/** Who watches the owner is said beside it: all spinners of the stampede, of a queue its head, and nobody who looked once. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Core, Session } from '../../../../wasm/src';
import { cacheOf } from '../../../../wasm/src/cache';
import { builtCore, toldStory } from '../../../../wasm/src/testing';
import { QueueView } from '../QueueView';
import { lookersAt } from './lookers';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});
afterEach(cleanup);

const told = (name: string) => toldStory(core, name);

/** Of each moment of a story, by the word of each queue of kind owner. */
function* lookedAt(session: Session) {
	const specs = core
		.lock(session.config.lock)
		.queues.flatMap((q) => (q.kind === 'owner' ? [q.word] : []));
	for (let at = 0; at <= session.length; at++) {
		const machine = session.machine(at);
		for (const name of specs) {
			const view = machine.words.find(({ facts }) => facts.name === name);
			if (!view) continue;
			const tids = lookersAt(session, at, machine, { word: view.id, names: 0 });
			yield { at, machine, name, tids };
		}
	}
}

const most = (session: Session): number =>
	Math.max(...[...lookedAt(session)].map(({ tids }) => tids.length));

it('of the stampede all spinners watch, of the queue its head alone', () => {
	expect(most(told('mutex-stampede'))).toBe(3);
	expect(most(told('mutex-mcs-queue'))).toBe(1);
});

it('who goes on spinning watches at each of its looks: as its eye at the cache line says', () => {
	const story = told('mutex-stampede');
	for (const from of [14, 16]) {
		const session = core.session(story.config);
		session.load([...story.actions().slice(0, from), ...Array(6).fill(1)]);
		const tried = [...lookedAt(session)].filter(({ at }) => at > from);
		expect(tried).toHaveLength(session.length - from);
		for (const { at, tids } of tried) {
			expect(tids, `${at}`).toEqual([2, 3, 4]);
			expect(cacheOf(session).view(at).lines[0]?.watchers, `${at}`).toEqual([2, 3, 4]);
		}
	}
});

it('stands beside the owner', () => {
	const session = told('mutex-stampede');
	const at = [...lookedAt(session)].find(({ tids }) => tids.length === 3)?.at ?? 0;
	const [machine, before] = [session.machine(at), session.record(at - 1)];
	const props = { core, session, at, machine, before, reducedMotion: true };
	render(<QueueView {...props} />);
	expect(screen.getByTestId('lookers').textContent).toMatch(/watched by/);
	expect(screen.getByTestId('lookers').querySelectorAll('svg')).toHaveLength(3);
	cleanup();
	render(<QueueView {...props} at={0} machine={session.machine(0)} before={null} />);
	expect(screen.queryByTestId('lookers')).toBeNull();
});

it('who spins for another lock by now watches no more', () => {
	const session = core.session(core.configOf('mutex-wake'));
	const take = (tid: number, env = '') => {
		const option = session.options().find((o) => o.tid === tid && o.env === env);
		if (!option) throw new Error(`no ${env} T${tid}`);
		session.step(option.action);
		return session.record(session.length - 1).wordName;
	};
	const until = (tid: number, word: string) => {
		for (let i = 0; i < 20 && take(tid) !== word; i++);
	};
	until(1, 'owner');
	take(1, 'preempt');
	until(2, 'T1.on_cpu');
	until(2, 'owner');
	take(1, 'run');
	until(1, 'wait_lock');
	const at = session.length;
	const machine = session.machine(at);
	const [spinner] = session.options().filter(({ tid, env }) => tid === 2 && env === '');
	expect(spinner).toMatchObject({ result: 'spun', preview: { wordName: 'wait_lock' } });
	const owner = machine.words.find(({ facts }) => facts.name === 'owner');
	const of = { word: owner?.id ?? -1, names: 0 };
	expect(lookersAt(session, at, machine, of), 'by what it has done').toEqual([2]);
	expect(lookersAt(session, at, machine, of, session.options())).toEqual([]);
	const before = { session, at, machine, before: session.record(at - 1), core };
	render(<QueueView {...before} options={session.options()} reducedMotion />);
	expect(screen.queryByTestId('lookers')).toBeNull();
});

it('in every story who is said to watch is in a procedure that spins', () => {
	const spins = new Set<string>();
	for (const { name, sandbox } of core.facts.scenarios) {
		if (sandbox) continue;
		const session = told(name);
		const names = core.lock(session.config.lock).procs;
		for (const { at, machine, tids } of lookedAt(session))
			for (const tid of tids) {
				let last = at - 1;
				while (session.record(last).tid !== tid) last--;
				/* it may have come out of there with that look */
				const inside = session.machine(last).threads[tid - 1]?.frames ?? [];
				const procs = inside.map(({ proc }) => names[proc]?.name).join();
				expect(procs, `${name}, ${at}, T${tid}`).toMatch(/spin|running|lock_common/);
				spins.add(core.lock(machine.lock).name);
			}
	}
	expect([...spins].sort()).toEqual(['mutex', 'mutex_owner', 'rwsem', 'rwsem_merged']);
});
