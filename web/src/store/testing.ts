/**
 * A core for tests of the page: a test-and-set lock in a few lines of TypeScript, with the shape of
 * the real one. What it answers is true of that lock, so the page's logic can be held to it.
 */
import {
	type Action,
	type Config,
	type Core,
	type ExploreProgress,
	type Facts,
	opNumber,
	type Session,
	type StepRecord,
	type StepResult,
} from '../../../wasm/src';
import { App } from './app';
import type { Explore } from './checker';

const STEPS = ['load', 'cas', 'critical', 'store'] as const;
const LOCK_WORD = 0;

const owner = {
	name: 'owner',
	offset: 0,
	kind: 'tid',
	fields: [],
	meaning: 'who holds it',
	line: 'owner',
};

const lock = {
	id: 1,
	name: 'tas',
	title: 'Test and set',
	family: 'Spin locks',
	source: 'folklore',
	fingerprint: 'test',
	terms: 'tas.c owner',
	memory: [{ name: 'lock', base: 0, size: 1, count: 1, words: [owner] }],
	procs: [],
	variants: [{ name: 'tas', title: 'plain', has: 0 }],
	switches: [{ name: 'torn', title: 'forget the compare', verdict: 'VIOLATED' }],
	roles: [{ letter: 'L', title: 'locker' }],
	invariants: [
		{ name: 'mutual exclusion', meaning: 'at most one thread holds the lock', about: 'holders' },
	],
	env: [],
	queues: [],
};

const plain = {
	lock: 1,
	variant: 0,
	threads: 2,
	roles: 'LL',
	rounds: 1,
	switches: 0,
	budget: [0, 0, 0, 0, 0, 0, 0, 0],
	verdict: 'OK',
	lesson: 'Only one gets in.',
};

const beats = [
	{ at: 0, note: 'Two want one lock.' },
	{ at: 2, note: 'T1.', ask: 'Who gets it?' },
	{ at: 3, note: 'T1 was first.', decisive: true },
	{ at: 5, note: 'Take home: one gets in.' },
];

const facts = {
	maxThreads: 16,
	locks: [lock],
	scenarios: [
		{
			...plain,
			name: 'tas-story',
			title: 'Two knock',
			story: [0, 1, 0, 1, 0],
			beats,
			sandbox: false,
		},
		{ ...plain, name: 'tas', title: 'Plain', story: [], beats: [], sandbox: true },
	],
	envKinds: [
		{ name: '', verb: '', budget: false },
		{ name: 'preempt', verb: 'preempt', budget: true },
	],
} as unknown as Facts;

class TasSession {
	readonly config: Config;
	cursor = 0;
	private taken: Action[] = [];
	private log: StepRecord[] = [];

	constructor(config: Config) {
		this.config = config;
	}

	get length(): number {
		return this.taken.length;
	}

	/** owner and how many steps each thread has done, after `at` steps */
	private at(at: number): { owner: number; done: number[] } {
		let owner = 0;
		const done = Array<number>(this.config.threads).fill(0);
		for (const record of this.log.slice(0, at)) {
			const i = record.tid - 1;
			if (record.result === 'moved') done[i] = (done[i] ?? 0) + 1;
			if (record.word === LOCK_WORD) owner = record.new;
		}
		return { owner, done };
	}

	private peek(action: Action): StepRecord {
		const { owner, done } = this.at(this.cursor);
		const tid = action + 1;
		const step = STEPS[done[action] ?? 9];
		const base = {
			action,
			tid,
			env: '',
			order: 'relaxed' as const,
			line: 0,
			proc: 0,
			ok: true,
			target: 0,
			sign: 'none' as const,
			arg: 0,
			op: step ?? ('none' as const),
			old: owner,
			new: owner,
			word: LOCK_WORD,
			wordName: 'owner',
			finished: step === 'store',
			acquired: false,
			released: false,
			result: 'moved' as StepResult,
		};
		if (step === undefined || tid > this.config.threads) return { ...base, result: 'blocked' };
		if (step === 'critical') return { ...base, word: 0xffff, wordName: '' };
		if (step === 'store') return { ...base, new: 0, released: true };
		if (step === 'load') return base;
		if (owner !== 0 && this.config.switches === 0) return { ...base, ok: false, result: 'spun' };
		return { ...base, new: tid, acquired: true };
	}

	step(action: Action): StepResult {
		const record = this.peek(action);
		if (record.result !== 'moved' && record.result !== 'spun') return record.result;
		this.taken = [...this.taken.slice(0, this.cursor), action];
		this.log = [...this.log.slice(0, this.cursor), record];
		this.cursor++;
		return record.result;
	}

	seek(at: number): void {
		this.cursor = Math.max(0, Math.min(at, this.length));
	}

	load(actions: readonly Action[]): number {
		this.taken = [];
		this.log = [];
		this.cursor = 0;
		for (const action of actions) {
			const result = this.step(action);
			if (result !== 'moved' && result !== 'spun') break;
		}
		return this.length;
	}

	action(i: number): Action {
		return this.taken[i] ?? 0;
	}

