import { describe, expect, test } from 'vitest';
import { complaints } from './judge.mjs';
import {
	explained,
	judged,
	RECORDINGS,
	recordingPlan,
	refusal,
	tooManyUnexplained,
	VARIANTS,
} from './recordings.mjs';

const AGREES = {
	trace: { notes: [], seen: 'all' },
	result: { conforming: 9, events: 9, verdict: 'agrees', differs: null },
};
const DIFFERS = {
	...AGREES,
	result: {
		...{ conforming: 4, events: 9, verdict: 'differs' },
		differs: { line: 17, tid: 2, saw: 'T2 looks', allowed: ['T2 stores', 'T1 waits'] },
	},
};

test('every variant is recorded, with a plan that judges each recording once', () => {
	expect(VARIANTS).toHaveLength(16);
	const plan = recordingPlan(RECORDINGS);
	const planned = plan.filter(({ recording }) => recording).map(({ recording }) => recording);
	expect(planned.at(-1)).toMatchObject({ variant: 'rwsem-handoff' }); /* it may hang */
	expect(planned).toHaveLength(RECORDINGS.length);
	expect(new Set(planned)).toEqual(new Set(RECORDINGS));
	for (const { command } of plan) expect(command.split(' ').length).toBeLessThan(31);
});

describe('a judgement is refused', () => {
	test('not when it agrees', () => expect(refusal(AGREES)).toBeUndefined());

	test('when it differs, with the place and what the model allows', () => {
		expect(refusal(DIFFERS)).toMatch(
			/^4 of 9 events conform; line 17 .* T2 looks; .*\n +T2 stores/,
		);
	});

	test('when the trace is damaged, or there was no room', () => {
		expect(refusal({ ...AGREES, trace: { notes: ['line 3: what?'] } })).toMatch(/damaged: line 3/);
		const noRoom = { ...AGREES.result, verdict: 'no room' };
		expect(refusal({ ...AGREES, result: noRoom })).toBe('9 of 9 events conform: no room');
	});
});

/** What the machine says of a recording: outcomes in the order of the plan's steps. */
function said(recording, ...runs) {
	const plan = recordingPlan([recording]);
	const told = { alarms: [], complete: true, logged: true };
	const all = runs.map(([code, ...lines]) => ({ code, seconds: 1, lines }));
	return { complaints: complaints(plan, { ...told, runs: all }), judged: judged(plan, all) };
}

describe('a recording of the module', () => {
	const recording = { variant: 'mcs', threads: 'LL', rounds: 5, options: '' };
	const OUTCOME = {
		verdict: 'pass',
		counter: 10,
		expected: 10,
		acquired: 10,
		events: 50,
		perThread: [{}, {}],
	};
	const outcome = (change) => ['0', JSON.stringify({ ...OUTCOME, ...change })];
	const rest = [['0', JSON.stringify(AGREES)], ['skipped'], ['0']];

	test('passes, and has its judgement', () => {
		const { complaints, judged } = said(recording, ['0'], outcome({}), ...rest);
		expect(complaints).toEqual([]);
		expect(judged).toEqual([{ recording, judgement: AGREES, kept: undefined }]);
	});

	test.each([
		[{ counter: 9 }, /the counter is 9, not 10/],
		[{ acquired: 9 }, /9 acquisitions, not 10/],
		[{ verdict: 'hang', why: 'no meeting' }, /hang: no meeting/],
	])('is complained about for %j', (change, complaint) => {
		expect(said(recording, ['0'], outcome(change), ...rest).complaints[0]).toMatch(complaint);
	});

	test('is complained about when it is refused, and its trace is there', () => {
		const refused = [['1', JSON.stringify(DIFFERS)], ['0', 'lockstep-trace 1'], ['0']];
		const { complaints, judged } = said(recording, ['0'], outcome({}), ...refused);
		expect(complaints).toHaveLength(1);
		expect(complaints[0]).toMatch(/held against the model: ended with 1: 4 of 9 events conform/);
		expect(judged[0].kept).toEqual(['lockstep-trace 1']);
	});
});

