/** Every repair as its author wrote it: its fault, its repairs, and the cheats that the judge must refuse. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS } from '../../../wasm/generated/repair-answers';
import { type Core, exploreHere, type RepairFacts } from '../../../wasm/src';
import { editedEngine } from '../../../wasm/src/edit';
import { STARVATION_NAMES, starvationHere } from '../../../wasm/src/starvation';
import { builtCore, starvationModuleFile } from '../../../wasm/src/testing';
import { compile, type Sources } from '../edit/compile';
import { levels } from '../levels/facts';
import { repairNamed, repairs } from './facts';
import { type Judged, type Judges, type Judging, judge } from './judge';

interface Answer {
	/** the text without the fault */
	plain: string;
	attempts: { what: string; refused: string; source: string }[];
}

const answers = ANSWERS as Record<string, Answer>;
const ROOT = process.cwd();
const read = (path: string) => readFileSync(join(ROOT, path));
const sources: Sources = async (name) => ({
	text: read(`core-c/locks/${name}/${name}.c`).toString(),
	header: read(`core-c/locks/${name}/${name}.h`).toString(),
});

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

async function named(name: string): Promise<RepairFacts> {
	const repair = await repairNamed(name);
	if (!repair) throw new Error(`no repair ${name}`);
	return repair;
}

const explore: Judges['explore'] = async (config, options, edit) => {
	const bytes = read(`wasm/dist/${core.lock(config.lock).name}-edit.wasm`);
	const engine = await editedEngine(bytes, edit);
	return exploreHere({ family: () => engine }, config, options);
};

const orderOf = (repair: RepairFacts) => {
	const lock = core.lock(repair.lock);
	const procs = lock.procs.map((proc) => proc.name);
	return { lock: lock.name, number: lock.id, procs, name: repair.text, repair };
};

async function judged(
	repair: RepairFacts,
	source: string,
	also: { onProgress?(progress: Judging): void; signal?: AbortSignal } = {},
): Promise<Judged> {
	const lock = core.lock(repair.lock);
	return judge(
		{
			compile: (text) => compile({ ...orderOf(repair), source: text }, sources),
			explore,
			starvation: async (config, options, edit) => {
				const bytes = readFileSync(starvationModuleFile(lock.name));
				return starvationHere(await editedEngine(bytes, edit, STARVATION_NAMES), config, options);
			},
		},
		{ repair, lock, source, ...also },
	);
}

