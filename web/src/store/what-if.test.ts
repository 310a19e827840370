/** What a lecturer is asked, of the real core: five of them; it comes late; the owner loses its CPU. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actionTid, type ScenarioFacts } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { nextOwnerText } from '../narration/own-end';
import { toldOf } from '../talk/told';
import { App } from './app';
import { asksNow, beatsOf, questionsHere } from './beats';
import { playLate } from './comes-late';
import { askWhoComes, comesNow, joinQueue } from './joining';
import { playedHere } from './played';
import type { Document } from './state';
import { progress } from './testing';
import { openToldHere, toldBy, toldNear } from './told-by';

const core = await builtCore();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function opened(name: string, at = 0, threads = 0): App {
	const app = new App(async () => progress({}));
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(name);
	app.cursor.seek(at);
	if (threads > 0) app.documents.restart({ threads });
	return app;
}

const docOf = (app: App): Document => {
	if (!app.doc) throw new Error('nothing is open');
	return app.doc;
};

const where = (app: App) => [docOf(app).moment.at, docOf(app).moment.length];
const said = (app: App) => playedHere(app.state)?.text ?? '';
const statusOf = (app: App, tid: number) => docOf(app).moment.options[tid - 1]?.result;

const stories = core.facts.scenarios
	.map(({ name }) => core.scenario(name))
	.filter((one): one is ScenarioFacts => (one?.story.length ?? 0) > 0);

test('who is new plays alone up to where it waits, which is said exactly, and a key takes it back', () => {
	const app = opened('mcs-queue', 9, 5);
	joinQueue(app);
	expect(where(app)).toEqual([17, 19]);
	const played = docOf(app).session.actions().slice(9, 17).map(actionTid);
	expect(played).toEqual([4, 4, 4, 4, 5, 5, 5, 5]);
	expect([4, 5].map((tid) => statusOf(app, tid))).toEqual(['spun', 'spun']);
	expect(said(app)).toBe(
		'T4 and T5, each alone, take 4 steps and spin until their own locked changes; it is 0. The story then goes on as it was written for 2 of its 17 steps to come.',
	);
	/* what was said is of that moment */
	app.cursor.back();
	expect(said(app)).toBe('');
	app.steps.forward();
	expect(said(app)).not.toBe('');
	expect(app.futures.back()).toBe(true);
	expect(where(app)).toEqual([9, 26]);
	/* the threads that came for it go with it */
	expect(docOf(app).config.threads).toBe(3);
	expect(docOf(app).moment.story).toBe('telling');
});

test('many of whom the same is to be said are named together', () => {
	const app = opened('mcs-queue', 9, 8);
	joinQueue(app);
	expect(said(app)).toMatch(
		/^T4 to T8, each alone, take 4 steps and spin until their own locked changes; it is 0\. The/,
	);
	const get = opened('mcs-queue', 0, 8);
	joinQueue(get);
	expect(said(get)).toBe(
		'T4 to T8 stay where they are: each alone would get the lock, and not wait for it.',
	);
});

test('one that would sleep is asleep then, and one that would get the lock stays where it is', () => {
	const sleeps = opened('mutex-wake', 14, 3);
	joinQueue(sleeps);
	expect(docOf(sleeps).moment.machine.threads[2]?.status).toBe('asleep');
	expect(said(sleeps)).toContain('T3, alone, takes 12 steps and is asleep.');
	const gets = opened('mcs-queue', 0, 4);
	joinQueue(gets);
	expect(where(gets)).toEqual([0, 26]);
	expect(said(gets)).toBe(
		'T4 stays where it is: alone it would get the lock, and not wait for it.',
	);
	const none = opened('mcs-queue', 9);
	joinQueue(none);
	expect(none.state.toast).toMatch(/^No thread is new here/);
});

test('in free play the key that takes it back leads to where it was pressed', () => {
	const app = opened('mcs');
	const own = docOf(app).config.threads;
	for (let i = 0; i < 4; i++) app.steps.stepThread(1);
	app.documents.restart({ threads: own + 1 });
	joinQueue(app);
	expect(where(app)).toEqual([8, 8]);
	expect(app.futures.back()).toBe(true);
	expect(where(app)).toEqual([4, 8]);
});

