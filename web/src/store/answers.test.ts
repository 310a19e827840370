/** Questions with options: what is chosen, what is said of it, and that each real one can be asked. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Beat, ScenarioFacts } from '../../../wasm/src';
import { remark } from '../narration/Aloud';
import { optionsSaid, shownBy, verdictOf } from './answers';
import { openApp } from './testing';

const asked = (more: object = {}): Beat => ({
	at: 2,
	note: 'T1 was first.',
	ask: 'Who gets it?',
	answer: { options: ['T1', 'T2', 'Nobody'], right: 0, shown: 3, ...more },
});

/** The story of the test lock, whose second note asks; its first question has these options. */
function openAsked(more: object = {}) {
	const app = openApp();
	const story = app.state.core?.scenario('tas-story') as ScenarioFacts;
	const beats = story.beats.map((beat) => (beat.at === 2 ? asked(more) : beat));
	const core = Object.assign(Object.create(app.state.core), {
		scenario: (name: string) => (name === 'tas-story' ? { ...story, beats } : undefined),
	});
	app.store.set({ core });
	app.cursor.seek(2);
	return { app, core, beat: beats[1] as Beat };
}

it('a choice answers the question, and it is said whether it was right', () => {
	for (const [choice, said] of [
		[0, 'Right.'],
		[2, 'Not so. The answer: T1.'],
		[undefined, 'You have not chosen. The answer: T1.'],
	] as const) {
		const { app, beat } = openAsked();
		expect(app.questions.answer(choice)).toBe(true);
		expect(app.doc?.revealed).toEqual([2]);
		if (app.doc) expect(verdictOf(beat, app.doc)).toBe(said);
		expect(remark(app.state)).toContain(`${said} T1 was first.`);
		/* once */
		expect(app.questions.answer(1)).toBe(false);
	}
});

it('an answer that the note says first itself is not said twice', () => {
	const { app, beat } = openAsked();
	app.questions.answer(2);
	const said = (note: string) => app.doc && verdictOf({ ...beat, note }, app.doc);
	expect(said('T1. The look at the word says so.')).toBe('Not so. The answer:');
	expect(said('T1 was first.')).toBe('Not so. The answer: T1.');
	expect(said('T12.')).toBe('Not so. The answer: T1.');
});

it('a question that is asked anew forgets what was chosen', () => {
	const { app, beat } = openAsked();
	app.questions.answer(1);
	if (app.doc) app.store.set({ doc: { ...app.doc, revealed: [] } });
	app.questions.answer();
	expect(app.doc && verdictOf(beat, app.doc)).toBe('You have not chosen. The answer: T1.');
	expect(app.doc && verdictOf(beat, app.doc, true)).toBe('The answer: T1.');
});

it('the options are read out, and not which is right', () => {
	const { app, beat } = openAsked();
	expect(optionsSaid(beat)).toBe('Choose an answer: T1, T2, Nobody.');
	expect(remark(app.state)).toContain('Who gets it? Choose an answer: T1, T2, Nobody. The key a');
	expect(remark(app.state)).not.toContain('T1 was first');
});

it('the step that shows it is told with its values', () => {
	const { app, core, beat } = openAsked();
	const { doc } = app;
	if (!doc) throw new Error('no document');
	expect(shownBy(core, doc, beat)).toEqual({
		where: 'Step 3',
		sentence: doc.session.narrate(2),
		at: 3,
	});
	const value = openAsked({ options: ['0', 'T1'], right: 1, word: 'owner' });
	expect(shownBy(value.core, doc, value.beat)?.sentence).toBe('owner is T1.');
	const alone = openAsked({ shown: undefined, alone: [0] });
	expect(shownBy(alone.core, doc, alone.beat)?.where).toBe('T1 alone, its next step');
	const none = openAsked({ shown: undefined });
	expect(shownBy(none.core, doc, none.beat)).toBeNull();
});

it('of the questions of the gallery most have options: distinct, one of them right', async () => {
	const files = readdirSync('wasm/generated/facts');
	const asks: Beat[] = [];
	for (const file of files) {
		const { REST } = await import(`../../../wasm/generated/facts/${file.slice(0, -3)}.ts`);
		const stories = Object.values((REST as { stories: Record<string, ScenarioFacts> }).stories);
		asks.push(...stories.flatMap(({ beats }) => beats.filter(({ ask }) => ask)));
	}
	const answers = asks.flatMap(({ answer }) => answer ?? []);
	expect(answers.length).toBeGreaterThanOrEqual(0.9 * asks.length);
	for (const { options, right } of answers) {
		expect(new Set(options).size).toBe(options.length);
		expect(options.length).toBeGreaterThan(1);
		expect(options[right]).toBeDefined();
	}
	/* who always says the same of these is wrong about half of the time */
	const said = answers.flatMap(({ options, right }) =>
		options[0] === 'Yes' ? options[right] : [],
	);
	const yes = said.filter((option) => option === 'Yes').length / said.length;
	expect(yes).toBeGreaterThan(0.4);
	expect(yes).toBeLessThan(0.6);
});
