/**
 * A schedule as Chrome trace events, JSON object format: what Perfetto opens.
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 *
 * Tracks of one process: a thread's calls with its steps inside them, its state where that is not
 * simply "on a CPU", what it holds, and the environment. All slices are complete events, in the order
 * of time and outer before inner: readers differ in how they take B and E beside X at equal times.
 * To know how long a slice lasts when it is written, the schedule is gone through twice.
 */
import type {
	MachineView,
	ProcFacts,
	Session,
	StepRecord,
	ThreadView,
	WordFacts,
} from '../../../wasm/src';
import {
	actionTid,
	fieldsAt,
	fieldValue,
	isEnvAction,
	signed,
	THREAD_WORDS as WORDS,
} from '../../../wasm/src';
import { roleText } from '../drawings/threads/roles';
import { statusOf } from '../drawings/threads/status';
import { faultTitle } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import {
	editedIn,
	lockOf,
	outsideText,
	roleOf,
	roundsText,
	searchText,
	sourceOf,
	standingText,
	switchesOf,
	textsOf,
	titleOf,
	variantOf,
} from './about';
import type { Sink } from './slices';
import { type Order, partsOf, placeOf, type ToldStep, tell } from './telling';
import { type Clock, clockOf } from './time';

const PID = 1;
/* Thread ids are unique, and none is 0 or the process's: Perfetto gives those a meaning of their own. */
const CALLS = (tid: number): number => 10 * tid;
const STATE = (tid: number): number => 10 * tid + 1;
const HOLDS = (tid: number): number => 10 * tid + 2;
const ENVIRONMENT = 1000;

type Phase = 'X' | 'i' | 's' | 'f' | 'C' | 'M';
interface TraceEvent {
	ph: Phase;
	tid: number;
	ts: number;
	name: string;
	cat?: string;
	dur?: number;
	id?: number;
	bp?: 'e';
	s?: 't';
	args?: Record<string, unknown>;
}

/** A slice that is open on a track. */
interface Open {
	name: string;
	/** the how-manieth slice it is */
	number: number;
}

const HELD = { nothing: '', read: WORDS.holdsRead, write: WORDS.holdsWrite } as const;

/** What a thread is in when it is not simply running: asleep, preempted. */
function stateName(thread: ThreadView): string {
	if (thread.status !== 'preempted' && thread.status !== 'asleep') return '';
	const { text } = statusOf(thread);
	return text === WORDS.asleep ? `${text} (${thread.state})` : text;
}

/** Series of a counter that follows the lock word: its fields, or its one value. */
function wordSeries(facts: WordFacts, value: number): Record<string, number> {
	if (facts.kind !== 'bits')
		return { value: facts.kind === 'signed' ? signed(value) : value >>> 0 };
	const named = fieldsAt(facts, value).filter((f) => f.kind !== 'reserved');
	return Object.fromEntries(named.map((f) => [f.name, fieldValue(value, f.shift, f.bits)]));
}

function stepName(record: StepRecord): string {
	const { op, wordName, target } = record;
	if (op === 'critical') return 'critical section';
	if (op === 'wake') return `wake T${target}`;
	return wordName === '' || op === 'sleep' || op === 'awake' ? op : `${op} ${wordName}`;
}

/** Goes through the steps; once to learn `ends`, by slice, and once, with a sink, to write. */
class Writer {
	private readonly calls: Open[][];
	private readonly keys: string[][];
	private readonly states = new Map<number, Open>();
	private readonly named = new Set<number>();
	private readonly wakes = new Map<number, number[]>();
	private readonly lastOwn: number[] = [];
	private flows = 0;
	private slices = 0;
	private first = true;
	private fault = '';
	private readonly procs: readonly ProcFacts[];

	constructor(
		private readonly order: Order,
		private readonly clock: Clock,
		private readonly ends: number[],
		private readonly sink?: Sink,
	) {
		const { threads } = order.config;
		this.procs = lockOf(order).procs;
		this.calls = Array.from({ length: threads + 1 }, () => []);
		this.keys = Array.from({ length: threads + 1 }, () => []);
		for (const [i, action] of order.actions.entries())
			if (!isEnvAction(action)) this.lastOwn[actionTid(action)] = i;
	}

	private put(event: TraceEvent): void {
		if (!this.sink) return;
		const { ph, tid, ts, ...rest } = event;
		const text = JSON.stringify({ ph, pid: PID, tid, ts, ...rest });
		this.sink(`${this.first ? '' : ','}\n${text}`);
		this.first = false;
	}

	private meta(name: string, tid: number, args: Record<string, unknown>): void {
		this.put({ ph: 'M', tid, ts: 0, name, cat: '__metadata', args });
	}

	private nameTrack(tid: number, name: string): void {
		if (this.named.has(tid)) return;
		this.named.add(tid);
		this.meta('thread_name', tid, { name });
		this.meta('thread_sort_index', tid, { sort_index: tid });
	}