test('nobody who is brought into a queue holds the lock, in any story at any of its notes', () => {
	let joined = 0;
	for (const { name, threads, beats } of stories)
		for (const { at } of beats) {
			const app = opened(name, at, threads + 1);
			const before = docOf(app).moment.machine.threads.map(({ holds }) => holds);
			joinQueue(app);
			const { moment } = docOf(app);
			expect(
				moment.machine.threads.map(({ holds }) => holds),
				name,
			).toEqual(before);
			if (moment.at > at) expect(statusOf(app, threads + 1), name).not.toBe('done');
			joined += Number(moment.at > at);
		}
	expect(joined).toBeGreaterThan(300);
}, 120_000);

test('a question that holds with more threads is put behind them, once, and its reason says of whom it was written', () => {
	const app = opened('mcs-gap', 9, 4);
	expect(asksNow(core, docOf(app))).toBe(true);
	joinQueue(app);
	const doc = docOf(app);
	expect([doc.moment.at, doc.moment.story]).toEqual([17, 'left']);
	expect(asksNow(core, doc)).toBe(true);
	const [beat] = beatsOf(core, doc);
	expect(beat?.ask).toBe('T1 reads next = NULL. May it leave?');
	expect(beat?.note).toMatch(/^Said of 2 threads: Not yet\./);
	expect(app.questions.answer(1)).toBe(true);
	expect(asksNow(core, docOf(app))).toBe(false);
	/* nobody is asked twice */
	app.cursor.seek(9);
	expect(asksNow(core, docOf(app))).toBe(false);
});

test('no press goes past such a question', () => {
	const app = opened('mcs-gap', 5, 4);
	app.steps.stepThread(4);
	const story = core.scenario('mcs-gap')?.story ?? [];
	for (const action of story.slice(5)) app.steps.step(action);
	app.cursor.seek(6);
	const at = questionsHere(core, docOf(app))[0]?.beat.at ?? 0;
	expect(at).toBe(10);
	for (let presses = 0; docOf(app).moment.at < at; presses++) {
		app.jumps.beat(1);
		expect(presses).toBeLessThan(6);
	}
	expect(docOf(app).moment.at).toBe(at);
});

test('a question that counts the threads is not put, and no question once a thread of the story goes another way', () => {
	const counts = opened('mutex-stampede', 15, 6);
	joinQueue(counts);
	const here = questionsHere(core, docOf(counts));
	expect(here.map(({ beat, holds }) => [beat.at, holds])).toEqual([[19, false]]);
	expect(beatsOf(core, docOf(counts))).toEqual([]);
	const left = opened('mcs-gap', 5, 4);
	left.steps.stepThread(4);
	left.steps.stepThread(1);
	expect(questionsHere(core, docOf(left))).toEqual([]);
});

test.each([
	['whose fact is not so', 'grw-kind-one', 18, 63],
	['whose answer other steps would show', 'fl-v2-steal', 9, 9],
])('a question %s is not put', (_, name, at, of) => {
	const own = core.scenario(name);
	const ask = own?.beats.find((beat) => beat.at === of)?.ask;
	const app = opened(name, at, (own?.threads ?? 0) + 2);
	joinQueue(app);
	const here = questionsHere(core, docOf(app)).find(({ beat }) => beat.ask === ask);
	expect(here?.holds).toBe(false);
	expect(beatsOf(core, docOf(app)).map((beat) => beat.ask)).not.toContain(ask);
});

test('with fewer threads a story asks as far as it goes', () => {
	const app = opened('ticket-in-order', 2, 2);
	expect(docOf(app).moment.at).toBe(2);
	expect(questionsHere(core, docOf(app)).map(({ holds }) => holds)).toEqual([true]);
	expect(asksNow(core, docOf(app))).toBe(true);
});

test('of the questions most hold with two threads more, and most of the others say that they do not', () => {
	const put = { holds: 0, not: 0 };
	for (const { name, threads, beats } of stories)
		for (const { at, ask } of beats) {
			if (!ask || at === 0) continue;
			const app = opened(name, at, threads + 2);
			joinQueue(app);
			const doc = docOf(app);
			const here = questionsHere(core, doc).find(({ beat }) => beat.at === doc.moment.at);
			if (here) put[here.holds ? 'holds' : 'not']++;
		}
	expect(put.holds).toBeGreaterThan(90);
	expect(put.not).toBeGreaterThan(30);
}, 120_000);

