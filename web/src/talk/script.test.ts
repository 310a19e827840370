import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Script } from '../docs/types';
import { beatInTalk, paceText, placeIn, targetOf, targetText } from './script';

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

it('counts the beats of a talk over its stories', () => {
	expect(beatInTalk(SCRIPT.list, [9, 8], 'first', 4)).toEqual({ place: 4, of: 17 });
	expect(beatInTalk(SCRIPT.list, [9, 8], 'second', 1)).toEqual({ place: 10, of: 17 });
});

it('the talk of docs/teaching has a script, as the plan has it', () => {
	const scripts = JSON.parse(readFileSync('build/generated/docs/talks.json', 'utf8')) as Script[];
	const plan = readFileSync('docs/teaching/talk.md', 'utf8');
	const rows = plan.match(/^\| \d+ \| `#\//gm) ?? [];
	const [script] = scripts;
	expect(scripts).toHaveLength(1);
	expect(plan).toContain(`list=${script?.list.join()}&`);
	expect(script?.lines).toHaveLength(rows.length);
	for (const { minute, story, at, what, say } of script?.lines ?? []) {
		const address = at > 0 ? `#/${story}?at=${at}` : `#/${story}`;
		expect(plan.replaceAll('`', '')).toContain(`| ${minute} | ${address} | ${what} | ${say} |`);
	}
});
