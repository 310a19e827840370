/**
 * One document: a config and a schedule, with a cursor. The module has one machine, so whatever is
 * asked about a moment first puts that moment into it: the nearest keyframe, then the steps after it.
 */

import { CONFIG_ERRORS, RESULTS, VERDICTS } from '../generated/machine';
import { emptyRecord, type RawRecord } from '../generated/records';
import { envOf, stepOf } from './actions';
import { grown, RecordColumns } from './columns';
import type { Action, Config, Schedule } from './config';
import type { Family } from './engine';
import type { Judgement, MachineView, Option, Return, StepRecord, StepResult } from './moment';

/** Steps between two kept copies of the machine: re-stepping this many costs microseconds. */
const KEYFRAME = 64;
const MOVED = RESULTS.indexOf('moved');
const SPUN = RESULTS.indexOf('spun');

/** C takes a byte; what does not fit one must not be cut to fit. */
const isAction = (action: Action): boolean =>
	Number.isInteger(action) && action >= 0 && action <= 255;

export class Session {
	readonly config: Config;
	private readonly core: Family;
	private readonly used: number;
	private readonly threads: number;
	private records = new RecordColumns();
	private keyframes: Uint8Array;
	private lanes: Uint8Array;
	private position = 0;
	private shown: { at: number; view: MachineView } | undefined;
	private readonly raw = emptyRecord();

	/** @internal use Core.session */
	constructor(core: Family, config: Config) {
		this.core = core;
		this.config = config;
		this.threads = config.threads;
		core.memory.writeConfig(config);
		const error = core.exports.ls_api_reset();
		if (error < 0)
			throw new RangeError(CONFIG_ERRORS[-error] ?? 'this configuration cannot be set up');
		core.holder = { session: this, at: 0 };
		this.used = core.exports.ls_api_machine_used();
		this.keyframes = new Uint8Array(4 * this.used);
		this.lanes = new Uint8Array(256 * this.threads);
		this.keep(0);
	}

	get length(): number {
		return this.records.length;
	}

	/** 0..length: the moment shown */
	get cursor(): number {
		return this.position;
	}

	/** Takes the step at the cursor. When it moves or spins, the old future goes and the step is appended. */
	step(action: Action): StepResult {
		const { core } = this;
		if (!isAction(action)) return 'illegal';
		this.show(this.position);
		const result = core.exports.ls_api_step(action);
		if (result !== MOVED && result !== SPUN) return RESULTS[result] ?? 'illegal';
		this.shown = undefined;
		this.records.truncate(this.position);
		this.append();
		return RESULTS[result] as StepResult;
	}

	/** The machine of the module has just taken the step after the last one. */
	private append(): void {
		this.records.push(this.core.memory.readRecord(this.raw));
		this.position = this.records.length;
		this.core.holder = { session: this, at: this.position };
		this.keep(this.position);
	}

	/** Keeps what later moments need of the one that the machine now shows. */
	private keep(at: number): void {
		const { memory } = this.core;
		if (at % KEYFRAME === 0) {
			const offset = (at / KEYFRAME) * this.used;
			this.keyframes = grown(this.keyframes, offset + this.used);
			memory.saveMachine(this.keyframes, offset, this.used);
		}
		this.lanes = grown(this.lanes, (at + 1) * this.threads);
		memory.writeLanes(this.lanes, at * this.threads, this.threads);
	}

	/** Puts the moment after `at` steps into the machine of the module. */
	private show(at: number): void {
		const { core } = this;
		if (core.holder?.session === this && core.holder.at === at) return;
		const first = Math.floor(at / KEYFRAME) * KEYFRAME;
		const offset = (first / KEYFRAME) * this.used;
		core.memory.restoreMachine(this.keyframes.subarray(offset, offset + this.used));
		core.holder = { session: this, at: first };
		if (at > first) {
			core.memory.writeBytes(this.records.column('action').subarray(first, at));
			const applied = core.exports.ls_api_replay(at - first);
			if (applied !== at - first) throw new Error(`replay stopped ${applied} steps after ${first}`);
			core.holder.at = at;
		}
	}

	private moment(at: number | undefined): number {
		if (at === undefined) return this.position;
		if (!(Number.isInteger(at) && at >= 0 && at <= this.length))
			throw new RangeError(`no moment ${at}: the schedule has ${this.length} steps`);
		return at;
	}

	/** Moves the cursor; a moment outside 0..length becomes the nearest one inside. */
	seek(at: number): void {
		this.position = Math.min(Math.max(Math.trunc(at) || 0, 0), this.length);
	}

	/** Replaces the schedule. Returns how many steps applied: it stops at the first that does not. */
	load(actions: Schedule): number {
		this.position = 0;
		this.records.truncate(0);
		return this.extend(actions, actions.length);
	}

	/**
	 * Takes up to `count` more steps of a schedule that begins as this one, behind the last: for what
	 * is too long to load in one go. Returns the length reached.
	 */
	extend(actions: Schedule, count: number): number {
		const from = this.length;
		this.show(from);
		this.shown = undefined;
		const end = Math.min(actions.length, from + count);
		for (let i = from; i < end; i++) {
			const action = actions[i] as Action;
			if (!isAction(action)) break;
			const result = this.core.exports.ls_api_step(action);
			if (result !== MOVED && result !== SPUN) break;
			this.append();
		}
		this.position = this.length;
		return this.length;
	}

