/** A beat may have the cache lines for its picture: a clicker shows them, and a key puts them away. */
import { expect, it } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';
import { showsDisturbed, showsLines } from './lines';
import { openApp } from './testing';

/** In this story they are the picture of the second beat, or of those at these steps. */
function withLines(look?: string, at = [2]) {
	const app = openApp();
	const { core } = app.state;
	if (!core) throw new Error('no core');
	const scenario = core.scenario.bind(core);
	const told = Object.create(core, {
		scenario: {
			value: (name: string) => {
				const facts = scenario(name);
				return (
					facts && {
						...facts,
						beats: facts.beats.map((b) => ({
							...b,
							lines: at.includes(b.at),
							look: look ?? b.look,
						})),
					}
				);
			},
		},
	});
	app.store.set({ core: told });
	app.page.setView({ presenter: true });
	return app;
}

it('before a room they come with the beat that speaks of them, and go with the next', () => {
	const app = withLines();
	const seen = [0, 1, 2, 3].map((at) => {
		app.cursor.seek(at);
		return showsLines(app.state);
	});
	expect(seen).toEqual([false, false, true, false]);
	app.cursor.seek(2);
	app.page.setView({ presenter: false });
	expect(showsLines(app.state)).toBe(false);
});

it('they stay for a single stop between two that speak of them', () => {
	const app = withLines('', [2, 5]);
	const { core } = app.state;
	const beats = core?.scenario(app.doc?.config.scenario ?? '')?.beats ?? [];
	const seen = beats.map(({ at }) => {
		app.cursor.seek(at);
		return [at, showsLines(app.state)];
	});
	expect(seen).toEqual(beats.map(({ at }) => [at, at >= 2 && at <= 5]));
	expect(beats.filter(({ at }) => at > 2 && at < 5)).toHaveLength(1);
});

it('they stay at all stops between two that speak of them', async () => {
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({ core: await builtCore() });
	app.documents.openScenario('mutex-stampede');
	app.page.setView({ presenter: true });
	const beats = app.state.core?.scenario('mutex-stampede')?.beats ?? [];
	const [first = 0] = beats
		.filter(({ at, lines, look }) => at > 0 && lines && !look?.includes('.'))
		.map(({ at }) => at);
	const last = beats.findLast(({ lines }) => lines)?.at ?? 0;
	const between = beats.filter(({ at }) => at >= first && at <= last);
	const seen = between.map(({ at }) => {
		app.cursor.seek(at);
		return [at, showsLines(app.state)];
	});
	expect(seen).toEqual(between.map(({ at }) => [at, true]));
	/* more than one in a row says nothing of them */
	expect(between.some(({ lines }, i) => !lines && !between[i + 1]?.lines)).toBe(true);
});

it('where the author points at a node, its queue stays the picture', () => {
	const app = withLines('T2.locked');
	app.cursor.seek(2);
	expect(showsLines(app.state)).toBe(false);
});

it('where its queue stays, the lanes show whom a step disturbs, from there on', () => {
	const app = withLines('T2.locked');
	const seen = [1, 2, 3, 5].map((at) => {
		app.cursor.seek(at);
		return showsDisturbed(app.state);
	});
	expect(seen).toEqual([false, true, true, true]);
	app.page.setView({ presenter: false });
	expect(showsDisturbed(app.state)).toBe(false);
});

it('the sentence to take home keeps the picture that it was seen in', () => {
	const app = withLines('', [5]);
	app.cursor.seek(5);
	expect([showsLines(app.state), showsDisturbed(app.state)]).toEqual([false, true]);
});

it('the key puts them away, and brings them where no beat does', () => {
	const app = withLines();
	const press = () => {
		app.page.turnLines();
		return showsLines(app.state);
	};
	app.cursor.seek(2);
	expect([press(), press()]).toEqual([false, true]);
	app.cursor.seek(3);
	expect([press(), press()]).toEqual([true, false]);
});

/** The story is left by the other thread's step. */
function leftAt(at: number) {
	const app = withLines();
	app.cursor.seek(at);
	const other = app.doc?.moment.next?.action === 0 ? 2 : 1;
	app.steps.stepThread(other);
	expect(app.doc?.moment.story).toBe('left');
	return app;
}

it('a what-if keeps the picture of where it left the story', () => {
	const app = leftAt(2);
	expect(showsLines(app.state)).toBe(true);
	app.steps.stepThread(1);
	expect(showsLines(app.state)).toBe(true);
	expect(showsLines(leftAt(1).state)).toBe(false);
});

it('what the key did in a what-if is gone with it', () => {
	const away = leftAt(2);
	away.page.turnLines();
	expect(showsLines(away.state)).toBe(false);
	away.futures.back();
	expect(showsLines(away.state)).toBe(true);
	const there = leftAt(1);
	there.page.turnLines();
	expect(showsLines(there.state)).toBe(true);
	there.page.turnLines();
	there.page.turnLines();
	there.futures.back();
	expect([showsLines(there.state), there.state.view.cache]).toEqual([false, false]);
	/* what was asked for on the story stays */
	there.page.turnLines();
	there.steps.stepThread(there.doc?.moment.next?.action === 0 ? 2 : 1);
	there.futures.back();
	expect(showsLines(there.state)).toBe(true);
});