describe('a recording on the system calls', () => {
	const recording = { variant: 'tp-futex', threads: 'LL', rounds: 5, options: '' };
	const rest = [['0', JSON.stringify(AGREES)], ['skipped']];
	const TOLD = 'lockstep record: tp-futex, 2 threads: 10 acquisitions, 50 events';

	test('passes', () => expect(said(recording, ['0', TOLD], ...rest).complaints).toEqual([]));

	test('is complained about when it lacks rounds, or failed', () => {
		const few = said(recording, ['0', TOLD.replace('10', '9')], ...rest).complaints;
		expect(few[0]).toMatch(/9 acquisitions, not 10/);
		const failed = 'lockstep record: the run failed: no thread gets on';
		const places = ['  T1  L  5 acquired', '  T2  L  0 acquired', '  T3  L  0 acquired'];
		const { complaints } = said(recording, ['1', TOLD, failed, ...places], ...rest);
		expect(complaints[0]).toMatch(/ended with 1: .*no thread gets on .*T1 .*T2 .*T3 /);
	});
});

describe('a recording that the model does not explain', () => {
	const recorded = (variant, judgement) => ({ recording: { variant }, judgement });
	const of = (judgement, seen, allTraced) => ({
		...judgement,
		trace: { ...judgement.trace, seen, allTraced },
	});

	test('counts for nothing where the kernel does not tell each step, and one in forty is not too many', () => {
		const good = Array.from({ length: 41 }, () => recorded('tp-futex', of(AGREES, 'calls', false)));
		const bad = recorded('tp-futex', of(DIFFERS, 'calls', false));
		expect(explained([...good, bad])).toEqual(good);
		expect(tooManyUnexplained([...good, bad])).toBeUndefined();
		expect(tooManyUnexplained([...good, bad, bad])).toMatch(/^2 of 43 recordings/);
	});

	test('has no excuse where the kernel tells each step', () => {
		const told = of(DIFFERS, 'calls', true);
		expect(explained([recorded('tp-futex', told)])).toHaveLength(1);
		const [judging] = recordingPlan([
			{ variant: 'tp-futex', threads: 'LL', rounds: 9, options: '' },
		]).filter(({ recording }) => recording);
		const run = { code: '1', lines: [JSON.stringify(told)] };
		expect(judging.mayRefuse(run)).toBe(false);
		const boot = { runs: [run], alarms: [], complete: true, logged: true };
		expect(complaints([judging], boot)).toHaveLength(1);
	});

	test('of several times all recordings there may be several times as many that look at an end', () => {
		const look = { at: 1, found: 1, model: 0, ended: true };
		const end = recorded('rwsem', {
			...DIFFERS,
			result: { ...DIFFERS.result, differs: { ...DIFFERS.result.differs, look } },
		});
		const all = RECORDINGS.map(({ variant }) => recorded(variant, AGREES));
		expect(tooManyUnexplained([...all.slice(3), end, end, end])).toMatch(/^3 recordings look/);
		expect(tooManyUnexplained([...all, ...all.slice(4), end, end, end, end])).toBeUndefined();
	});

	test('may be one that looks at a thread as it ends, and only that', () => {
		const at = (look) => ({
			...DIFFERS,
			result: { ...DIFFERS.result, differs: { ...DIFFERS.result.differs, look } },
		});
		const LOOK = { at: 1, found: 1, model: 0, ended: true };
		const gone = at(LOOK);
		const end = recorded('rwsem', gone);
		expect(explained([end])).toEqual([]);
		expect(tooManyUnexplained([end, end])).toBeUndefined();
		expect(tooManyUnexplained([end, end, end])).toMatch(/^3 recordings look at a thread/);
		for (const other of [
			at({ ...LOOK, ended: false }),
			at({ ...LOOK, found: 0, model: 1 }),
			at(undefined),
		])
			expect(explained([recorded('rwsem', other)])).toHaveLength(1);
		const [judging] = recordingPlan([
			{ variant: 'rwsem', threads: 'WR', rounds: 9, options: '' },
		]).filter(({ recording }) => recording);
		const run = (judgement) => ({ code: '1', lines: [JSON.stringify(judgement)] });
		expect(judging.mayRefuse(run(gone))).toBe(true);
		expect(judging.mayRefuse(run(DIFFERS))).toBe(false);
		const empty = { ok: false, notes: ['Line 17: the trace has no events.'] };
		expect(judging.mayRefuse(run(empty))).toBe(false);
		expect(refusal(empty)).toBe('it is no trace: Line 17: the trace has no events.');
	});

	test('has no excuse where every access is seen', () => {
		const seen = recorded('rwsem', DIFFERS);
		expect(explained([seen])).toEqual([seen]);
		const plan = recordingPlan([
			{ variant: 'rwsem', threads: 'WR', rounds: 9, options: '' },
			{ variant: 'tp-futex', threads: 'LL', rounds: 9, options: '' },
		]);
		const judging = plan.filter(({ recording }) => recording);
		const run = (judgement, code = '1') => ({ code, lines: [JSON.stringify(judgement)] });
		expect(judging[0].mayRefuse(run(DIFFERS))).toBe(false);
		const inferred = of(DIFFERS, 'calls', false);
		expect(judging[1].mayRefuse(run(inferred))).toBe(true);
		expect(judging[1].mayRefuse(run(inferred, '139'))).toBe(false);
		expect(judging[1].mayRefuse(run({ ...AGREES, trace: { notes: ['damaged'] } }))).toBe(false);
		const boot = (one) => ({ runs: [run(one)], alarms: [], complete: true, logged: true });
		expect(complaints([judging[0]], boot(DIFFERS))).toHaveLength(1);
		expect(complaints([judging[1]], boot(inferred))).toEqual([]);
	});
});

