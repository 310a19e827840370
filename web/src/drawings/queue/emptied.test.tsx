/** A word or list that a step empties is marked where it stands, as every other word that was just written is: in every story. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Core, Session } from '../../../../wasm/src';
import { builtCore } from '../../../../wasm/src/testing';
import { sharedWords } from '../../../../wasm/src/words';
import { QueueView } from '../QueueView';
import { queuesIn } from './order';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});
afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
});

const played = (name: string): Session => {
	const scenario = core.scenario(name);
	const session = core.session(core.configOf(name));
	session.load(scenario?.story ?? []);
	return session;
};

function drawnAt(session: Session, at: number) {
	cleanup();
	const view = render(
		<QueueView
			core={core}
			machine={session.machine(at)}
			session={session}
			reducedMotion
			before={session.record(at - 1)}
			at={at}
		/>,
	);
	return [...view.container.querySelectorAll('[data-emptied]')].map((e) => e.textContent);
}

/** The words that a queue or the owner hangs on; the lock word itself stands above, and is marked there. */
const onEach = (name: string) => {
	const { variant, lock: id } = core.configOf(name);
	const lock = core.lock(id);
	const words = queuesIn(lock, variant).flatMap((spec) => {
		if (spec.kind === 'mcs') return [spec.tail];
		return spec.kind === 'owner' ? [spec.word] : [];
	});
	return words.filter((word) => word !== sharedWords(lock)[0]?.facts.name);
};

it('says what the owner was, and is plain a step later', () => {
	const session = played('mutex-stampede');
	const cleared = (i: number) => {
		const { wordName, result, old, new: now } = session.record(i);
		return wordName === 'owner' && result === 'moved' && old === 1 && now === 0;
	};
	const at = [...Array(session.length).keys()].find(cleared);
	expect(at).toBeDefined();
	expect(drawnAt(session, (at ?? 0) + 1)).toEqual(['nobody1']);
	expect(drawnAt(session, (at ?? 0) + 2)).toEqual([]);
});

it('marks each word that a story empties', { timeout: 60_000 }, () => {
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 200));
	let emptied = 0;
	for (const { name, sandbox } of core.facts.scenarios) {
		if (sandbox) continue;
		const words = onEach(name);
		const session = played(name);
		for (let at = 1; at <= session.length; at++) {
			const { word, result, old, new: now } = session.record(at - 1);
			const view = session.machine(at).words.find(({ id }) => id === word);
			if (!view || result !== 'moved' || !words.includes(view.facts.name)) continue;
			if (view.value !== 0 || old === now) continue;
			emptied++;
			expect(drawnAt(session, at).length, `${name}, step ${at}: ${view.name}`).toBe(1);
		}
	}
	expect(emptied).toBeGreaterThan(50);
});
