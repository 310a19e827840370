/** For tests: the built core, and a seeded generator so that a failure can be repeated. */
import { readFileSync } from 'node:fs';
import { type Core, loadCore } from './core';
import type { Session } from './session';
import type { Action } from './types';

export const CORE_WASM = new URL('../dist/core.wasm', import.meta.url);

export async function builtCore(): Promise<Core> {
	return loadCore(new Uint8Array(readFileSync(CORE_WASM)));
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
