/** Names for numbers: turns what memory.ts reads into the views that the page draws. */
import { HOLDS, STATUSES } from './lanes';
import type { CoreMemory, RawRecord } from './memory';
import type {
	Action,
	Facts,
	LockFacts,
	MachineView,
	StepRecord,
	StepResult,
	ThreadView,
	WordFacts,
	WordView,
} from './types';

/* Each list is in the order of its enum in core-c/machine.h. */
export const RESULTS = ['moved', 'spun', 'blocked', 'illegal'] as const satisfies StepResult[];
const STATES = ['RUNNING', 'INTERRUPTIBLE', 'UNINTERRUPTIBLE', 'KILLABLE'] as const;
const CLOCKS = ['off', 'armed', 'passed'] as const;
const SIGNALS = ['none', 'signal', 'fatal'] as const;
const TASK_FIELDS = ['state', 'on_cpu', 'need_resched', 'threshold', 'timeout', 'signal'] as const;
const FINISHED = 1;
const ACQUIRED = 2;
const RELEASED = 4;

/* An action is 16 * kind + tid - 1; kind 0 is the thread's own step. */
export const actionTid = (action: Action): number => (action & 15) + 1;
export const actionEnv = (action: Action): number => action >> 4;
export const stepOf = (tid: number): Action => tid - 1;
export const envOf = (kind: number, tid: number): Action => 16 * kind + tid - 1;

const at = <T>(list: readonly T[], index: number, otherwise: T): T => list[index] ?? otherwise;

/** Names and views of one core. Word names are looked up once per lock. */
export class Views {
	private readonly names = new Map<number, string[]>();

	constructor(
		private readonly memory: CoreMemory,
		private readonly facts: Facts,
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
		return this.namesOf(lockId)[word] ?? `mem[${word}]`;
	}

	private namesOf(lockId: number): string[] {
		const known = this.names.get(lockId);
		if (known) return known;
		const lock = this.lock(lockId);
		const { listBytes, maxThreads } = this.memory.layout;
		const names: string[] = [];
		const name = (index: number, facts: WordFacts, text: string) => {
			const words = facts.kind === 'list' ? listBytes / 4 : 1;
			for (let i = 0; i < words; i++) names[index + i] = text;
		};
		for (const word of lock.words) name(word.offset, word, word.name);
		if (lock.nodeSize > 0)
			for (let tid = 0; tid <= maxThreads; tid++)
				for (const word of lock.nodeWords)
					name(
						lock.nodeBase + tid * lock.nodeSize + word.offset,
						word,
						tid === 0 ? word.name : `T${tid}.${word.name}`,
					);
		this.names.set(lockId, names);
		return names;
	}

	record(raw: RawRecord, lockId: number): StepRecord {
		return {
			action: raw.action,
			tid: actionTid(raw.action),
			env: this.envName(actionEnv(raw.action)),
			result: at(RESULTS, raw.result, 'illegal'),
			op: at(this.facts.ops, raw.op, ''),
			order: at(this.facts.orders, raw.order, ''),
			line: raw.line,
			proc: raw.proc,
			ok: raw.ok !== 0,
			word: raw.word,
			wordName: this.wordName(lockId, raw.word),
			target: raw.target,
			old: raw.old,
			new: raw.new,
			arg: raw.arg,
			finished: (raw.flags & FINISHED) !== 0,
			acquired: (raw.flags & ACQUIRED) !== 0,
			released: (raw.flags & RELEASED) !== 0,
		};
	}

	/** The machine as it stands in the module now. */
	machine(): MachineView {
		const head = this.memory.readHead();
		const lock = this.lock(head.lock);
		const tids = Array.from({ length: head.threads }, (_, i) => i + 1);
		return {
			lock: head.lock,
			variant: head.variant,
			switches: head.switches,
			budget: head.budget,
			words: lock.words.map((facts) => this.word(facts, facts.offset, facts.name)),
			nodes: lock.nodeSize > 0 ? tids.map((tid) => this.node(lock, tid)) : [],
			threads: tids.map((tid) => this.thread(lock, tid)),
		};
	}

	private node(lock: LockFacts, tid: number): MachineView['nodes'][number] {
		const base = lock.nodeBase + tid * lock.nodeSize;
		return {
			tid,
			words: lock.nodeWords.map((facts) =>
				this.word(facts, base + facts.offset, `T${tid}.${facts.name}`),
			),
		};
	}

	private word(facts: WordFacts, id: number, name: string): WordView {
		const list = facts.kind === 'list' ? this.memory.readList(id) : [];
		return { id, name, value: this.memory.readWord(id), facts, list };
	}

	private thread(lock: LockFacts, tid: number): ThreadView {
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
			frames: raw.frames,
		};
	}
}
