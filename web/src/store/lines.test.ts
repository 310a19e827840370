/** A beat may have the cache lines for its picture: a clicker shows them, and a key puts them away. */
import { expect, it } from 'vitest';
import { showsLines } from './lines';
import { openApp } from './testing';

/** In this story they are the picture of the second beat. */
function withLines(look?: string) {
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
						beats: facts.beats.map((b) => ({ ...b, lines: b.at === 2, look: look ?? b.look })),
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

it('where the author points at a node, its queue stays the picture', () => {
	const app = withLines('T2.locked');
	app.cursor.seek(2);
	expect(showsLines(app.state)).toBe(false);
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
