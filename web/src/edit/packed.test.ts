import { describe, expect, it } from 'vitest';
import { differingLines } from './differing';
import { changedLines, hashOf, pack, packedIn, unpack } from './packed';

const PUBLISHED = 'one\ntwo\nthree\nfour\nfive\n';

async function back(own: string): Promise<string> {
	const packed = packedIn(await pack('mcs', PUBLISHED, own));
	return packed ? unpack(packed, PUBLISHED) : 'it cannot be read';
}

describe('an edited text in an address', () => {
	it('comes back as it was', async () => {
		const texts = [
			'one\ntwo\n3\nfour\nfive\n',
			'one\nfive\n',
			'',
			'zero\none\ntwo\nthree\nfour\nfive\n',
			'one\ntwo\nthree\nfour\nfive\nsix – “ü”',
			PUBLISHED.repeat(200),
		];
		for (const text of texts) expect(await back(text)).toBe(text);
	});
	it('has the lines that changed, and those between them', () => {
		expect(changedLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd'])).toEqual({
			first: 1,
			removed: 1,
			lines: ['x'],
		});
		expect(changedLines(['a', 'a'], ['a', 'a', 'a'])).toEqual({
			first: 2,
			removed: 0,
			lines: ['a'],
		});
	});
	it('is of one text of the page', async () => {
		const packed = packedIn(await pack('mcs', PUBLISHED, 'one\n'));
		if (!packed) throw new Error('it cannot be read');
		await expect(unpack(packed, `${PUBLISHED}six\n`)).rejects.toThrow('another version of mcs.c');
		const repair = packedIn(await pack('cut-off', PUBLISHED, 'one\n'));
		if (!repair) throw new Error('it cannot be read');
		expect(await unpack(repair, PUBLISHED)).toBe('one\n');
		await expect(unpack(repair, `${PUBLISHED}six\n`)).rejects.toThrow('text to repair “cut-off”');
	});
	it('says when it was damaged, whatever came', async () => {
		const whole = await pack('mcs', PUBLISHED, 'one\ntwo\n3\nfour\nfive\n');
		for (const value of [
			'',
			'mcs',
			'mcs.12345678.',
			`../x.${hashOf(PUBLISHED)}.AA`,
			whole.slice(0, 12),
		])
			expect(packedIn(value)).toBeNull();
		for (let cut = whole.lastIndexOf('.') + 2; cut < whole.length; cut++) {
			const packed = packedIn(whole.slice(0, cut));
			const said = packed && unpack(packed, PUBLISHED);
			await expect(said).rejects.toThrow('cut short or changed');
		}
	});
	it('is no bomb', async () => {
		const packed = packedIn(await pack('mcs', PUBLISHED, 'a'.repeat(400_000)));
		if (!packed) throw new Error('it cannot be read');
		await expect(unpack(packed, PUBLISHED)).rejects.toThrow();
	});
});

it('counts lines that differ', () => {
	const count = (a: string, b: string) => differingLines(a, b).lines;
	expect(count('a\nb\nc', 'a\nb\nc')).toBe(0);
	expect(count('a\nb\nc', 'a\nx\nc')).toBe(1);
	expect(count('a\nb\nc', 'a\nc')).toBe(1);
	expect(count('a\nb\nc', 'x\na\nb\nc\ny')).toBe(2);
	expect(count('', 'a')).toBe(1);
	expect([...differingLines('a\nb\nc\nd', 'x\na\nc\ny\nd').own]).toEqual([1, 4]);
	const long = Array.from({ length: 3000 }, (_, i) => `${i}`);
	const other = [...long].reverse();
	expect(count(long.join('\n'), other.join('\n'))).toBe(3000);
});

describe('what differs', () => {
	const LINES = 'a;\nLOAD(x); /* reads x */\nSTORE(y); /* clears y | keeps y */\nb;\n';
	const differ = (change: (text: string) => string) => differingLines(LINES, change(LINES));

	it('names a line whose code was changed and whose comment was not', () => {
		expect(differ((text) => text.replace('LOAD(x)', 'LOAD(z)'))).toEqual({
			own: new Set([2]),
			gone: new Map(),
			lines: 1,
			stale: [2],
		});
	});

	it('says where lines went without others in their place', () => {
		const gone = (change: (text: string) => string) => [...differ(change).gone];
		expect(gone((text) => text.replace('LOAD(x); /* reads x */\n', ''))).toEqual([[2, 1]]);
		expect(gone((text) => text.replace(/LOAD.*\nSTORE.*\n/, ''))).toEqual([[2, 2]]);
		/* another one stands there */
		expect(gone((text) => text.replace(/LOAD.*\n/, '\n'))).toEqual([]);
		expect(gone((text) => text.replace('a;\n', '').replace('b;\n', 'b;\nc;\n'))).toEqual([[1, 1]]);
	});

	it('knows a comment of either form', () => {
		const text = 'a;\nLOAD(x); // reads x\n';
		expect(differingLines(text, text.replace('(x)', '(z)')).stale).toEqual([2]);
	});

	it('says nothing of a new comment, of a line that moved, and of one that went', () => {
		expect(
			differ((text) => text.replace('LOAD(x); /* reads x', 'LOAD(z); /* reads z')).stale,
		).toEqual([]);
		expect(differ((text) => text.replace('reads x', 'looks at x')).stale).toEqual([]);
		expect(differ((text) => text.replace('LOAD(x); /* reads x */\n', '')).stale).toEqual([]);
		/* what looks like a comment, and is none */
		const quoted = (text: string) => text.replace('a;', 'say("/* a */", 1);');
		expect(differingLines(quoted(LINES), quoted(LINES).replace('1)', '2)')).stale).toEqual([]);
		const within = (text: string) => `/* a\n${text} /* b */\nc;\n`;
		expect(differingLines(within('x;'), within('y;')).stale).toEqual([]);
		const moved = 'a;\nSTORE(y); /* clears y | keeps y */\nLOAD(x); /* reads x */\nb;\n';
		expect(differ(() => moved).stale).toEqual([]);
	});
});