test('a hang of the rwsem with handoff is a finding: what comes behind it in that boot counts for nothing', () => {
	const one = { variant: 'rwsem-handoff', threads: 'WR', rounds: 9, options: '' };
	const plan = recordingPlan([one, { ...one, rounds: 8 }]);
	const outcome = (verdict) => [JSON.stringify({ verdict, why: '', counter: 1, expected: 1 })];
	const runs = plan.map(({ recording, mayHang }) => ({
		code: '0',
		lines: recording ? [JSON.stringify(AGREES)] : mayHang ? outcome('hang') : [],
	}));
	const boot = {
		alarms: ['task x blocked for more than 30 seconds'],
		complete: true,
		logged: true,
	};
	expect(complaints(plan, { runs, ...boot })).toEqual([]);
	expect(judged(plan, runs).map(({ recording }) => recording.rounds)).toEqual([9]);
	const other = plan.map((step) => ({ ...step, mayHang: undefined }));
	expect(complaints(other, { runs, ...boot })).toHaveLength(3);
});

test('of a failure of exclusion only that of a reader and a writer is finding R1, and only where there are both', () => {
	const outcome = (variant, threads, why) => {
		const plan = recordingPlan([{ variant, threads, rounds: 9, options: '' }]);
		const said = { verdict: 'fail', why, counter: 1, expected: 1, acquired: 9, events: 9 };
		return plan.find(({ title }) => title.endsWith('its outcome')).check([JSON.stringify(said)]);
	};
	const ours = 'mutual exclusion: a writer is in together with a reader';
	expect(outcome('rwsem', 'WWRR', ours)).toBeUndefined();
	expect(outcome('rwsem-handoff', 'WD', ours)).toBeUndefined();
	expect(outcome('rwsem', 'WWKK', ours)).toBe(`fail: ${ours}`);
	expect(outcome('rwsem-6.12', 'WWRR', ours)).toBe(`fail: ${ours}`);
	const writers = 'mutual exclusion: two writers are in';
	expect(outcome('rwsem', 'WWRR', writers)).toBe(`fail: ${writers}`);
	expect(outcome('rwsem', 'WWRR', 'the counter is wrong')).toBe('fail: the counter is wrong');
});