test('the step that comes next comes late: the others go on without it, and what that comes to is said', () => {
	const app = opened('mcs-queue', 10);
	playLate(app);
	expect(where(app)).toEqual([17, 17]);
	expect(docOf(app).session.actions().slice(10).map(actionTid)).not.toContain(3);
	expect(said(app)).toBe(
		'T3’s next step comes late: the others go on without it, 7 steps in turn, and the lock goes to T2 meanwhile. T1 and T2 are done. Now T3 is about to swap itself in as the tail: tail NULL → T3.',
	);
	expect(app.futures.back()).toBe(true);
	expect(where(app)).toEqual([10, 26]);
});

test.each([
	['ww-barging', 15],
	['mutex-wake', 23],
])(
	'what was played from a beat of %s is taken back to it, though it begins as the story does',
	(name, at) => {
		const app = opened(name, at);
		const asks = asksNow(core, docOf(app));
		playLate(app);
		expect(docOf(app).moment.at).toBeGreaterThan(at);
		expect(app.futures.back()).toBe(true);
		expect(docOf(app).moment.at).toBe(at);
		expect(docOf(app).moment.story).toBe('telling');
		expect(asksNow(core, docOf(app))).toBe(asks);
	},
);

test('of two that were played one after the other each is taken back by itself', () => {
	const app = opened('mcs-queue', 9, 5);
	joinQueue(app);
	playLate(app);
	expect(docOf(app).moment.at).toBeGreaterThan(17);
	app.futures.back();
	expect([docOf(app).moment.at, docOf(app).config.threads]).toEqual([17, 5]);
	expect(said(app)).toMatch(/^T4 and T5/);
	app.futures.back();
	expect([docOf(app).moment.at, docOf(app).config.threads]).toEqual([9, 3]);
});

test('the speaker reads what the room does of it', () => {
	const app = opened('mcs-queue', 10);
	playLate(app);
	expect(toldOf(app.state, 'me').outlook).toContain(said(app));
});

test('whom the reader has preempted stays off its CPU while another comes late', () => {
	const app = opened('mcs-gap', 7);
	const held = docOf(app).moment.next?.action === 0 ? 1 : 2;
	act(app, 'preempt', 3 - held);
	playLate(app);
	expect(docOf(app).moment.machine.threads[2 - held]?.status).toBe('preempted');
	expect(said(app)).toMatch(/stays without a CPU/);
});

test('where nobody gets on without it, that is what it comes to', () => {
	const app = opened('mutex-wake', 20);
	playLate(app);
	expect(where(app)).toEqual([20, 33]);
	expect(said(app)).toBe(
		'T1’s next step comes late: nobody else gets on without it. T2 is asleep.',
	);
});

test('what comes late takes no step in any story, and the others take all that they can', () => {
	for (const { name, story, beats } of stories)
		for (const { at } of beats.filter((_, i) => i % 2 === 1)) {
			const app = opened(name, at);
			const { options, finished } = docOf(app).moment;
			playLate(app);
			if (finished || said(app) === '') continue;
			const held = Number(/^T(\d+)/.exec(said(app))?.[1]);
			const steps = docOf(app).session.actions().slice(at, docOf(app).moment.at);
			expect(steps.map(actionTid), name).not.toContain(held);
			const could = options.some((o) => o.tid !== held && o.env === '' && o.result === 'moved');
			expect(steps.length > 0 || !could, `${name} at ${at} of ${story.length}`).toBe(true);
		}
}, 120_000);

const act = (app: App, env: string, tid: number) => {
	const { options, withheld } = docOf(app).moment;
	const option = [...options, ...withheld].find((o) => o.env === env && o.tid === tid);
	if (!option) throw new Error(`no ${env} of T${tid}`);
	app.steps.allow(option.action);
};

