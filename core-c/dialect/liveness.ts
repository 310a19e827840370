/**
 * Which locals are dead where a thread parks: nothing on any way from there reads them before it
 * writes them. States that differ only in dead locals are one state.
 */
import { type Flow, flowOf, type Locals } from './flow';
import type { Scope } from './scope';
import type { Local, Proc } from './tree';

/** Locals that live when the node begins, given those that live behind it. */
function before({ nodes }: Flow, at: number, after: Locals): Locals {
	const { reads, writes, pure } = nodes[at] as Flow['nodes'][number];
	const counts = !pure || (writes & after) !== 0n;
	return (after & ~writes) | (counts ? reads : 0n);
}

/** For each node: the locals that live behind it. */
function liveAfter(flow: Flow): Locals[] {
	const { nodes } = flow;
	const after: Locals[] = nodes.map(() => 0n);
	const from: number[][] = nodes.map(() => []);
	for (const [at, { next }] of nodes.entries()) for (const to of next) from[to]?.push(at);
	const work = nodes.map((_, at) => at);
	const waiting = new Set(work);
	for (let at = work.pop(); at !== undefined; at = work.pop()) {
		waiting.delete(at);
		const live = before(flow, at, after[at] as Locals);
		for (const earlier of from[at] as number[]) {
			const grown = (after[earlier] as Locals) | live;
			if (grown === after[earlier]) continue;
			after[earlier] = grown;
			if (!waiting.has(earlier)) {
				waiting.add(earlier);
				work.push(earlier);
			}
		}
	}
	return after;
}

/** By line: the locals that live while a thread rests there. */
export function liveAt(proc: Proc, scope?: Scope): Map<number, Set<string>> {
	const flow = flowOf(proc, scope?.expander);
	const after = liveAfter(flow);
	const found = new Map<number, Set<string>>();
	for (const [at, { rests, writes }] of flow.nodes.entries()) {
		if (!rests) continue;
		const behind = after[at] as Locals;
		const live = rests.at === 'step' ? before(flow, at, behind) : behind & ~writes;
		const names = found.get(rests.line) ?? new Set();
		for (const [i, { name }] of proc.locals.entries())
			if ((live >> BigInt(i)) & 1n) names.add(name);
		found.set(rests.line, names);
	}
	return found;
}

/** Most words that the locals of a procedure may have: a mask is one number. */
export const MASK_WORDS = 32;

/** The words of those locals, as a mask. */
function wordsOf({ locals }: Proc, wanted: (local: Local, i: number) => boolean): number {
	let mask = 0;
	for (const { offset, size } of locals.filter(wanted))
		for (let at = offset >> 2; at < (offset + size) / 4 && at < MASK_WORDS; at++) mask |= 1 << at;
	return mask;
}

/**
 * By line of a step or call: the words of the locals that are dead there, bit i for the 4 bytes at
 * 4 × i. A step's own destination counts as dead while the thread is parked before it.
 */
export function deadMasks(proc: Proc, scope?: Scope): Map<number, number> {
	const words = Math.min(MASK_WORDS, Math.ceil(proc.size / 4));
	const all = words === 32 ? 0xffffffff : 2 ** words - 1;
	const masks = new Map<number, number>();
	for (const [line, names] of liveAt(proc, scope))
		masks.set(line, (all & ~wordsOf(proc, ({ name }) => names.has(name))) >>> 0);
	return masks;
}

/**
 * Of the dead masks what is left to clear: not the words that have been cleared on every way to the line and not
 * written since. At the beginning of a procedure none has been.
 */
export function clearMasks(proc: Proc, scope?: Scope): Map<number, number> {
	const dead = deadMasks(proc, scope);
	const { nodes } = flowOf(proc, scope?.expander);
	const unclear: number[] = nodes.map(() => 0);
	unclear[0] = -1;
	const work = nodes.map((_, at) => at);
	for (let at = work.pop(); at !== undefined; at = work.pop()) {
		const { rests, writes, next } = nodes[at] as Flow['nodes'][number];
		const cleared = rests ? (dead.get(rests.line) as number) : 0;
		const written = wordsOf(proc, (_, i) => ((writes >> BigInt(i)) & 1n) === 1n);
		const left = ((unclear[at] as number) & ~cleared) | written;
		for (const to of next) {
			const grown = (unclear[to] as number) | left;
			if (grown === unclear[to]) continue;
			unclear[to] = grown;
			work.push(to);
		}
	}
	return joined(nodes, dead, unclear);
}

/** A line that several nodes rest at clears what any of them finds. */
function joined(
	nodes: Flow['nodes'],
	dead: ReadonlyMap<number, number>,
	unclear: readonly number[],
): Map<number, number> {
	const masks = new Map([...dead.keys()].map((line) => [line, 0]));
	for (const [at, { rests }] of nodes.entries()) {
		if (!rests) continue;
		const mask = (dead.get(rests.line) as number) & (unclear[at] as number);
		masks.set(rests.line, ((masks.get(rests.line) as number) | mask) >>> 0);
	}
	return masks;
}
