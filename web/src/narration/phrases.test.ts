import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, Option } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { withSourceNames } from '../drawings/source-names';
import { actorPhrase, placePhrase } from './actor-phrases';
import { lockOf } from './phrases';

let core: Core;

beforeAll(async () => {
	core = await builtCore();
});

/** A moment of a story, with what a thread can do there. */
function at(name: string, step: number, tid: number) {
	const session = core.session(core.configOf(name));
	session.load(core.scenario(name)?.story ?? []);
	session.seek(step);
	const option = session.options().find((o) => o.env === '' && o.tid === tid);
	const thread = session.machine().threads.find((t) => t.tid === tid);
	if (!thread) throw new Error(`no T${tid}`);
	return { option: option as Option, thread, lock: lockOf(core.facts, core.lockOf(name)) };
}

describe('what a row says of a thread', () => {
	it('is what its step will do, or why it can take none', () => {
		const { option, thread } = at('mcs-queue', 17, 2);
		expect(actorPhrase(option, thread)).toBe(option.about);
		const spins = at('mcs-queue', 17, 3);
		expect(spins.option.result).toBe('spun');
		expect(actorPhrase(spins.option, spins.thread)).toContain('T3.locked');
		const done = at('mcs-queue', 26, 1);
		expect(actorPhrase(done.option, done.thread)).toBe('');
	});

	it('is only where it stands, while that is the question: its procedure, where the text is before the reader', () => {
		const { option, lock } = at('mutex-stampede', 15, 2);
		expect(option.result).not.toBe('blocked');
		expect(placePhrase(option, lock, true)).toMatch(/^its next step: in \w+$/);
		expect(placePhrase(option, lock, false)).toBe('its next step: shown with the answer');
		/* a lesson hides itself what would tell */
		const named = placePhrase(option, lock, true, true);
		expect(named).toMatch(/^its next step: \w[\w-]* of \w+, in \w+$/);
		const plain = placePhrase(option, lock, false, true);
		expect(plain).toBe(named.replace(/, in \w+$/, ''));
		expect(plain).not.toContain(option.about);
	});

	it('names neither access nor word at any question of a talk: that alone may be the answer', () => {
		const { option, lock } = at('mcs-gap', 9, 1);
		expect(option.about).not.toBe('');
		for (const named of [true, false])
			expect(placePhrase(option, lock, named)).not.toMatch(/compare|tail/);
	});

	it('is nothing of a thread that can take no step', () => {
		const { option, lock } = at('mutex-stampede', 15, 2);
		expect(placePhrase({ ...option, result: 'blocked' }, lock, true)).toBe('');
		expect(placePhrase(undefined, lock, true)).toBe('');
	});
});

it('a sentence of the core names procedures as their source does', () => {
	expect(withSourceNames('It changes nothing: mutex13_lock does not look for one in wake_q.')).toBe(
		'It changes nothing: mutex_lock does not look for one in wake_q.',
	);
});
