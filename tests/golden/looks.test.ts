/** What `lockstep conform --json` tells of a look at another thread, by which the kernel's tests know what is excused. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lookOf, looksAtAnEnd } from '../../scripts/kernel/recordings.mjs';

const NATIVE = new URL('../../build/native/lockstep', import.meta.url).pathname;

function judged(lines: string[]) {
	const input = `${lines.join('\n')}\n`;
	const { stdout } = spawnSync(NATIVE, ['conform', '--json', '-'], { input, encoding: 'utf8' });
	return JSON.parse(stdout);
}

/** T2 is killed, frees the lock and is gone; T1, which has read that T2 owns it, finds T2 on its CPU. As a kernel had it. */
const AT_AN_END = `lockstep-trace 1
lock rwsem-5.3
threads WK
seen all
signals traced
ticks 2600
events
2 0 10 rwsem19_down_write#1 cas word=0 arg=0 old=0 new=1 ok=1
2 20 30 rwsem19_down_write#2 store word=1 new=0x20
1 40 50 rwsem19_down_write#1 cas word=0 arg=0 old=1 new=1 ok=0
1 60 70 rwsem19_can_spin_on_owner#1 load word=1 old=0x20
0 80 90 environment kill target=2
2 100 110 rwsem19_worker#2 critical
2 120 130 rwsem19_up_write#1 store word=1 new=0
2 140 150 rwsem19_up_write#2 add word=0 old=1 new=0
1 200 210 rwsem19_can_spin_on_owner#2 on_cpu target=2 old=1`.split('\n');

test('a look at a thread that has ended is told as one', () => {
	const refused = judged(AT_AN_END);
	expect(lookOf(refused)).toEqual({ at: 2, found: 1, model: 0, ended: true });
	expect(looksAtAnEnd(refused)).toBe(true);
	const found = AT_AN_END.map((line) => line.replace(/(target=2 old=)1$/, '$10'));
	expect(judged(found).result.verdict).toBe('agrees');
	const early = AT_AN_END.toSpliced(13, 2).map((line) => line.replace(/(target=2 old=)1$/, '$10'));
	expect(looksAtAnEnd(judged(early))).toBe(false);
});

test('a look at a thread that cannot be off its CPU tells the access that it stands before', () => {
	const text = readFileSync(
		new URL('../../web/traces/mutex-pickup.trace', import.meta.url),
		'utf8',
	);
	const lines = text.trimEnd().split('\n');
	const look = / on_cpu target=(\d+) old=1$/;
	const places = lines.flatMap((line, i) => (look.test(line) ? [i] : []));
	const told = places.toReversed().flatMap((i) => {
		const changed = lines.slice(0, i + 1);
		changed[i] = (lines[i] as string).replace(/1$/, '0');
		const { result } = judged(changed);
		const at = Number(look.exec(lines[i] as string)?.[1]);
		const own = result.differs?.allowed.find((one: string) => one.startsWith(`T${at} at `));
		return result.differs?.look && own ? [{ at, own, look: result.differs.look }] : [];
	});
	expect(told.length).toBeGreaterThan(3);
	for (const { at, own, look } of told) {
		expect(look).toMatchObject({ at, found: 0, model: 1, ended: false });
		expect(own).toMatch(`T${at} at ${look.before}: `);
	}
});

test('another difference tells no look', () => {
	const wrong = AT_AN_END.map((line) => line.replace('word=1 old=0x20', 'word=1 old=0'));
	expect(judged(wrong).result.verdict).toBe('differs');
	expect(lookOf(judged(wrong))).toBeUndefined();
});