test('an owner that loses its CPU leads to the story that tells of it, of the same lock', () => {
	const app = opened('mutex-mcs-queue', 20);
	act(app, 'preempt', 1);
	expect(toldBy(core, docOf(app), true)?.name).toBe('mutex-owner-preempted');
	app.steps.stepThread(2);
	expect(toldBy(core, docOf(app), true)).toBeUndefined();
	expect(toldBy(core, docOf(app), false)?.name).toBe('mutex-owner-preempted');
	const free = opened('tp-futex-simple');
	for (let i = 0; i < 2; i++) free.steps.stepThread(1);
	act(free, 'preempt', 1);
	expect(toldBy(core, docOf(free), true)?.name).toBe('tp-sleep-wake');
});

test('so do a signal and a clock; by whom they meet, and never to a planted fault', () => {
	const told = (name: string, at: number, env: string, tid: number) => {
		const app = opened(name, at);
		act(app, env, tid);
		return toldBy(core, docOf(app), true);
	};
	expect(told('tp-handoff', 20, 'signal', 2)?.name).toBe('tp-signal');
	expect(told('mutex-mcs-queue', 20, 'signal', 2)?.name).toBe('mutex-signal');
	expect(told('mutex-mcs-queue', 20, 'signal', 1)).toBeUndefined();
	expect(told('rwsem-downgrade', 15, 'kill', 3)?.name).toBe('rwsem-killed-waiter');
	expect(told('rwsem-downgrade', 15, 'kill', 1)).toBeUndefined();
	expect(told('mcs-queue', 14, 'preempt', 1)).toBeUndefined();
	/* the story’s own act is told by itself */
	const own = opened('mutex-owner-preempted', 20);
	expect(toldBy(core, docOf(own), false)).toBeUndefined();
});

test('where none of the lock does, one of the family that tells of such an act, which says what is other there', () => {
	const app = opened('mutex-stampede', 23);
	act(app, 'preempt', 1);
	expect(toldBy(core, docOf(app), true)).toBeUndefined();
	const near = toldNear(core, docOf(app), true);
	expect(near?.story.name).toBe('mutex-owner-preempted');
	expect(near?.apart).toBe('in another variant of the lock, where the CPU is lost at once');
	const so = opened('mutex-mcs-queue', 20);
	act(so, 'preempt', 1);
	expect(toldNear(core, docOf(so), true)?.apart).toBe('');
});

test('where no story tells of it, a key says so', () => {
	const app = opened('mcs-queue', 14);
	openToldHere(app);
	expect(app.state.toast).toBe(
		'No other story of this family tells of what came from outside here.',
	);
});

test('another that comes first: who gets the lock next, and in a room not whom the story gives it to', () => {
	const next = (tid: number) => {
		const app = opened('mcs-queue', 3);
		app.steps.stepThread(tid);
		return [true, false].map((room) => nextOwnerText(core, docOf(app), room));
	};
	const turns = 'If all take turns from here, the lock goes next to';
	expect(next(3)).toEqual([`${turns} T3.`, `${turns} T3, and in the story to T2.`]);
	expect(next(2)).toEqual([`${turns} T2, as in the story.`, `${turns} T2, as in the story.`]);
	/* only where the room is asked just that it hears no name */
	const asked = opened('mutex-6.12-handoff');
	const beat = beatsOf(core, docOf(asked)).find(({ ask }) => /Who is the next/.test(ask ?? ''));
	asked.cursor.seek(beat?.at ?? 0);
	const other = [1, 2, 3].find((tid) => {
		asked.documents.openScenario('mutex-6.12-handoff');
		asked.cursor.seek(beat?.at ?? 0);
		asked.steps.stepThread(tid);
		return nextOwnerText(core, docOf(asked), false).endsWith(', as in the story.');
	});
	expect(other).toBeDefined();
	expect(nextOwnerText(core, docOf(asked), true)).toBe(`${turns} the same thread as in the story.`);
	/* while the story is told it tells that itself */
	expect(nextOwnerText(core, docOf(opened('mcs-queue', 3)), false)).toBe('');
});

/** The place of a role among those of the lock. */
const roleOf = (app: App, letter: string) =>
	core.lock(docOf(app).config.lock).roles.findIndex((role) => role.letter === letter);