	/** Action of step i, counted from 0. */
	action(i: number): Action {
		return this.records.get(i, this.raw).action;
	}

	actions(): Action[] {
		return Array.from(this.records.column('action'));
	}

	/** @internal for what is made of the records beside the machine: cache.ts */
	get family(): Family {
		return this.core;
	}

	/** @internal */
	rawRecord(i: number, into: RawRecord): RawRecord {
		return this.records.get(i, into);
	}

	record(i: number): StepRecord {
		return this.core.views.record(this.records.get(i, this.raw), this.config.lock);
	}

	/** The sentence of step i. */
	narrate(i: number): string {
		const { core } = this;
		const raw = this.records.get(i, this.raw);
		this.show(i + 1);
		core.memory.writeRecord(raw);
		return core.memory.readText(core.exports.ls_api_narrate());
	}

	/** The machine after `at` steps, by default at the cursor. Do not change what it returns. */
	machine(at?: number): MachineView {
		const moment = this.moment(at);
		if (this.shown?.at === moment) return this.shown.view;
		this.show(moment);
		const view = this.core.views.machine();
		this.shown = { at: moment, view };
		return view;
	}

	/** Every thread's own step, possible or not, and every environment action possible at the cursor. */
	options(): Option[] {
		this.show(this.position);
		const options: Option[] = [];
		for (let tid = 1; tid <= this.threads; tid++) options.push(this.option(stepOf(tid), tid));
		for (let kind = 1; kind < this.core.facts.envKinds.length; kind++)
			for (let tid = 1; tid <= this.threads; tid++) {
				const action = envOf(kind, tid);
				if (this.core.exports.ls_api_peek(action) === MOVED) options.push(this.option(action, tid));
			}
		return options;
	}

	/** What the environment could do at the cursor if its budget allowed once more: what options() leaves out. */
	withheld(kinds: readonly string[]): Option[] {
		this.show(this.position);
		const { memory, facts } = this.core;
		const { budget } = memory.readHead();
		const spent = facts.envKinds.map(
			(kind, i) => kind.budget && budget[i] === 0 && kinds.includes(kind.name),
		);
		if (!spent.includes(true)) return [];
		memory.writeBudget(budget.map((left, i) => (spent[i] ? 1 : left)));
		const options: Option[] = [];
		spent.forEach((offered, kind) => {
			for (let tid = 1; offered && tid <= this.threads; tid++) {
				const action = envOf(kind, tid);
				if (this.core.exports.ls_api_peek(action) === MOVED) options.push(this.option(action, tid));
			}
		});
		memory.writeBudget(budget);
		return options;
	}

	private option(action: Action, tid: number): Option {
		const { exports, memory, views } = this.core;
		const result = exports.ls_api_peek(action);
		const preview = views.record(memory.readRecord(this.raw), this.config.lock);
		const goes = result === MOVED || result === SPUN;
		const about = goes ? memory.readText(exports.ls_api_about()) : '';
		const why = result === MOVED ? '' : memory.readText(exports.ls_api_why(tid));
		return {
			action,
			tid,
			env: preview.env,
			result: RESULTS[result] ?? 'illegal',
			about,
			why,
			preview,
		};
	}

	judge(at?: number): Judgement {
		this.show(this.moment(at));
		const { exports, memory } = this.core;
		const verdict = VERDICTS[exports.ls_api_judge()] ?? '';
		return { verdict, what: memory.readTextZ() };
	}

	/** The moments behind `first` at which the machine is in the same state as there, byte for byte. */
	returns(first: number): Return[] {
		const { memory, exports } = this.core;
		memory.writeConfig(this.config);
		memory.writeBytes(this.records.column('action'));
		const told = memory.readText(exports.ls_api_returns(this.length, this.moment(first)));
		const tids = (set = 0) =>
			Array.from({ length: this.threads }, (_, i) => i + 1).filter((tid) => (set >> (tid - 1)) & 1);
		return told
			.split('\n')
			.filter(Boolean)
			.map((line) => {
				const [end = 0, waits, starved, asleep, ...got] = line.split(' ').map(Number);
				return { end, waits: tids(waits), starved: tids(starved), asleep: tids(asleep), got };
			});
	}

	/** Fingerprint of the machine, 16 hex digits. */
	hash(at?: number): string {
		this.show(this.moment(at));
		return this.core.memory.readHash(this.core.exports.ls_api_hash());
	}

	/**
	 * Columns over all steps, for drawing very long schedules; lines are counted from that of the
	 * procedure. Valid until the next step or load.
	 */
	columns(): {
		action: Uint8Array;
		op: Uint8Array;
		result: Uint8Array;
		flags: Uint8Array;
		target: Uint8Array;
		word: Uint16Array;
		proc: Uint8Array;
		line: Uint16Array;
	} {
		const { records } = this;
		return {
			action: records.column('action'),
			op: records.column('op'),
			result: records.column('result'),
			flags: records.column('flags'),
			target: records.column('target'),
			word: records.column('word'),
			proc: records.column('proc'),
			line: records.column('line'),
		};
	}

	/** A byte per moment 0..length and thread, at [moment * threads + tid - 1]; see lanes.ts. */
	laneStates(): Uint8Array {
		return this.lanes.subarray(0, (this.length + 1) * this.threads);
	}
}
