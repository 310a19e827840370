/**
 * What the accesses of a session cost: which CPU has which cache line after each step. C works it out from the
 * records (core-c/cache); it is no part of the machine, so it is kept beside the session: a copy every 64 steps,
 * and what each step did in columns.
 */
import { LAYOUT, MESI, SCHEDULED_FIELDS, USES } from '../generated/machine';
import {
	emptyRecord,
	type RawTouch,
	storeTouch,
	type TouchColumns,
	touchColumns,
} from '../generated/records';
import { actionTid } from './actions';
import { CacheMemory } from './cache-memory';
import { grow, grown } from './columns';
import type { LockFacts, MemoryFacts, WordFacts } from './facts';
import type { CacheView, LineView, Touch } from './moment';
import type { Session } from './session';

const KEYFRAME = 64;
/** Number of the use of a read-modify-write in the columns. */
export const RMW: number = USES.indexOf('rmw');
/** Number of the state of a line that one CPU alone has, unchanged, in the columns. */
export const EXCLUSIVE: number = MESI.indexOf('E');

const threadsIn = (set: number): number[] => {
	const tids: number[] = [];
	for (let tid = 1; tid < 32; tid++) if ((set >>> tid) & 1) tids.push(tid);
	return tids;
};

export class CacheTrack {
	private readonly memory: CacheMemory;
	private readonly raw = emptyRecord();
	private readonly columns = touchColumns(256);
	/** the actions that it has taken in; a schedule that begins with them costs the same */
	private actions = new Uint8Array(256);
	private length = 0;
	private keyframes = new Uint8Array(0);

	constructor(private readonly session: Session) {
		const { lock, threads } = session.config;
		this.memory = new CacheMemory(session.family, lock, threads);
		this.keep(0);
	}

	/** Takes in what the session has, or as much of it as stands before `end`. */
	private follow(end: number): void {
		const present = this.session.columns().action;
		const until = Math.min(this.length, present.length);
		let same = 0;
		while (same < until && this.actions[same] === present[same]) same++;
		if (same < this.length) this.length = same;
		if (this.length >= end) return;
		this.restore(this.length);
		for (let i = this.length; i < end; i++) {
			if (i === this.columns.line.length) grow(this.columns, i + 1);
			storeTouch(this.columns, i, this.take(i));
			this.actions = grown(this.actions, i + 1);
			this.actions[i] = present[i] as number;
			this.length = i + 1;
			this.keep(this.length);
		}
	}

	private take(i: number): RawTouch {
		const { session } = this;
		session.family.memory.writeRecord(session.rawRecord(i, this.raw));
		return this.memory.take();
	}

	private keep(at: number): void {
		if (at % KEYFRAME !== 0) return;
		const { memory } = this;
		const offset = (at / KEYFRAME) * memory.used;
		this.keyframes = grown(this.keyframes, offset + memory.used);
		memory.save(this.keyframes, offset);
	}

	/** Puts the lines as they are after `at` steps into the module. */
	private restore(at: number): void {
		const first = Math.floor(at / KEYFRAME);
		const offset = first * this.memory.used;
		this.memory.restore(this.keyframes.subarray(offset, offset + this.memory.used));
		for (let i = first * KEYFRAME; i < at; i++) this.take(i);
	}

	/** All lines after `at` steps, by default at the session's cursor. */
	view(at = this.session.cursor): CacheView {
		this.follow(at);
		this.restore(at);
		const { uses, ...sums } = this.memory.sums();
		const lines = Array.from({ length: this.memory.lines }, (_, id) => this.line(id));
		return { lines, ...sums, rmws: uses[RMW] ?? 0 };
	}

	private line(id: number): LineView {
		const { has, watch, state, transfers, lost } = this.memory.line(id);
		const { threads } = this.session.config;
		const states = Array.from(
			{ length: threads },
			(_, i) => MESI[(has >>> (i + 1)) & 1 ? state : 0] ?? 'I',
		);
		return { id, states, watchers: threadsIn(watch), transfers, lost };
	}

	/** What step i did, counted from 0. */
	touch(i: number): Touch {
		this.follow(i + 1);
		const { columns: c } = this;
		const line = c.line[i] as number;
		return {
			line: line === LAYOUT.noLine ? null : line,
			tid: actionTid(this.actions[i] as number),
			use: USES[c.use[i] as number] ?? 'none',
			before: MESI[c.before[i] as number] ?? 'I',
			after: MESI[c.after[i] as number] ?? 'I',
			transfer: c.transfer[i] === 1,
			from: c.from[i] as number,
			lost: threadsIn(c.lost[i] as number),
			disturbed: threadsIn(c.disturbed[i] as number),
		};
	}

	/** What all steps did, one entry a step; sets have bit T for thread T. Valid until the next step. */
	all(): Readonly<TouchColumns> & { readonly length: number } {
		this.follow(this.session.length);
		return { ...this.columns, length: this.length };
	}
}

const tracks = new WeakMap<Session, CacheTrack>();

/** The track of a session, made when it is first asked for. */
export function cacheOf(session: Session): CacheTrack {
	const track = tracks.get(session) ?? new CacheTrack(session);
	tracks.set(session, track);
	return track;
}

/** A cache line by name, with the words that lie on it. */
export interface LineName {
	id: number;
	/** "lock", "node" */
	name: string;
	/** the thread whose line it is; 0 = of all */
	tid: number;
	/** names of the words, without the thread's */
	words: string[];
}

/** Of an array each element has a line of its own, one behind the other. */
const isOn = ({ count }: MemoryFacts, first: number, index: number): boolean =>
	index >= first && index < first + Math.max(count, 1);
const nameOn = ({ name, count }: MemoryFacts, word: WordFacts, index: number): string =>
	count > 1 ? `${name}[${index - word.line}].${word.name}` : word.name;

/** The lines of a lock with so many threads, by number. */
export function lineNames(lock: LockFacts, threads: number): LineName[] {
	const shared = lock.lines.filter((line) => !line.ofThread).length;
	const wordsOf = (index: number) => [
		...(index === shared ? SCHEDULED_FIELDS : []),
		...lock.memory.flatMap((part) =>
			part.words
				.filter((word) => isOn(part, word.line, index))
				.map((word) => nameOn(part, word, index)),
		),
	];
	const named = lock.lines.map(({ name }, index) => ({ name, words: wordsOf(index) }));
	const all = named.slice(0, shared).map((line, id) => ({ ...line, id, tid: 0 }));
	for (let tid = 1; tid <= threads; tid++)
		for (const line of named.slice(shared)) all.push({ ...line, id: all.length, tid });
	return all;
}