	actions(): Action[] {
		return [...this.taken];
	}

	record(i: number): StepRecord {
		return this.log[i] as StepRecord;
	}

	narrate(i: number): string {
		const { tid, op } = this.record(i);
		return `T${tid} does ${op}.`;
	}

	machine(at = this.cursor) {
		const { owner, done } = this.at(at);
		return {
			lock: 1,
			variant: 0,
			switches: 0,
			budget: [...plain.budget],
			nodes: [],
			queues: [],
			words: [{ id: LOCK_WORD, name: 'owner', value: owner, facts: owner, list: [] }],
			threads: done.map((steps, i) => ({
				tid: i + 1,
				role: 'L',
				status: steps >= STEPS.length ? 'done' : 'ready',
				state: 'RUNNING',
				onCpu: true,
				needResched: false,
				preemptOff: 0,
				inKernel: false,
				threshold: 'off',
				timeout: 'off',
				signal: 'none',
				holds: owner === i + 1 ? 'write' : 'nothing',
				frames: [],
			})),
		};
	}

	options() {
		return Array.from({ length: this.config.threads }, (_, action) => {
			const preview = this.peek(action);
			const { result } = preview;
			return {
				action,
				tid: action + 1,
				env: '',
				result,
				preview,
				about: result === 'blocked' ? '' : `about to ${preview.op}`,
				why: result === 'spun' ? 'waits: owner is taken' : '',
			};
		});
	}

	withheld() {
		return [];
	}

	judge(at = this.cursor) {
		const inside = this.at(at).done.filter((steps) => steps === 2 || steps === 3).length;
		return inside > 1
			? { verdict: 'VIOLATED', what: 'mutual exclusion' }
			: { verdict: 'OK', what: '' };
	}

	hash(at = this.cursor): string {
		return JSON.stringify(this.at(at));
	}

	columns() {
		const column = (of: (r: StepRecord) => number) => this.log.map(of);
		return {
			action: column((r) => r.action),
			op: column((r) => opNumber(r.op)),
			result: column((r) => (r.result === 'spun' ? 1 : 0)),
			flags: column((r) => Number(r.finished) + 2 * Number(r.acquired) + 4 * Number(r.released)),
			target: column((r) => r.target),
			word: column((r) => r.word),
			proc: column((r) => r.proc),
			line: column((r) => r.line),
		};
	}

	laneStates(): Uint8Array {
		return new Uint8Array((this.length + 1) * this.config.threads);
	}
}

class TasCore {
	readonly facts = facts;

	has() {
		return true;
	}

	lockOf() {
		return 1;
	}

	scenario(name: string) {
		return this.facts.scenarios.find((s) => s.name === name);
	}

	configOf(name: string, overrides: Partial<Config> = {}): Config {
		const threads = overrides.threads ?? 2;
		const config = { scenario: name, lock: 1, variant: 0, threads, rounds: 1, switches: 0 };
		return { ...config, budget: plain.budget, roles: Array<number>(threads).fill(0), ...overrides };
	}

	session(config: Config): Session {
		return new TasSession(config) as unknown as Session;
	}

	actionName(action: Action): string {
		return String(action + 1);
	}

	parseUrl(fragment: string) {
		const [name = '', query = ''] = fragment.split('?');
		const params = new URLSearchParams(query);
		const { n = '2', s = '', at = '0', ...extra } = Object.fromEntries(params);
		const digits = [...s];
		const good = digits.findIndex((d) => !/\d/.test(d));
		const kept = good < 0 ? digits : digits.slice(0, good);
		return {
			config: this.configOf(name, { threads: Number(n) }),
			schedule: kept.map(Number),
			at: Number(at),
			notes: good < 0 ? [] : [`The schedule ends after ${good} steps: the rest could not be read.`],
			extra,
		};
	}

	/** nobody edits its text */
	editedOf(): undefined {}

	formatUrl(
		config: Config,
		schedule: readonly Action[],
		at: number,
		extra: Record<string, string> = {},
	) {
		const params = new URLSearchParams({
			n: String(config.threads),
			s: schedule.join(''),
			at: String(at),
			...extra,
		});
		return `${config.scenario}?${params}`;
	}
}

export function testCore(): Core {
	return new TasCore() as unknown as Core;
}

export const progress = (change: Partial<ExploreProgress>): ExploreProgress => ({
	done: true,
	states: 12,
	transitions: 20,
	depth: 8,
	seconds: 0.1,
	verdict: 'OK',
	what: '',
	path: [],
	collision: 0,
	sum: '',
	brokenAt: 0,
	saved: 'unknown',
	ran: [],
	found: false,
	...change,
});

/** The page with that story open, without a view. */
export function openApp(name = 'tas-story', explore: Explore = async () => progress({})) {
	const app = new App(explore);
	app.store.set({ core: testCore() });
	app.documents.openScenario(name);
	return app;
}

/** The moment, and how many steps are there. */
export const where = (app: App) => [app.doc?.moment.at, app.doc?.moment.length];
export const schedule = (app: App) => app.doc?.session.actions();
