/** What a local is told as, against what the words have held: in every story, at every step. */
import { beforeAll, expect, it } from 'vitest';
import type { Core } from './core';
import { hex } from './format';
import type { LocalView, MachineView } from './moment';
import { builtCore } from './testing';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const withoutThread = (name: string) => name.replace(/^T\d+\.|\[\d+\]/g, '');

/** Adds the values that the words have now, by their names. */
function note(machine: MachineView, had: Map<string, Set<number>>): void {
	for (const { name, value } of [
		...machine.words,
		...machine.nodes.flatMap(({ words }) => words),
	]) {
		const key = withoutThread(name);
		const values = had.get(key) ?? new Set();
		had.set(key, values.add(value >>> 0));
	}
}

const told = (machine: MachineView): { tid: number; proc: number; local: LocalView }[] =>
	machine.threads.flatMap(({ tid, frames }) =>
		frames.flatMap(({ proc, locals }) => locals.map((local) => ({ tid, proc, local }))),
	);

it('tells a local in the fields of a word only where the word has had that value', () => {
	const wrong = new Set<string>();
	const expecting = new Set<string>();
	let found = 0;
	for (const { name: scenario, story } of core.facts.scenarios) {
		if (story.length === 0) continue;
		const session = core.session(core.configOf(scenario));
		session.load(story);
		const had = new Map<string, Set<number>>();
		for (let i = 0; i <= session.length; i++) {
			session.seek(i);
			const machine = session.machine();
			note(machine, had);
			for (const { tid, proc, local } of told(machine)) {
				const { name, value, facts, of, expected } = local;
				if (expected) {
					expecting.add(`${core.lock(session.config.lock).procs[proc]?.name} ${name}`);
					continue;
				}
				if (facts?.kind !== 'bits' || value === null || of === undefined) continue;
				found++;
				if (!had.get(of)?.has(value >>> 0))
					wrong.add(`${scenario} step ${i}: T${tid} ${name} = ${hex(value)} of ${of}`);
			}
		}
	}
	expect(found).toBeGreaterThan(1000);
	expect([...wrong]).toEqual([]);
	/* nothing else is excused */
	expect([...expecting].sort()).toEqual(['fa_wait val', 'futex10_wait val', 'futex17_wait val']);
});

it('does not tell what the caller of futex_wait() expects as what the word had', () => {
	/* the event count was 0x0, then 0x100; contend was set in both only behind the thread's look */
	expect(saidAt('wwrw-looked-early', 10)).toContain('T2 val expects write_ec');
	expect(saidAt('wwrw-in-vain', 54)).toContain('T2 val expects read_ec');
});

/** All that the locals of a thread are told as after a step of a story. */
function saidAt(scenario: string, step: number): string[] {
	const session = core.session(core.configOf(scenario));
	session.load(core.facts.scenarios.find(({ name }) => name === scenario)?.story ?? []);
	session.seek(step);
	return told(session.machine()).map(
		({ tid, local: { name, of, code, expected } }) =>
			`T${tid} ${name} ${expected ? 'expects ' : ''}${code ?? of ?? ''}`,
	);
}

it('names an error or an answer that stands where the word stood', () => {
	expect(saidAt('tp-signal', 16)).toContain('T2 uval -EINTR');
	expect(saidAt('tp-two-owners', 17)).toContain('T2 uval TP_DONE | TP_LOCK_STOLEN');
	expect(saidAt('tp-timeout', 16)).toContain('T2 uval -ETIMEDOUT');
});

it('tells of no word that the variant lacks', () => {
	let found = 0;
	for (const { name: scenario, story } of core.facts.scenarios) {
		const session = core.session(core.configOf(scenario));
		session.load(story);
		const { variant, lock } = session.config;
		const has = core.lock(lock).variants[variant]?.has ?? 0;
		for (let i = 0; i <= session.length; i++) {
			session.seek(i);
			for (const { local } of told(session.machine())) {
				const needs = local.facts?.with ?? 0;
				if (needs !== 0) found++;
				expect(needs & ~has, `${scenario} step ${i}: ${local.name}`).toBe(0);
			}
		}
	}
	expect(found).toBeGreaterThan(0);
});
