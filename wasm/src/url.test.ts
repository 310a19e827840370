import { beforeAll, describe, expect, it } from 'vitest';
import { ENDLESS } from './config';
import type { Core } from './core';
import { builtCore, pick, seeded, walk } from './testing';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** Whatever comes back must be usable as it stands: the config sets up and the whole schedule applies. */
function expectUsable(fragment: string): ReturnType<Core['parseUrl']> {
	const parsed = core.parseUrl(fragment);
	const session = core.session(parsed.config);
	expect(session.load(parsed.schedule)).toBe(parsed.schedule.length);
	expect(parsed.at).toBeGreaterThanOrEqual(0);
	expect(parsed.at).toBeLessThanOrEqual(parsed.schedule.length);
	expect(core.scenario(parsed.config.scenario)).toBeDefined();
	for (const note of parsed.notes) expect(note).toMatch(/\S/);
	return parsed;
}

/** A fragment of a random scenario, config and schedule. */
function someFragment(random: () => number) {
	const scenario = pick(random, core.facts.scenarios);
	const config = core.configOf(scenario.name);
	const session = core.session(config);
	const schedule = walk(session, Math.floor(random() * 120), random);
	const at = Math.floor(random() * (schedule.length + 1));
	return { config, schedule, at, fragment: core.formatUrl(config, schedule, at) };
}

describe('addresses', () => {
	it('come back as they went out, for every scenario', () => {
		const random = seeded(101);
		for (const scenario of core.facts.scenarios) {
			const config = core.configOf(scenario.name);
			const session = core.session(config);
			const schedule = walk(session, 150, random);
			const at = Math.floor(schedule.length / 2);
			const parsed = core.parseUrl(core.formatUrl(config, schedule, at));
			expect({ ...parsed, extra: {} }).toEqual({ config, schedule, at, notes: [], extra: {} });
		}
	});

	it('carry the changes a reader makes to a scenario', () => {
		const random = seeded(102);
		for (const scenario of core.facts.scenarios) {
			const threads = 1 + Math.floor(random() * 6);
			const rounds = 1 + Math.floor(random() * 5);
			const config = core.configOf(scenario.name, {
				threads,
				rounds,
				budget: [0, 2, 0, 1, 0, 1, 1, 0],
			});
			const parsed = expectUsable(core.formatUrl(config, [], 0));
			expect(parsed.config).toEqual(config);
		}
	});

	it('without steps are moments of the story, where it is told as it stands', () => {
		const story = core.scenario('mcs-gap')?.story ?? [];
		expect(core.parseUrl('mcs-gap?at=7')).toMatchObject({ schedule: story, at: 7, notes: [] });
		expect(expectUsable('mcs-gap?v=1&at=7&text=2').extra).toEqual({ text: '2' });
		expect(expectUsable('mcs-gap?at=21')).toMatchObject({
			schedule: story,
			at: 20,
			notes: ['The story has 20 steps, and no step 21; its end is shown.'],
		});
		for (const other of ['mcs-gap?at=-1', 'mcs?at=3', 'mcs-gap?n=3&at=7'])
			expect(expectUsable(other)).toMatchObject({ schedule: [], at: 0 });
		expect(expectUsable('mcs-gap?at=7')).toEqual(expectUsable('mcs-gap?at=7&'));
		/* the items of a talk have question marks of their own */
		const listed = 'mcs-gap?list=mcs?s=IqCcI;at=2,mcs-gap&at=7';
		expect(expectUsable(listed)).toMatchObject({ schedule: story, at: 7 });
	});

	it('keep view settings that the core does not know', () => {
		const { config, schedule, at } = someFragment(seeded(103));
		const extra = { theme: 'dark', note: 'a & b = ü', empty: '' };
		const parsed = expectUsable(core.formatUrl(config, schedule, at, extra));
		expect(parsed.extra).toEqual(extra);
		expect(parsed.schedule).toEqual(schedule);
	});

	it('stay short: 0.4 characters a step and less for four threads', () => {
		const sandbox = core.facts.scenarios.find((scenario) => scenario.sandbox);
		const config = core.configOf(sandbox?.name ?? '', { threads: 4, rounds: 50 });
		const session = core.session(config);
		const random = seeded(104);
		while (session.length < 500) session.step(Math.floor(random() * 4));
		const address = core.formatUrl(config, session.actions(), 0);
		expect(/&s=([^&]*)/.exec(address)?.[1]?.length).toBeLessThan(0.4 * 500);
	});
});

