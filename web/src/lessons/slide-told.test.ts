/** What the notes window is told of a lesson, stop by stop, and that "My talk" counts the same stops. */
import { expect, it } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { lengthOf } from '../plan/lengths';
import { App } from '../store/app';
import { hasMore, openFigure } from './figure-app';
import { loadLesson } from './load';
import { slideTold } from './slide-told';
import { shownIn, stopsOf } from './stops';

const core = await builtCore();
const page = new App(async () => {
	throw new Error('not asked for');
});
page.store.set({ core });

async function lessonOf(slug: string) {
	const lesson = await loadLesson(slug);
	if (!lesson) throw new Error(`no lesson ${slug}`);
	return lesson;
}

it('each press is a stop with its number, the last of which is what “My talk” counts', async () => {
	const lesson = await lessonOf('spin-or-sleep');
	const all = shownIn(lesson.blocks, () => false);
	const places: number[] = [];
	for (const current of all) {
		const figure = current.kind === 'ask' ? current.figure : current;
		if (figure) await core.load(figure.lock);
		const app = figure ? openFigure(page, core, figure) : undefined;
		const tell = (answered = false) => slideTold({ lesson, all, current, app, answered });
		places.push(tell().place);
		expect(tell().of).toBe((await lengthOf(page, core, 'learn/spin-or-sleep'))?.stops);
		expect(tell().figure).toEqual({ place: all.indexOf(current) + 1, of: all.length });
		expect(tell().title).toBe(`Lesson ${lesson.number}: ${lesson.title}`);
		if (current.kind === 'ask') {
			places.push(tell(true).place);
			continue;
		}
		while (app?.doc && hasMore(current, app.doc)) {
			const { at } = app.doc.moment;
			const next = current.notes.find((note) => note.at > at)?.at ?? 0;
			const before = tell();
			app.cursor.seek(next);
			expect(before.next?.note).toBe(tell().said.note);
			expect(tell().sentence).not.toBe('');
			places.push(tell().place);
		}
	}
	expect(places).toEqual(places.map((_, i) => i + 1));
	expect(places).toHaveLength(all.reduce((sum, one) => sum + stopsOf(one), 0));
});

it('a question has its options with the right one marked, and the answer for the speaker beforehand', async () => {
	const lesson = await lessonOf('spin-or-sleep');
	const all = shownIn(lesson.blocks, () => false);
	const current = all.find(({ kind }) => kind === 'ask');
	if (!current) throw new Error('it asks nothing');
	const told = slideTold({ lesson, all, current, app: undefined, answered: false });
	expect(told.open).toBe(true);
	expect(told.said.ask).toMatch(/\(.* ✓/);
	expect(told.said.note).toMatch(/^The answer: \S/);
	expect(told.next?.note).toBe(told.said.note);
	const after = slideTold({ lesson, all, current, app: undefined, answered: true });
	expect([after.open, after.place]).toEqual([false, told.place + 1]);
	expect(after.next).not.toEqual(told.next);
});
