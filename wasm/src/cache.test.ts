import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CacheTrack, cacheOf, lineNames } from './cache';
import { ENDLESS } from './config';
import type { Core } from './core';
import type { Session } from './session';
import { builtCore, pick, seeded, walk } from './testing';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const told = (name: string): Session => {
	const session = core.session(core.configOf(name));
	session.load(core.scenario(name)?.story ?? []);
	return session;
};

/** As a track says it that has seen nothing but the schedule up to there. */
function afresh(session: Session, at: number) {
	const prefix = core.session(session.config);
	prefix.load(session.actions().slice(0, at));
	return new CacheTrack(prefix).view(at);
}

describe('the lines of a session', () => {
	it('are the same from whichever side the cursor comes, in every scenario', () => {
		const random = seeded(7);
		for (const { name } of core.facts.scenarios) {
			const session = core.session(core.configOf(name));
			walk(session, 150, random);
			const track = cacheOf(session);
			for (let i = 0; i < 12; i++) {
				const at = Math.floor(random() * (session.length + 1));
				expect(track.view(at), `${name} at ${at}`).toEqual(afresh(session, at));
			}
		}
	});

	it('follow a schedule that was left for another one', () => {
		const random = seeded(11);
		const session = core.session(core.configOf('mutex-mcs', { rounds: ENDLESS }));
		walk(session, 200, random);
		const track = cacheOf(session);
		track.view(200);
		for (const back of [130, 64, 1, 0]) {
			session.seek(back);
			walk(session, 90, random);
			expect(track.view(session.length)).toEqual(afresh(session, session.length));
			expect(track.all().length).toBe(session.length);
			session.seek(back);
			expect(track.view()).toEqual(afresh(session, back));
		}
	});

	it('leave alone what the session says of its own', () => {
		const random = seeded(3);
		const session = core.session(core.configOf('rwsem', { rounds: ENDLESS }));
		walk(session, 100, random);
		const before = [session.hash(), session.narrate(70), session.options()];
		cacheOf(session).view(33);
		cacheOf(session).all();
		expect([session.hash(), session.narrate(70), session.options()]).toEqual(before);
	});

	it('are those of the words that the records name', () => {
		const random = seeded(5);
		for (const { name } of core.facts.scenarios) {
			const session = core.session(core.configOf(name));
			walk(session, 120, random);
			const track = cacheOf(session);
			const names = lineNames(core.lock(session.config.lock), session.config.threads);
			expect(track.view(0).lines).toHaveLength(names.length);
			expect(new Set(names.map(({ name, tid }) => `${tid} ${name}`)).size).toBe(names.length);
			for (let i = 0; i < session.length; i++) {
				const { line, use, transfer, before } = track.touch(i);
				if (line === null) continue;
				const found = names[line];
				const { wordName } = session.record(i);
				const word = found?.tid ? wordName.replace(`T${found.tid}.`, '') : wordName;
				expect(found?.words, `${name} ${i}: ${wordName}`).toContain(word);
				expect(transfer).toBe(before === 'I');
				expect(use).not.toBe('none');
			}
		}
	});

	it('add up', () => {
		const session = told('mutex-stampede');
		const track = cacheOf(session);
		const all = track.all();
		const view = track.view(session.length);
		const sum = (list: ArrayLike<number>) => Array.from(list).reduce((a, b) => a + b, 0);
		expect(view.transfers).toBe(sum(all.transfer.subarray(0, all.length)));
		expect(view.transfers).toBe(sum(view.lines.map((line) => line.transfers)));
		expect(view.lost).toBe(sum(view.lines.map((line) => line.lost)));
		expect(view.disturbed).toBe(
			sum(Array.from({ length: all.length }, (_, i) => track.touch(i).disturbed.length)),
		);
	});
});

describe('what a release disturbs', () => {
	/** Between the work under the lock and the access that gives it away. */
	const disturbedBy = (name: string): number[] => {
		const session = told(name);
		const track = cacheOf(session);
		const records = Array.from({ length: session.length }, (_, i) => session.record(i));
		const from = records.findIndex(({ op }) => op === 'critical');
		const to = records.findIndex(({ released }) => released);
		const tids = new Set<number>();
		for (let i = from; i <= to; i++)
			if (records[i]?.tid === records[to]?.tid)
				for (const tid of track.touch(i).disturbed) tids.add(tid);
		return [...tids].sort();
	};

	it('is every spinner in the stampede, and one in the queue', () => {
		expect(disturbedBy('mutex-stampede')).toEqual([2, 3, 4]);
		expect(disturbedBy('mutex-mcs-queue')).toEqual([2]);
	});

	it('is everybody who waits with a ticket, and one in an MCS queue', () => {
		expect(disturbedBy('ticket-storm')).toEqual([2, 3, 4]);
		expect(disturbedBy('mcs-queue')).toEqual([2]);
	});
});

describe('a schedule of ten thousand steps', () => {
	it('is looked at anywhere by taking in less than the steps between two copies', () => {
		const session = core.session(core.configOf('mutex-mcs', { threads: 8, rounds: ENDLESS }));
		const random = seeded(1);
		const tids = [0, 1, 2, 3, 4, 5, 6, 7];
		while (session.length < 10_000) session.step(pick(random, tids));
		const track = cacheOf(session);
		track.all();
		const taken = vi.spyOn(track as unknown as { take(at: number): unknown }, 'take');
		for (let i = 0; i < 200; i++) {
			taken.mockClear();
			track.view(Math.floor(random() * 10_000));
			expect(taken.mock.calls.length).toBeLessThan(64);
		}
	});
});