describe('hostile addresses never throw and give what is valid', () => {
	it('cut anywhere', () => {
		const random = seeded(201);
		for (let i = 0; i < 40; i++) {
			const { fragment, schedule } = someFragment(random);
			for (let cut = 0; cut < 12; cut++) {
				const parsed = expectUsable(fragment.slice(0, Math.floor(random() * fragment.length)));
				const kept = parsed.schedule;
				if (
					parsed.config.threads === core.configOf(parsed.config.scenario).threads &&
					kept.length > 0
				)
					expect(kept.length).toBeLessThanOrEqual(schedule.length + 4);
			}
		}
	});

	it('with characters changed, put in and taken out', () => {
		const random = seeded(202);
		const odd = [
			'%',
			'%00',
			'%ff',
			'%C3%BC',
			'&',
			'=',
			'?',
			'#',
			'/',
			'\0',
			'ü',
			'漢',
			'😀',
			'\ud800',
			'-',
			'_',
			'9',
			'99999999999999999999',
			' ',
		];
		for (let i = 0; i < 600; i++) {
			let { fragment } = someFragment(random);
			for (let edits = 1 + Math.floor(random() * 4); edits > 0; edits--) {
				const at = Math.floor(random() * (fragment.length + 1));
				fragment =
					fragment.slice(0, at) + pick(random, odd) + fragment.slice(at + Math.floor(random() * 3));
			}
			expectUsable(fragment);
		}
	});

	it('of pure noise', () => {
		const random = seeded(203);
		for (let i = 0; i < 500; i++) {
			const length = Math.floor(random() * 80);
			expectUsable(
				Array.from({ length }, () => String.fromCharCode(Math.floor(random() * 0x250))).join(''),
			);
		}
	});

	it('with a number of rounds that is none says which there are; 255 is one without end', () => {
		const endless = core.parseUrl('mcs-queue?r=255');
		expect(endless.notes).toEqual([]);
		expect(endless.config.rounds).toBe(ENDLESS);
		expect(core.parseUrl('mcs-queue?r=300').notes[0]).toContain(
			'"300" is not from 1 to 254, or 255 for rounds without end',
		);
	});

	it('with absurd values', () => {
		const name = core.facts.scenarios[0]?.name;
		for (const query of [
			'n=0',
			'n=17',
			'n=-1',
			'n=99999999999999999999',
			'n=1e3',
			'n=',
			'n',
			'=',
			'&&&',
			'?',
			'??',
			'at=-1',
			'at=4294967296',
			's=',
			's=====',
			's=%%%%',
			'n=2&n=3&n=4',
			's=AAAA&s=BBBB',
			'r=999',
			'f=99',
			'w=4294967295',
			'__proto__=1',
			'constructor=1',
			'toString=x',
		])
			expectUsable(`${name}?${query}`);
		for (const fragment of [
			'',
			'/',
			'?',
			'#',
			'no-such-scenario',
			'no-such-scenario?n=3',
			`${name}/`,
			`${name}?`,
			`/${name}`,
		])
			expectUsable(fragment);
		expect(expectUsable('no-such-scenario?n=3').notes.length).toBeGreaterThan(0);
	});

	it('with many keys that the core does not know', () => {
		const name = core.facts.scenarios[0]?.name;
		for (const text of ['"', '\\', '\u0001', 'ü', '%22', '\u{1f600}'])
			for (const size of [1, 100, 700, 1015])
				for (const keys of [7, 8, 9, 80])
					expectUsable(
						`${name}?${Array.from({ length: keys }, (_, i) => `k${i}=${text.repeat(size)}`).join('&')}`,
					);
	});

	it('of a megabyte', () => {
		const name = core.facts.scenarios[0]?.name;
		const megabyte = 1 << 20;
		for (const fragment of [
			'a'.repeat(megabyte),
			`${name}?s=${'A'.repeat(megabyte)}`,
			`${name}?x=${'漢'.repeat(megabyte / 2)}`,
			`${name}?${'a=b&'.repeat(megabyte / 4)}`,
			`${name}?x=${'"'.repeat(megabyte)}`,
			`${name}?x=${'\u0001'.repeat(megabyte)}`,
		])
			expect(expectUsable(fragment).notes.length).toBeGreaterThan(0);
	});
});
