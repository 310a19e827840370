/** Names for numbers: turns what memory.ts reads into the views that the page draws. */
import {
	CLOCKS,
	FLAGS,
	HOLDS,
	OPS,
	ORDERS,
	RESULTS,
	SIGNALS,
	SIGNS,
	STATES,
	STATUSES,
	TASK_FIELDS,
} from '../generated/machine';
import type { RawRecord } from '../generated/records';
import { actionEnv, actionTid } from './actions';
import type { Facts, LockFacts, WordFacts } from './facts';
import type { Call, CoreMemory } from './memory';
import type { FrameView, MachineView, StepRecord, ThreadView, WordView } from './moment';
import { meaningOf, sharedWords, threadWords, wordNameIn } from './words';

const at = <T>(list: readonly T[], index: number, otherwise: T): T => list[index] ?? otherwise;

/** Names and views of one core. Word names are looked up once per lock. */
export class Views {
	private readonly names = new Map<number, string[]>();

	constructor(
		private readonly memory: CoreMemory,
		private readonly facts: Facts,
		/** asks C who stands in a queue, and gives how many */
		private readonly standing: (queue: number) => number,
	) {}

	envName(kind: number): string {
		return this.facts.envKinds[kind]?.name ?? '';
	}

	lock(id: number): LockFacts {
		const lock = this.facts.locks.find((l) => l.id === id);
		if (!lock) throw new RangeError(`no lock ${id}`);
		return lock;
	}

	wordName(lockId: number, word: number): string {
		const { layout } = this.memory;
		if (word === layout.noWord) return '';
		const task = this.memory.taskWord(word);
		if (task) return `T${task.tid}.${at(TASK_FIELDS, task.field, 'state')}`;
		const names = this.namesOf(lockId);
		names[word] ??= wordNameIn(this.lock(lockId), word) ?? `mem[${word}]`;
		return names[word];
	}

	private namesOf(lockId: number): string[] {
		const names = this.names.get(lockId) ?? [];
		this.names.set(lockId, names);
		return names;
	}

	/** The line of the text that a procedure stands in. */
	private lineOf(lockId: number, proc: number, line: number): number {
		return line && (this.lock(lockId).procs[proc]?.first ?? 0) + line;
	}

	record(raw: RawRecord, lockId: number): StepRecord {
		return {
			action: raw.action,
			tid: actionTid(raw.action),
			env: this.envName(actionEnv(raw.action)),
			result: at(RESULTS, raw.result, 'illegal'),
			op: at(OPS, raw.op, 'none'),
			order: at(ORDERS, raw.order, 'relaxed'),
			line: this.lineOf(lockId, raw.proc, raw.line),
			proc: raw.proc,
			ok: raw.ok !== 0,
			word: raw.word,
			wordName: this.wordName(lockId, raw.word),
			target: raw.target,
			sign: at(SIGNS, Math.floor(raw.flags / FLAGS.sign), 'none'),
			old: raw.old,
			new: raw.new,
			arg: raw.arg,
			finished: (raw.flags & FLAGS.finished) !== 0,
			acquired: (raw.flags & FLAGS.acquired) !== 0,
			released: (raw.flags & FLAGS.released) !== 0,
		};
	}

	/** The machine as it stands in the module now. */
	machine(): MachineView {
		const head = this.memory.readHead();
		const lock = this.lock(head.lock);
		const tids = Array.from({ length: head.n }, (_, i) => i + 1);
		return {
			lock: head.lock,
			variant: head.variant,
			switches: head.switches,
			budget: head.budget,
			words: sharedWords(lock).map(({ id, facts }) => this.word(facts, id, facts.name)),
			nodes: lock.memory.some(({ count }) => count === 0)
				? tids.map((tid) => this.node(lock, tid))
				: [],
			queues: lock.queues.map((_, i) => this.memory.readPlaces(this.standing(i))),
			threads: tids.map((tid) => this.thread(lock, head.variant, tid)),
		};
	}

	private node(lock: LockFacts, tid: number): MachineView['nodes'][number] {
		return {
			tid,
			words: threadWords(lock, tid).map(({ id, facts }) =>
				this.word(facts, id, `T${tid}.${facts.name}`),
			),
		};
	}

	private word(facts: WordFacts, id: number, name: string): WordView {
		const list = facts.kind === 'list' ? this.memory.readList(id) : [];
		return { id, name, value: this.memory.readWord(id), facts, list };
	}

	private frame(
		lock: LockFacts,
		variant: number,
		{ proc, line, object, locals: at }: Call,
	): FrameView {
		const facts = lock.procs[proc];
		const dead = facts?.dead[line] ?? 0;
		const values = (facts?.locals ?? []).map((local) => {
			const isDead = (dead >>> (local.offset / 4)) & 1;
			return isDead ? null : this.memory.readLocal(at + local.offset, local);
		});
		const locals = (facts?.locals ?? []).map(({ name }, i) => {
			const value = values[i] ?? null;
			if (value === null) return { name, value };
			const means = (facts?.means ?? []).filter(
				({ local, from, to }) => local === i && from <= line && line <= to,
			);
			const code = means.find((one) => one.as === 'code' && one.value === value >>> 0);
			if (code) return { name, value, code: code.name };
			const word = means.find(({ as }) => as !== 'code');
			return word
				? { name, value, ...meaningOf(lock, variant, word, object, values) }
				: { name, value };
		});
		return { proc, object, line: this.lineOf(lock.id, proc, line), locals };
	}

	private thread(lock: LockFacts, variant: number, tid: number): ThreadView {
		const raw = this.memory.readThread(tid);
		return {
			tid,
			role: lock.roles[raw.role]?.letter ?? '',
			status: at(STATUSES, raw.status, 'ready'),
			state: at(STATES, raw.state, 'RUNNING'),
			onCpu: raw.onCpu !== 0,
			needResched: raw.needResched !== 0,
			preemptOff: raw.preemptOff,
			inKernel: raw.inKernel !== 0,
			threshold: at(CLOCKS, raw.threshold, 'off'),
			timeout: at(CLOCKS, raw.timeout, 'off'),
			signal: at(SIGNALS, raw.signal, 'none'),
			holds: at(HOLDS, raw.holds, 'nothing'),
			frames: raw.calls.map((frame) => this.frame(lock, variant, frame)),
		};
	}
}
