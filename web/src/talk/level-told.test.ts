/** A level before a room: the speaker has its solution, and no press chooses for the room. */
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { actionEnv, actionTid } from '../../../wasm/src';
import { exploreHere } from '../../../wasm/src/explorer';
import { wholePage } from '../app/testing';
import { levels } from '../levels/facts';
import { playLevels } from '../levels/levels';
import { stepsText } from './level-told';
import { toldOf } from './told';

const page = wholePage(
	() => 'level',
	async (host) => playLevels(host),
);

it('the notes have task, hints and the shortest way; the clicker takes no step, and the room reads the task once', async () => {
	await page.show('#/level/spin-for-ever?p=1');
	const { app } = page;
	act(() => app.page.setView({ presenter: true }));
	const facts = app.doc?.level?.facts;
	const note = () => toldOf(app.state, 'me').beat?.note ?? '';
	expect(note()).toContain(facts?.task);
	expect(note()).toContain(facts?.idea);
	expect(note()).toContain(facts?.hint);
	expect(note()).toContain(`has ${facts?.shortest} steps`);
	act(() => app.store.set({ apart: true }));
	await vi.waitFor(() => expect(note()).toContain('The shortest way from here: T'), 5000);
	expect(app.doc?.level?.ahead?.steps).toHaveLength(facts?.shortest ?? 0);
	act(() => app.jumps.beat(1));
	expect(app.doc?.moment.at).toBe(0);
	expect(app.state.toast).toContain('the room chooses each step');
	/* once, over the slide, which is a chunk of its own */
	expect(screen.getByTestId('level').textContent).toContain(facts?.task);
	const slide = await screen.findByTestId('narration', {}, { timeout: 10_000 });
	expect(slide.textContent).not.toContain(facts?.task);
});

it('steps in a row are counted', () => {
	const { core } = page;
	expect(stepsText(core, [0, 0, 0, 1, 0])).toBe('T1 × 3, T2, T1');
});

it('whom a hint has preempted, the shortest way preempts as well', async () => {
	const { core } = page;
	const named = /[Pp]reempt (T\d)(?:[^.]*?\bor (T\d))?/;
	const asked = levels.filter(({ hint }) => named.test(hint));
	expect(asked.length).toBeGreaterThan(2);
	for (const level of asked) {
		await core.load(level.lock);
		const config = core.configOf(level.scenario, level);
		const { path } = await exploreHere(core, config, {
			maxStates: 200_000,
			towards: { goal: level.goal, from: [] },
		});
		const [, ...tids] = named.exec(level.hint) ?? [];
		const preempted = Array.from(path)
			.filter((action) => core.facts.envKinds[actionEnv(action)]?.name === 'preempt')
			.map((action) => `T${actionTid(action)}`);
		expect(preempted.length, level.name).toBeGreaterThan(0);
		for (const tid of preempted) expect(tids, `${level.name}: ${level.hint}`).toContain(tid);
	}
});
