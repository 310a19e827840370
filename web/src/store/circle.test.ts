/** Every schedule of the table of starvation in docs/checking.md, as its address opens it. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { hashOf } from '../app/route';
import { roundText } from '../narration/round';
import { App } from './app';
import { circleOf } from './circle';
import { progress } from './testing';

const table = readFileSync('docs/checking.md', 'utf8');
const ROW =
	/^\| `([^`]+)` \|[^|]*\| ([^|]*) \| T(\d+): (\d+) \+ (\d+), passed (\d+) \| `#\/([^`]+)`/gm;
const rows = [...table.matchAll(ROW)].map(([, check, asleep, ...rest]) => {
	const [tid, lead, round, passes] = rest.slice(0, 4).map(Number) as [
		number,
		number,
		number,
		number,
	];
	const sleeps = asleep?.split(' ').includes(`T${tid}`);
	return { check, sleeps, tid, lead, end: lead + round, passes, address: String(rest[4]) };
});
const one = rows.find(({ check }) => check === 'rwsem-handoff --threads WW --budget p1,x255');
const { address, lead, end } = one as (typeof rows)[number];

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

function opened(fragment: string): App {
	const app = new App(async () => progress({}));
	app.store.set({ core, reducedMotion: true });
	app.goTo({ kind: 'stepper', fragment });
	return app;
}
const docOf = (app: App) => {
	if (!app.doc) throw new Error('nothing is open');
	return app.doc;
};
const said = (app: App) => roundText(docOf(app));
const at = (app: App, moment: number) => {
	app.cursor.seek(moment);
	return said(app);
};

describe('a schedule of the table', () => {
	it('is one of many', () => expect(rows.length).toBeGreaterThan(15));

	it.each(rows)('$check: comes back at its end, and starves', (row) => {
		const app = opened(row.address);
		expect(app.state.notices).toEqual([]);
		const circle = circleOf(docOf(app));
		expect(circle?.first).toBe(row.lead);
		const [back, ...more] = circle?.returns ?? [];
		expect(more).toEqual([]);
		expect(back?.end).toBe(row.end);
		expect(back?.starved).toContain(row.tid);
		expect(back?.asleep.includes(row.tid)).toBe(row.sleeps);
		expect(back?.got.reduce((a, b) => a + b)).toBe(row.passes);
		const { session } = docOf(app);
		expect(session.machine(row.lead)).toEqual(session.machine(row.end));
		expect(hashOf(app.state)).toContain(`round=${row.lead}`);
	});
});

describe('what is said of it', () => {
	it('at its end: which step it is again, who had the lock, and whom it starves', () => {
		expect(said(opened(address))).toBe(
			`The same state as at step ${lead}. Between the two T1 had the lock once. T2 waits, part of the way asleep, and never had it: taken again and again, this starves T2.`,
		);
	});

	it('where it begins, and nowhere else', () => {
		const app = opened(address);
		expect(at(app, lead)).toBe(`Here a round begins: at step ${end} the state is the same.`);
		expect(at(app, lead + 1)).toBe('');
		expect(at(app, lead - 1)).toBe('');
		expect(at(app, end)).toContain(`as at step ${lead}.`);
	});

	it('no more of other steps; and again when they are back', () => {
		const app = opened(address);
		app.cursor.seek(end - 1);
		const [other] = docOf(app)
			.session.options()
			.filter(
				({ action, result }) => result === 'moved' && action !== docOf(app).session.action(end - 1),
			);
		app.steps.step(other?.action ?? -1);
		expect(docOf(app).moment.at).toBe(end);
		expect(said(app)).toBe('');
		expect(circleOf(docOf(app))).toBeNull();
		expect(hashOf(app.state)).not.toContain('round=');
		app.futures.takeGhost(0);
		expect(at(app, end)).toContain('The same state');
		expect(hashOf(app.state)).toContain(`round=${lead}`);
	});
});

describe('once more round', () => {
	it('appends the same acts, from wherever it is asked for', () => {
		const app = opened(address);
		const acts = docOf(app).session.actions();
		app.rounds.again();
		const further = end + (end - lead);
		expect(docOf(app).moment.at).toBe(further);
		expect(docOf(app).session.actions()).toEqual([...acts, ...acts.slice(lead)]);
		expect(said(app)).toContain(
			`The same state as at step ${lead}, 2 rounds later. Between the two T1 had the lock twice.`,
		);
		app.cursor.seek(3);
		app.rounds.again();
		expect(docOf(app).moment.at).toBe(further + (end - lead));
		const again = opened(hashOf(app.state).slice(2));
		expect(again.state.notices).toEqual([]);
		expect(circleOf(docOf(again))?.returns.map((back) => back.end)).toEqual([
			end,
			further,
			further + (end - lead),
		]);
	});

	it('says so where there is no round', () => {
		const app = opened(address.replace(/&round=\d+/, ''));
		const { length } = docOf(app).session;
		app.rounds.again();
		expect(app.state.toast).toMatch(/^No round is marked here/);
		expect(docOf(app).session.length).toBe(length);
	});
});

describe('an address that says it wrongly', () => {
	it.each([
		['x', 'which is no step'],
		['-1', 'which is no step'],
		['1e3', 'which is no step'],
		['', 'which is no step'],
		['99999999999', 'which is no step'],
		[String(end), 'no later step of this schedule leads back'],
		[String(lead + 1), 'no later step of this schedule leads back'],
		['999999', 'no later step of this schedule leads back'],
	])('round=%s is told and left out', (round, why) => {
		const app = opened(address.replace(/round=\d+/, `round=${round}`));
		expect(app.state.notices.join(' ')).toContain(why);
		expect(docOf(app).round).toBeNull();
		expect(docOf(app).session.length).toBe(end);
		expect(hashOf(app.state)).not.toContain('round=');
	});

	it('says nothing of starving where the others only leave a thread out', () => {
		/* T2 has begun its call and is never run again, though it could be */
		const name = 'mutex-3.9';
		const config = core.configOf(name, { threads: 2, roles: [0, 0], rounds: 255 });
		const acts = [0, 1, ...Array<number>(60).fill(0)];
		const session = core.session(config);
		session.load(acts);
		const first = session.columns().flags.length - 30;
		const [back] = session.returns(first);
		const fragment = core.formatUrl(config, acts.slice(0, back?.end), back?.end ?? 0, {
			round: String(first),
		});
		const app = opened(fragment);
		expect(app.state.notices).toEqual([]);
		expect(said(app)).toBe(
			`The same state as at step ${first}. Between the two T1 had the lock once. T2 waits and never had it, but a fair scheduler would not go round like this for ever: this starves nobody.`,
		);
	});
});