const procOf = (text: string): string => /^PROC\((\w+)/m.exec(text)?.[1] ?? '';

it('there are repairs of several locks, of rising grade, and no name means two things', () => {
	expect(new Set(repairs.map(({ lock }) => lock)).size).toBeGreaterThanOrEqual(3);
	const names = [...repairs, ...levels, ...core.facts.scenarios].map(({ name }) => name);
	const twice = repairs.filter(({ name }) => names.filter((one) => one === name).length > 1);
	expect(twice).toEqual([]);
});

describe.each(repairs.map(({ name }) => name))('the repair %s', (name) => {
	it('begins as plain C, with the fault and the counterexample that its author states', async () => {
		const repair = await named(name);
		const { plain } = answers[name] as Answer;
		expect(repair.start).not.toMatch(/FAULT\(|HAS\(|SWITCH\(|\(fault|\bmend_|\(fix/);
		expect(repair.start).not.toBe(plain);
		expect(repair.start).toContain(`PROC(${repair.proc},`);
		const made = await compile({ ...orderOf(repair), source: repair.start }, sources);
		if ('problems' in made) throw new Error(made.problems[0]?.message);
		const whole = await explore(repair, { maxStates: 100_000 }, made.edit);
		expect(whole).toMatchObject({ verdict: repair.verdict });
		const found = await judged(repair, repair.start);
		expect(found).toMatchObject({ kind: 'refused', shown: { endless: false } });
		const { shown } = found as Extract<Judged, { kind: 'refused' }>;
		expect(shown?.steps).toHaveLength(repair.shortest);
	});

	it('is solved by the text without the fault', async () => {
		const { plain } = answers[name] as Answer;
		const found = await judged(await named(name), plain);
		expect(found).toMatchObject({ kind: 'solved' });
		/* what took the fault away was run */
		const { ran } = found as Extract<Judged, { kind: 'solved' }>;
		expect(ran.all).toBeGreaterThan(ran.never);
	});

	it('is solved by other repairs, and by no cheat: each is told why', async () => {
		const repair = await named(name);
		const { attempts } = answers[name] as Answer;
		expect(attempts.filter(({ refused }) => refused === '').length).toBeGreaterThan(0);
		expect(attempts.filter(({ refused }) => refused !== '').length).toBeGreaterThan(2);
		const said = new Map<string, string>();
		for (const { what, source } of attempts) {
			const found = await judged(repair, source);
			said.set(what, found.kind === 'refused' ? found.says : found.kind);
		}
		const wanted = attempts.map(({ what, refused }) => [
			what,
			refused === '' ? 'solved' : expect.stringContaining(refused),
		]);
		expect([...said]).toEqual(wanted);
	});
});

it('says how far it is, one check after the other, and can be called off', async () => {
	const repair = await named('one-too-few');
	const { plain } = answers['one-too-few'] as Answer;
	const seen: Judging[] = [];
	const end = await judged(repair, plain, { onProgress: (progress) => seen.push(progress) });
	const checks = [...new Set(seen.map(({ check }) => check))];
	expect(end).toMatchObject({ kind: 'solved', checks: checks.length });
	expect(checks).toEqual(checks.map((_, i) => i + 1));
	expect(new Set(seen.map(({ of }) => of))).toEqual(new Set([checks.length]));
	const states = seen.map((progress) => progress.states);
	expect(states).toEqual([...states].sort((a, b) => a - b));
	const tired = new AbortController();
	const stopped = judged(repair, plain, {
		signal: tired.signal,
		onProgress: ({ check }) => check === 2 && tired.abort(),
	});
	expect(await stopped).toEqual({ kind: 'cancelled' });
});

it('takes a search that does not end for no proof, whatever else is asked', async () => {
	const repair = { ...(await named('lost-ticket')), demands: [], fair: false, ordered: false };
	const { plain, attempts } = answers['lost-ticket'] as Answer;
	const endless = attempts.find(({ what }) => what === 'more and more states')?.source ?? '';
	expect(await judged(repair, plain)).toMatchObject({ kind: 'solved', checks: 1 });
	expect(await judged(repair, endless)).toMatchObject({
		kind: 'refused',
		says: expect.stringContaining('did not end'),
		shown: null,
	});
});

it('says which of the changed lines no schedule has run', async () => {
	const repair = await named('one-too-few');
	const { plain } = answers['one-too-few'] as Answer;
	const more = plain.replace(/^(PROC\([^\n]*\n)/m, '$1\tif (me > 16)\n\t\tRETURN(0);\n');
	const found = await judged({ ...repair, may: [...repair.may, procOf(plain)] }, more);
	const { ran } = found as Extract<Judged, { kind: 'solved' }>;
	const at = more.split('\n').indexOf('\t\tRETURN(0);') + 1;
	expect(ran.lines.never).toEqual([at]);
	expect(ran.lines.run).toContain(at - 1);
	expect(ran.never).toBe(1);
});

it('reads no text that is none, and says by line what is wrong', async () => {
	const repair = await named('cut-off');
	const found = await judged(repair, repair.start.replace('XCHG(my->prev', 'XHCG(my->prev'));
	expect(found).toMatchObject({
		kind: 'refused',
		says: expect.stringMatching(/^The text cannot run\. Line \d+: XHCG/),
		shown: null,
	});
	const others = repair.start.replace('WRITERS() <= 1', 'WRITERS() <= 2');
	expect(await judged(repair, others)).toMatchObject({
		says: expect.stringContaining('INVARIANT stays as it is'),
	});
});
