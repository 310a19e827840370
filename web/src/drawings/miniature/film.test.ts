/** The films that the build made, held against the machine moment by moment. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { actionTid, isEnvAction, type Session } from '../../../../wasm/src';
import { hex } from '../../../../wasm/src/format';
import { builtCore } from '../../../../wasm/src/testing';
import { strokeOf } from '../lanes/segments';
import { positionOf, timelineOf } from '../lanes/timeline';
import { captionAt, type Film, positionIn } from './film';
import { filmOf, toldSession } from './make';

const core = await builtCore();
const stories = core.facts.scenarios.filter(({ sandbox }) => !sandbox);

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../../build/generated/films');
const builtFilm = (name: string): Film =>
	JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));

/** What the caption of a moment must say, read from the machine and from nothing else. */
function expectCaption(film: Film, session: Session, at: number): void {
	const machine = session.machine(at);
	const caption = captionAt(film, at);
	const [word] = machine.words;
	if (!caption || !word) throw new Error(`no caption at ${at}`);
	expect(film.word).toBe(word.name);
	if (word.facts.kind === 'bits') expect(caption.text).toBe(hex(word.value));
	if (word.facts.kind === 'signed') expect(Number(caption.text)).toBe(word.value | 0);
	if (word.facts.kind === 'tid' || word.facts.kind === 'node')
		expect(caption.tid ?? 0).toBe(word.value);
	const list = machine.words.find(({ facts }) => facts.kind === 'list');
	expect(film.list).toBe(list?.name);
	if (list) expect(caption.list).toEqual(list.list);
	if (caption.holders)
		expect(caption.holders).toEqual(
			machine.threads.filter(({ holds }) => holds !== 'nothing').map(({ tid }) => tid),
		);
}

describe.each(stories.map(({ name }) => name))('the film of %s', (name) => {
	const session = toldSession(core, name);
	const film = builtFilm(name);
	const lock = core.lock(session.config.lock);

	it('is what this core makes of it', () => {
		expect(film).toEqual(JSON.parse(JSON.stringify(filmOf(session, lock))));
		expect(film.length).toBe(core.scenario(name)?.story.length);
	});

	it('says of every moment what the machine says', () => {
		const timeline = timelineOf(session.columns());
		for (let at = 0; at <= session.length; at++) {
			expect(positionIn(film, at)).toBe(positionOf(timeline, at));
			expectCaption(film, session, at);
		}
	});

	it('has a mark for whoever moved, and the line of what each thread holds', () => {
		const states = session.laneStates();
		for (let i = 0; i < session.length; i++) {
			const action = session.action(i);
			const position = positionIn(film, i + 1);
			expect(film.marks).toContainEqual(
				expect.objectContaining({ position, lane: actionTid(action), tid: actionTid(action) }),
			);
			if (isEnvAction(action)) continue;
			const stroke = strokeOf(states[(i + 1) * film.threads + actionTid(action) - 1] ?? 0);
			const segments = film.segments[actionTid(action) - 1] ?? [];
			const here = segments.find(({ from, to }) => from <= position && position < to);
			expect(here?.stroke ?? 'gone').toBe(stroke);
		}
		expect(film.faulty).toBe(session.judge(session.length).verdict !== 'OK');
	});
});