	head(machine: MachineView): void {
		const lock = lockOf(this.order);
		this.meta('process_name', CALLS(1), {
			name: `${variantOf(this.order)}; ${titleOf(this.order)}`,
		});
		for (const { tid } of machine.threads) {
			const { letter } = roleOf(lock, this.order.config, tid);
			this.nameTrack(CALLS(tid), `T${tid}, ${roleText(lock.roles, letter)}`);
		}
		this.count(machine, undefined, 0);
	}

	// ---- one step ----------------------------------------------------------------------------------

	step(told: ToldStep): void {
		const { i, record, before, after } = told;
		const start = this.clock.start(i);
		const end = this.clock.end(i);
		if (record.env === '') this.ownStep(told, start, end);
		else
			this.mark(`${record.env} T${record.tid}`, 'environment', start, {
				step: i + 1,
				sentence: told.sentence,
			});
		this.settleCalls(record.tid, after, end);
		for (const thread of after.threads) this.settleState(thread, end);
		this.count(after, before, end);
		this.judge(told, end);
	}

	private ownStep(told: ToldStep, start: number, end: number): void {
		const { i, record, before } = told;
		const { tid } = record;
		this.enterCalls(tid, before, start);
		if (record.result === 'spun')
			this.setState(STATE(tid), `${WORDS.spinning} on ${record.wordName}`, 'state', start);
		else if (this.states.get(STATE(tid))?.name.startsWith(WORDS.spinning))
			this.setState(STATE(tid), '', '', start);
		const dur = this.clock.between(start, end);
		this.put({
			ph: 'X',
			tid: CALLS(tid),
			ts: start,
			dur,
			name: stepName(record),
			cat: 'step',
			args: this.stepArgs(told),
		});
		const inside = this.clock.middle(start, end);
		for (const id of this.wakes.get(tid) ?? [])
			this.put({ ph: 'f', tid: CALLS(tid), ts: inside, name: 'wake', cat: 'wake', id, bp: 'e' });
		this.wakes.delete(tid);
		const { op, ok, target } = record;
		const goesOn = (this.lastOwn[target] ?? -1) > i;
		if (op !== 'wake' || !ok || target === 0 || target === tid || !goesOn) return;
		const id = ++this.flows;
		this.put({ ph: 's', tid: CALLS(tid), ts: inside, name: 'wake', cat: 'wake', id });
		this.wakes.set(target, [...(this.wakes.get(target) ?? []), id]);
	}

	private stepArgs({ i, record, sentence }: ToldStep): Record<string, unknown> {
		const { old, new: now, arg, op, ok, order, result, line } = record;
		const { effect } = partsOf(record, sentence);
		return {
			step: i + 1,
			sentence,
			...(effect === '' ? {} : { effect }),
			place: placeOf(this.procs, record),
			line,
			proc: line > 0 ? (this.procs[record.proc]?.name ?? '') : '',
			...(record.wordName === '' ? {} : { word: record.wordName, old, new: now }),
			...(op === 'cas' ? { expected: arg } : {}),
			ok,
			order,
			...(result === 'spun' ? { spun: true } : {}),
			...(this.order.recorded?.inferred(i) ? { inferred: true } : {}),
		};
	}

	/** An act of the environment, or how a state stands. */
	private mark(name: string, cat: string, ts: number, args: Record<string, unknown>): void {
		this.nameTrack(ENVIRONMENT, 'environment and verdict');
		this.put({ ph: 'i', tid: ENVIRONMENT, ts, s: 't', name, cat, args });
	}

	// ---- calls -------------------------------------------------------------------------------------

	/** By frame: its procedure and the line it was called from. */
	private framesOf(tid: number, machine: MachineView): { name: string; key: string }[] {
		const frames = machine.threads[tid - 1]?.frames ?? [];
		return frames.map(({ proc }, depth) => {
			const name = this.procs[proc]?.name ?? '?';
			return { name, key: `${proc} from ${depth > 0 ? frames[depth - 1]?.line : 0}` };
		});
	}

	/** Ends the slices of calls that are over in `machine`. */
	private settleCalls(tid: number, machine: MachineView, ts: number): void {
		const frames = this.framesOf(tid, machine);
		const open = this.calls[tid] as Open[];
		const keys = this.keys[tid] as string[];
		let same = 0;
		while (same < open.length && keys[same] === frames[same]?.key) same++;
		while (open.length > same) {
			keys.pop();
			this.end(open.pop() as Open, ts);
		}
	}

	/** Begins the slices of calls that the thread is in when it takes a step. */
	private enterCalls(tid: number, machine: MachineView, ts: number): void {
		this.settleCalls(tid, machine, ts);
		const open = this.calls[tid] as Open[];
		const keys = this.keys[tid] as string[];
		for (const { name, key } of this.framesOf(tid, machine).slice(open.length)) {
			open.push(this.begin(CALLS(tid), name, 'call', ts));
			keys.push(key);
		}
	}

