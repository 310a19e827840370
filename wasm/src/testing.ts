/** For tests: the built core, and a seeded generator so that a failure can be repeated. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Action, ENDLESS } from './config';
import { Core } from './core';
import { type Engine, loadEngine } from './engine';
import type { StepRecord } from './moment';
import type { Session } from './session';
import { STARVATION_NAMES } from './starvation';
import { READER_NAMES } from './trace';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '../dist');

/** The module of a lock, and the one that opens recorded runs of it. */
export const moduleFile = (lock: string) => join(DIST, `${lock}.wasm`);
export const traceModuleFile = (lock: string) => join(DIST, `${lock}-trace.wasm`);

/** As the page makes it: no module is there yet. */
export const emptyCore = () => new Core((lock) => new Uint8Array(readFileSync(moduleFile(lock))));

/** With the modules of all locks. */
export async function builtCore(): Promise<Core> {
	const core = emptyCore();
	await Promise.all(core.facts.locks.map(({ id }) => core.load(id)));
	return core;
}

/** A story, to its end. */
export function toldStory(core: Core, name: string): Session {
	const session = core.session(core.configOf(name));
	session.load(core.scenario(name)?.story ?? []);
	return session;
}

/** Opens recorded runs of a lock, having read nothing before. */
export async function traceEngine(lock: string): Promise<Engine> {
	return loadEngine(new Uint8Array(readFileSync(traceModuleFile(lock))), READER_NAMES);
}

/** The module that looks for starvation in a lock. */
export const starvationModuleFile = (lock: string) => join(DIST, `${lock}-starvation.wasm`);

export async function starvationEngine(lock: string): Promise<Engine> {
	return loadEngine(new Uint8Array(readFileSync(starvationModuleFile(lock))), STARVATION_NAMES);
}

/** mulberry32: numbers in [0, 1) */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

export const pick = <T>(random: () => number, list: readonly T[]): T =>
	list[Math.floor(random() * list.length)] as T;

/** Takes up to `steps` steps that are possible, at random; returns the actions taken. */
export function walk(session: Session, steps: number, random: () => number): Action[] {
	for (let i = 0; i < steps; i++) {
		const possible = session
			.options()
			.filter(({ result }) => result === 'moved' || result === 'spun');
		if (possible.length === 0) break;
		session.step(pick(random, possible).action);
	}
	return session.actions();
}

/** The values that an event of docs/traces.md has: those of the operations that an MCS lock uses. */
function valuesOf({ op, word, old, new: written, arg, ok }: StepRecord): string {
	switch (op) {
		case 'load':
		case 'await':
			return ` word=${word} old=${old}`;
		case 'store':
			return ` word=${word} new=${written}`;
		case 'xchg':
			return ` word=${word} old=${old} new=${written}`;
		case 'cas':
			return ` word=${word} arg=${arg} old=${old} new=${written} ok=${Number(ok)}`;
		case 'critical':
			return '';
		default:
			throw new Error(`an MCS lock does no ${op}`);
	}
}

/** A trace that nobody recorded: MCS spinners stepped at random, each access a microsecond. */
export function madeTraceText(core: Core, events: number): string {
	const config = core.configOf('mcs', { threads: 3, rounds: ENDLESS });
	const session = core.session(config);
	const random = seeded(11);
	const head = ['lockstep-trace 1', 'lock mcs', 'threads LLL', 'seen all', 'ticks 1000'];
	const lines = [...head, 'about kernel 0.0 (made by a test)', 'events'];
	for (let made = 0; made < events; ) {
		const action = Math.floor(random() * config.threads);
		if (session.step(action) !== 'moved') continue;
		const record = session.record(session.length - 1);
		const proc = core.lock(config.lock).procs[record.proc];
		if (!proc) throw new Error(`no procedure ${record.proc}`);
		const at = 1000 * ++made;
		const place = `${proc.name}+${record.line - proc.first}`;
		lines.push(`${record.tid} ${at} ${at + 900} ${place} ${record.op}${valuesOf(record)}`);
	}
	return `${lines.join('\n')}\n`;
}
