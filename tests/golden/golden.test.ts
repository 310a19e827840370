/**
 * Golden schedules: the story of every scenario, record by record, as the native tool tells it and
 * as the WASM module does. Both must equal the file kept beside this test.
 * After a deliberate change: GOLDEN=write npx vitest run tests/golden
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Core, ScenarioFacts, Session } from '../../wasm/src';
import { builtCore } from '../../wasm/src/testing';

const NATIVE = new URL('../../build/native/lockstep', import.meta.url).pathname;
const FILES = new URL('./schedules/', import.meta.url);
const core: Core = await builtCore();
const stories = core.facts.scenarios.filter((scenario) => !scenario.sandbox);

const fileOf = ({ name }: ScenarioFacts) => new URL(`${name}.txt`, FILES);

function native(...args: string[]): string {
	if (!existsSync(NATIVE))
		throw new Error('the native tool is not built: npm run lockstep -- list');
	return execFileSync(NATIVE, args, { encoding: 'utf8' });
}

/** One step as `lockstep run --records` prints it. */
function told(session: Session, i: number): string {
	const r = session.record(i);
	const flags = (r.finished ? 1 : 0) | (r.acquired ? 2 : 0) | (r.released ? 4 : 0);
	const proc = r.line ? core.lock(session.config.lock).procs[r.proc]?.name : '-';
	const word = r.word.toString(16);
	const sign = r.sign === 'none' ? '' : ` ${r.sign}`;
	return `${i + 1} ${core.actionName(r.action)} ${r.result} ${r.op} ${proc} ${word} ${(r.old >>> 0).toString(16)}>${(r.new >>> 0).toString(16)} ok${r.ok ? 1 : 0} t${r.target} f${flags}${sign} | ${session.narrate(i)}`;
}

function wasm(scenario: ScenarioFacts): string {
	const session = core.session(core.configOf(scenario.name));
	expect(session.load(scenario.story)).toBe(scenario.story.length);
	return `${scenario.story.map((_, i) => told(session, i)).join('\n')}\n`;
}

if (process.env.GOLDEN === 'write') {
	mkdirSync(FILES, { recursive: true });
	for (const scenario of stories)
		writeFileSync(fileOf(scenario), native('run', scenario.name, '--records'));
}

test('every story has its file, and every file its story', () => {
	expect(readdirSync(FILES).sort()).toEqual(stories.map(({ name }) => `${name}.txt`).sort());
});

test.each(stories.map((s) => [s.name, s] as const))('%s: native', (name, scenario) => {
	expect(native('run', name, '--records')).toBe(readFileSync(fileOf(scenario), 'utf8'));
});

test.each(stories.map((s) => [s.name, s] as const))('%s: WASM', (_, scenario) => {
	expect(wasm(scenario)).toBe(readFileSync(fileOf(scenario), 'utf8'));
});