	private begin(tid: number, name: string, cat: string, ts: number): Open {
		const number = this.slices++;
		const dur = this.clock.between(ts, this.ends[number] ?? ts);
		if (dur > 0) this.put({ ph: 'X', tid, ts, dur, name, cat });
		return { name, number };
	}

	private end({ number }: Open, ts: number): void {
		this.ends[number] = ts;
	}

	// ---- states ------------------------------------------------------------------------------------

	private settleState(thread: ThreadView, ts: number): void {
		const { tid, holds, status } = thread;
		const now = stateName(thread);
		const spins = this.states.get(STATE(tid))?.name.startsWith(WORDS.spinning) === true;
		if (!(spins && status === 'ready')) this.setState(STATE(tid), now, 'state', ts);
		this.setState(HOLDS(tid), HELD[holds], 'lock', ts);
	}

	private setState(track: number, name: string, cat: string, ts: number): void {
		const open = this.states.get(track);
		if ((open?.name ?? '') === name) return;
		if (open) this.end(open, ts);
		this.states.delete(track);
		if (name === '') return;
		const of = `T${Math.floor(track / 10)}`;
		this.nameTrack(track, `${of} ${cat}`);
		this.states.set(track, this.begin(track, name, cat, ts));
	}

	/** The lock word's value, when it has changed. */
	private count(now: MachineView, before: MachineView | undefined, ts: number): void {
		const word = now.words[0];
		if (!word || word.facts.kind === 'list') return;
		if (before && before.words[0]?.value === word.value) return;
		const args = wordSeries(word.facts, word.value);
		this.put({ ph: 'C', tid: CALLS(1), ts, name: word.name, cat: 'lock', args });
	}

	/** Marks the first state of each fault. */
	private judge({ i, judgement }: ToldStep, ts: number): void {
		const { verdict, what } = judgement;
		const fault = isFault(verdict) ? faultTitle(verdict, what, lockOf(this.order)) : '';
		if (fault === this.fault) return;
		this.fault = fault;
		if (fault === '') return;
		this.mark(fault, 'verdict', ts, { step: i + 1, verdict, what });
	}

	/** Ends what is still open, and says how it stands. */
	finish(ts: number, standing: string): void {
		for (const open of this.calls) while (open.length > 0) this.end(open.pop() as Open, ts);
		for (const open of this.states.values()) this.end(open, ts);
		this.mark(`end: ${standing}`, 'verdict', ts, {});
	}
}

const ONE_STEP = 'every step is drawn as 1 µs: their order is meant, not how long they take';
const RECORDED =
	'real times of a recorded run; a step is drawn until the next one, for at most 1 µs; "inferred" steps were not recorded and stand where they fit';

function otherData(order: Order, standing: string): Record<string, unknown> {
	const { config, actions, address, recorded } = order;
	const lock = lockOf(order);
	const tids = Array.from({ length: config.threads }, (_, i) => i + 1);
	return {
		tool: 'Lockstep',
		scenario: config.scenario,
		title: titleOf(order),
		...(order.recording && { recording: order.recording }),
		lock: variantOf(order),
		source: editedIn(order) ? sourceOf(order) : lock.source,
		threads: config.threads,
		roles: tids.map((tid) => roleOf(lock, config, tid).letter).join(''),
		rounds: roundsText(config.rounds),
		switches:
			switchesOf(order)
				.map((s) => s.name)
				.join(', ') || 'none',
		environment: outsideText(order),
		steps: actions.length,
		end: standing,
		every_schedule: searchText(order) || 'not searched',
		texts: textsOf(order),
		...(address === '' ? {} : { address }),
		time: recorded ? RECORDED : ONE_STEP,
		calls:
			'two calls of one procedure from the same line, with no step of the caller between, are drawn as one',
	};
}

/** The steps of an order through a writer; yields how far it is, returns the session at the end. */
function* through(
	writer: Writer,
	steps: Generator<ToldStep, Session>,
	done: (i: number) => number,
): Generator<number, Session> {
	for (let next = steps.next(); ; next = steps.next()) {
		if (next.done) return next.value;
		writer.step(next.value);
		yield done(next.value.i + 1);
	}
}

/** Writes the whole file into `sink`; yields how many steps are told. */
export function* chromeTrace(order: Order, sink: Sink): Generator<number, void> {
	const steps = order.actions.length;
	const clock = clockOf(steps, order.recorded?.when);
	const ends: number[] = [];
	const learner = new Writer(order, clock, ends);
	const session = yield* through(learner, tell(order, false), (i) => i / 2);
	const end = clock.end(session.length - 1);
	learner.finish(end, '');
	const writer = new Writer(order, clock, ends, sink);
	sink('{"displayTimeUnit":"ns","traceEvents":[');
	writer.head(session.machine(0));
	yield* through(writer, tell(order), (i) => (steps + i) / 2);
	const { verdict, what } = session.judge();
	const standing = standingText(order, verdict, what, session.machine());
	writer.finish(end, standing);
	sink(`\n],"otherData":${JSON.stringify(otherData(order, standing))}}\n`);
}