test('who has taken no step may have another role: what was taken stays, and so does the moment', () => {
	const app = opened('rwsem-handoff-rescue', 46, 3);
	const reader = roleOf(app, 'R');
	const { roles } = docOf(app).config;
	app.documents.restart({ roles: [...roles.slice(0, 2), reader] });
	expect(docOf(app).config.roles[2]).toBe(reader);
	expect(where(app)[0]).toBe(46);
	expect(docOf(app).moment.story).toBe('telling');
	app.futures.back();
	expect(where(app)[0]).toBe(46);
	expect(docOf(app).config.threads).toBe(2);
	/* of one that has moved the steps would be those of another */
	app.documents.restart({ roles: [reader, roles[1] ?? 0] });
	expect(where(app)[0]).toBe(0);
});

test('a reader comes, a writer comes: by one key at the moment, and one leads back to the beat', () => {
	const app = opened('rwsem-handoff-rescue', 46);
	askWhoComes(app);
	expect(app.state.comesAt).toBe(docOf(app).moment);
	expect(docOf(app).config.threads).toBe(2);
	comesNow(app, roleOf(app, 'R'));
	const { session, moment } = docOf(app);
	expect(moment.machine.threads[2]).toMatchObject({ role: 'R', status: 'asleep' });
	expect(session.actions().slice(0, 46)).toEqual(
		core.scenario('rwsem-handoff-rescue')?.story.slice(0, 46),
	);
	expect(said(app)).toMatch(/^A reader comes: T3, alone, takes \d+ steps and is asleep\./);
	app.futures.back();
	expect(where(app)).toEqual([46, core.scenario('rwsem-handoff-rescue')?.story.length]);
	expect(docOf(app).config.threads).toBe(2);
});

test('of a lock whose threads are alike the key brings one at once, and what it gets it has', () => {
	const app = opened('mcs-queue', 9);
	askWhoComes(app);
	expect(said(app)).toMatch(/^One more thread comes: T4, alone, takes 4 steps and spins until/);
	const first = opened('mcs-queue');
	askWhoComes(first);
	expect(said(first)).toMatch(
		/^One more thread comes: T4, alone, takes \d+ steps? and gets the lock\./,
	);
	expect(docOf(first).moment.machine.threads[3]?.holds).not.toBe('nothing');
	const full = opened('mcs-queue', 9, 16);
	askWhoComes(full);
	expect(docOf(full).config.threads).toBe(16);
	expect(full.state.toast).toBe('There are 16 threads, and no room for one more.');
});

test('an answer that was shown is shown still where one key leads back from what a link led to', () => {
	const app = opened('rwsem-handoff-rescue', 59);
	app.address.link = () => 'https://here/#/rwsem-handoff-rescue?at=59';
	expect(app.questions.answer(1)).toBe(true);
	const { revealed } = docOf(app);
	app.futures.leave('#/rwsem?n=2');
	app.goTo({ kind: 'stepper', fragment: 'rwsem?n=2' });
	expect(docOf(app).revealed).toEqual([]);
	app.goTo({ kind: 'stepper', fragment: 'rwsem-handoff-rescue?at=59' });
	expect(docOf(app).revealed).toEqual(revealed);
	expect(docOf(app).chosen).toEqual({ 59: 1 });
	/* whoever opens it anew is asked */
	app.goTo({ kind: 'stepper', fragment: 'rwsem-handoff-rescue?at=59' });
	expect(docOf(app).revealed).toEqual([]);
});

test('what a key did to the cache lines in a what-if goes with it, with other threads as well', () => {
	const app = opened('mcs-queue', 9, 4);
	app.store.set({ view: { ...app.state.view, presenter: true } });
	app.page.turnLines();
	const turned = app.state.view.cache || app.state.linesAway;
	expect(turned).toBe(true);
	app.futures.back();
	expect(docOf(app).config.threads).toBe(3);
	expect([app.state.view.cache, app.state.linesAway]).toEqual([false, false]);
	/* and the address of the story has none of it */
	const landed: boolean[] = [];
	app.address.onLanding = () => landed.push(app.state.view.cache);
	app.steps.stepThread(1);
	app.page.turnLines();
	app.futures.back();
	expect(landed.at(-1)).toBe(false);
});
