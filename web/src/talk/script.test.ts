import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Script } from '../docs/types';
import {
	assembled,
	beatInTalk,
	minuteText,
	paceText,
	placeIn,
	targetOf,
	targetText,
} from './script';

const line = (story: string, at: number, minute: number) => ({
	...{ story, at, minute },
	what: `${story} ${at}`,
	say: `Say ${story} ${at}`,
});

const SCRIPT: Script = {
	title: 'A talk',
	list: ['first', 'second'],
	lines: [line('first', 0, 0), line('first', 5, 2), line('second', 0, 2), line('second', 3, 4)],
};

describe('the place in a script', () => {
	it('is the last line up to the beat, in the order of the stories', () => {
		const at = (story: string, step: number) => placeIn(SCRIPT, story, step).now?.what;
		expect([at('first', 0), at('first', 4), at('first', 5), at('first', 99)]).toEqual([
			...['first 0', 'first 0', 'first 5', 'first 5'],
		]);
		expect([at('second', 0), at('second', 2), at('second', 3)]).toEqual([
			...['second 0', 'second 0', 'second 3'],
		]);
	});

	it('says what comes then, also of the next story, and nothing behind the end', () => {
		expect(placeIn(SCRIPT, 'first', 7).next?.what).toBe('second 0');
		expect(placeIn(SCRIPT, 'second', 3).next).toBeUndefined();
	});
});

it('of stories in an order of its own what the plans say of each stands there, without their minutes', () => {
	const scripts: Script[] = [
		{
			...SCRIPT,
			lines: SCRIPT.lines.map((one) => ({
				...one,
				leads: ['#/level/x'],
				say: `${one.say}. In this lecture: it is the question of minute 55. The second part begins at minute 50: here`,
			})),
		},
	];
	const own = assembled(scripts, ['second', 'other', 'first']);
	expect(own?.lines.map(({ what }) => what)).toEqual([
		...['second 0', 'second 3', 'first 0', 'first 5'],
	]);
	expect(own?.lines[0]?.say).toBe('Say second 0.');
	expect(own?.lines.some(({ leads }) => leads)).toBe(false);
	expect(own?.untimed).toBe(true);
	if (!own) return;
	expect(placeIn(own, 'second', 4).now?.what).toBe('second 3');
	/* nobody has written anything of it */
	expect(placeIn(own, 'other', 2)).toMatchObject({ now: undefined, next: { what: 'first 0' } });
	expect(assembled(scripts, ['other', 'another'])).toBeNull();
	/* at an item that is no story nothing is said of the story that its steps were taken in, nor of one before it */
	const items = assembled(scripts, ['first', 'first?s=A;t=What if', 'level/x', 'second']);
	if (!items) return;
	expect(placeIn(items, 'first', 9, 1).now?.what).toBe('first 5');
	for (const [story, item] of [
		['first', 2],
		['third', 2],
		['', 3],
	] as const)
		expect(placeIn(items, story, 20, item)).toMatchObject({
			now: undefined,
			next: { what: 'second 0' },
		});
	expect(placeIn(items, 'second', 9, 4).next).toBeUndefined();
});

it('a line has the time until one of another minute; the last has the end of the talk', () => {
	const times = SCRIPT.lines.map((one) => targetText(targetOf(SCRIPT, one)));
	expect(times).toEqual(['0:00 to 2:00', '2:00 to 4:00', '2:00 to 4:00', 'by 4:00']);
});

it('says how far a talk is from its time', () => {
	const target = { from: 2, until: 4 };
	const at = (seconds: number) => paceText(target, seconds * 1000);
	expect([at(119), at(120), at(240), at(281)]).toEqual([
		...['0:01 early', 'on time', 'on time', '0:41 late'],
	]);
});

it('has seconds without a fraction of one', () => {
	expect([2 + 20 / 60, 7 + 15 / 60, 0 + 40 / 60, 4].map(minuteText)).toEqual([
		...['2:20', '7:15', '0:40', '4'],
	]);
});

it('counts the beats of a talk over its stories', () => {
	expect(beatInTalk(SCRIPT.list, [9, 8], 'first', 4)).toEqual({ place: 4, of: 17 });
	expect(beatInTalk(SCRIPT.list, [9, 8], 'second', 1)).toEqual({ place: 10, of: 17 });
});

const SCRIPTS = JSON.parse(readFileSync('build/generated/docs/talks.json', 'utf8')) as Script[];
const planOf = (name: string) => readFileSync(`docs/teaching/${name}.md`, 'utf8');

it.each([
	['talk', 1],
	['lecture', 3],
	['lecture-45', 1],
])(
	'%s.md of docs/teaching: each of its addresses with a list has a script, as the plan has it',
	(name, parts) => {
		const plan = planOf(name);
		const rows = plan.match(/^\| \d+(?::\d\d)? \| `#\/[^|]*\|[^|]*\|[^|]*[^| \n][^|]*\|$/gm) ?? [];
		const [title] = plan.match(/(?<=^# ).*/) ?? [];
		const own = SCRIPTS.filter((script) => script.title === title);
		expect(own).toHaveLength(parts);
		const lines = own.flatMap((script) => script.lines);
		expect(lines).toHaveLength(rows.length);
		for (const { list } of own) expect(plan).toContain(`list=${list.join()}&p=1`);
		/* no two lines have one minute, and the clock goes on from part to part */
		const minutes = lines.map(({ minute }) => minute);
		expect(minutes).toEqual([...new Set(minutes)].sort((a, b) => a - b));
		/* a press that shows something has one that takes it away */
		const said = lines.map(({ say }) => say).join(' ');
		expect((said.match(/[Pp]ress v\b/g) ?? []).length % 2).toBe(0);
		for (const { minute, story, at, what, say } of lines) {
			const address = at > 0 ? `#/${story}?at=${at}` : `#/${story}`;
			/* of a long address its beginning is shown */
			expect(plan.replaceAll('`', '').replace(/\?list=\S*/g, '?…')).toContain(
				`| ${minuteText(minute)} | ${address} | ${what} | ${say} |`,
			);
		}
	},
);

it('what a speaker opens stands beside what is said: a level, and the next part of a lecture', () => {
	const leads = SCRIPTS.map(({ lines }) => lines.at(-1)?.leads ?? []);
	const parts = SCRIPTS.map(({ list }) => `#/${list[0]}?list=${list.join()}&p=1`);
	expect(leads).toEqual([
		[],
		['#/level/lose-the-wake-up', parts[2]],
		['#/level/past-handoff', parts[3]],
		['#/trace/rwsem-steal'],
		['#/level/spin-for-ever'],
	]);
});

it('of no shipped plan a line speaks of the plan where its story stands in a talk of one’s own', () => {
	const scripts: Script[] = JSON.parse(readFileSync('build/generated/docs/talks.json', 'utf8'));
	const lines = scripts.flatMap((script) => assembled(scripts, script.list)?.lines ?? []);
	expect(lines.length).toBeGreaterThan(60);
	for (const { what, say } of lines) {
		expect(say).not.toBe('');
		expect(`${what} ${say}`).not.toMatch(
			/\bminute|\bpart\b|\bstor(?:y|ies)\b|\blecture|\btalk\b|\bof before|as before|the same wish/i,
		);
	}
});
