/** What an item of a talk may be, how it is written, and that no list, whoever sent it, is read as anything else. */
import { describe, expect, it } from 'vitest';
import { MOST_IN_LIST, MOST_LISTED } from '../store/listed';
import { addressOf, itemHash, listText, talkHash } from './address';
import { addressKey, itemFrom, type Known, MOST, readItem, readItems, titleFrom } from './items';

const STORIES = ['mcs-gap', 'mcs-queue', 'tas-story'];
const KNOWN: Known = {
	story: (name) =>
		name === 'mcs' ? { sandbox: true } : STORIES.includes(name) ? { sandbox: false } : undefined,
	stories: STORIES,
	levels: ['two-heads', 'spin-for-ever'],
	lessons: ['what-a-lock-is'],
	recordings: ['rwsem-steal'],
};

const read = (text: string) => {
	const item = readItem(text, KNOWN);
	if (typeof item === 'string') throw new Error(item);
	return item;
};
const kindOf = (text: string) => read(text).kind;
const why = (text: string) => {
	const item = readItem(text, KNOWN);
	return typeof item === 'string' ? item : `is a ${item.kind}`;
};

/** As an address has it, and as the page reads it from there. */
const throughAddress = (list: readonly string[]) =>
	new URLSearchParams(itemHash(list, 0).split('?').slice(1).join('?')).get('list') ?? '';

describe('an item', () => {
	it('is a story, a moment of one’s own, a level, two side by side, a lesson or a recorded run', () => {
		expect(kindOf('mcs-gap')).toBe('story');
		expect(kindOf('mcs-gap?at=11')).toBe('story');
		expect(kindOf('mcs-gap?at=11;cache=1')).toBe('story');
		expect(kindOf('mcs-gap?n=3')).toBe('moment');
		expect(kindOf('mcs-gap?s=HBCQ;at=3')).toBe('moment');
		expect(kindOf('mcs')).toBe('moment');
		expect(kindOf('level/two-heads')).toBe('level');
		expect(kindOf('learn/what-a-lock-is?p=1')).toBe('lesson');
		expect(read('trace/rwsem-steal?at=9;p=1').text).toBe('trace/rwsem-steal?at=9');
		expect(read('trace/rwsem-steal?at=0')).toMatchObject({
			kind: 'recording',
			text: 'trace/rwsem-steal',
		});
		expect(kindOf('compare/mcs-gap/mcs?by=turns;n=4')).toBe('pair');
		expect(read('compare/mcs-gap/mcs').names).toEqual(['mcs-gap', 'mcs']);
	});

	it('is written in one way, whatever it was read from', () => {
		expect(read('mcs-gap?at=0').text).toBe('mcs-gap');
		expect(read('mcs-gap?p=1;at=7;v=1').text).toBe('mcs-gap?at=7');
		expect(read('mcs?at=3;s=HBCQ;n=2').text).toBe('mcs?n=2;s=HBCQ;at=3');
		expect(read('mcs?sw=a%2Cb').text).toBe('mcs?sw=a%2Cb');
		/* a level and two side by side begin at their start */
		expect(read('level/two-heads?s=HBCQ;at=1').text).toBe('level/two-heads');
		expect(read('compare/mcs-gap/mcs?l=3;r=4;cache=1;by=turns').text).toBe(
			'compare/mcs-gap/mcs?by=turns',
		);
	});

	it('may have a title, which is one line of letters that are drawn', () => {
		const item = read('mcs?s=HBCQ;t=Who%2C%0A  then%3B 100 %25');
		expect(item.title).toBe('Who, then; 100 %');
		expect(addressOf(item.text)).toBe('mcs?s=HBCQ');
		expect(addressKey(item.text)).toBe(addressKey('mcs?s=HBCQ;t=another'));
		expect(titleFrom(`a\u202Eb\u0000c\uD800d${'x'.repeat(200)}`)).toHaveLength(MOST.title);
		expect(titleFrom('\u202E \uD800')).toBe('');
	});

	it('is made of what an address of the page shows, and leads there again', () => {
		const asked = 'mcs-gap?v=1&n=3&sw=torn_swap,late_init&fp=37a104&s=D3U&at=2&p=1&theme=dark';
		const made = (address: string, title = '') => {
			const item = itemFrom(address, title, KNOWN);
			return typeof item === 'string' ? undefined : item;
		};
		const item = made(asked, ' my  own ');
		expect(item?.title).toBe('my own');
		expect(addressOf(item?.text ?? '')).toBe(
			'mcs-gap?n=3&sw=torn_swap,late_init&fp=37a104&s=D3U&at=2',
		);
		const side = encodeURIComponent('mcs-gap?n=3&sw=torn_swap,late_init&s=D3U');
		const pair = made(`compare/mcs-gap/${side}?l=3&r=4`);
		expect(decodeURIComponent(addressOf(pair?.text ?? ''))).toBe(
			'compare/mcs-gap/mcs-gap?n=3&sw=torn_swap,late_init&s=D3U',
		);
		expect(pair?.of).toBe('compare/mcs-gap/mcs-gap');
		expect(itemFrom('docs/what', '', KNOWN)).toContain('and nothing else');
		expect(itemFrom('', '', KNOWN)).toContain('no story');
		/* as steps beyond count may be */
		expect(itemFrom(`mcs?s=${'A'.repeat(1995)}`, '', KNOWN)).toContain('at most 2000');
	});

	it('that is none says why', () => {
		expect(why('mcs-gup')).toBe(
			'there is no story of the name “mcs-gup”. The nearest name is “mcs-gap”.',
		);
		expect(why('level/two-hats')).toContain('no level of the name “two-hats”. The nearest name');
		expect(why('level/')).toContain('no level of the name “”');
		expect(why('compare/mcs-gap')).toBe('it has not the names of two stories.');
		expect(why('compare/mcs-gap/zebra')).toContain('no story of the name “zebra”. No name is near');
		expect(why('compare/mcs-gap/%3Cb%3E')).toBe('“<b>” is no side.');
		expect(why('mcs-gap?at=soon')).toBe('“at=soon” cannot be read.');
		expect(why('mcs-gap?colour=red')).toBe('“colour=red” means nothing in it.');
		expect(why('mcs-gap?__proto__=1')).toBe('“__proto__=1” means nothing in it.');
		expect(why('mcs-gap?t=%E0%A4%A')).toContain('has a “%” that stands for nothing');
		expect(why('trace/x')).toContain('there is no recorded run of the name “x”');
		expect(why('learn/what-a-lock')).toContain('The nearest name is “what-a-lock-is”');
		expect(why('learn/what-a-lock-is/b')).toContain('a talk has stories');
		expect(why('docs/x')).toContain('a talk has stories, moments of one’s own, levels');
		expect(why(`mcs?s=${'A'.repeat(3000)}`)).toContain('an item has at most 2000');
	});
});

describe('a list', () => {
	it('of names alone is what it was, and its address says no more', () => {
		const names = ['mcs-gap', 'mcs-queue'];
		expect(readItems(names.join(), KNOWN).items.map(({ text }) => text)).toEqual(names);
		expect(talkHash(names)).toBe('#/mcs-gap?list=mcs-gap,mcs-queue&p=1');
		expect(talkHash([])).toBe('');
	});

	it('goes through its address and comes back as it was', () => {
		const list = [
			'compare/mcs-gap/mcs?by=turns;n=4',
			'level/two-heads',
			'mcs?sw=a%2Cb;s=HBCQ;t=Who%2C then%3B 100 %25 + &%3D? “ü”',
			'mcs-gap?at=11',
		].map((text) => read(text).text);
		expect(readItems(throughAddress(list), KNOWN)).toMatchObject({ refused: [] });
		expect(readItems(throughAddress(list), KNOWN).items.map(({ text }) => text)).toEqual(list);
		expect(itemHash(list, 2)).toMatch(/^#\/mcs\?sw=a,b&s=HBCQ&list=[^#&\s]+&item=3$/);
		expect(itemHash(list, 3, 13)).toMatch(/^#\/mcs-gap\?at=13&list=[^#&\s]+&item=4$/);
	});

	it('keeps what is right, and says of the rest which it was', () => {
		const { items, refused } = readItems('mcs-gap,level/nowhere,,mcs-gap?at=2,mcs-gap,x', KNOWN);
		expect(items.map(({ text }) => text)).toEqual(['mcs-gap', 'mcs-gap?at=2']);
		expect(refused).toEqual([
			expect.stringMatching(
				/^Item 2 of this talk, “level\/nowhere”, is left out: there is no level/,
			),
			expect.stringMatching(/^Item 4 of this talk, “mcs-gap”, is left out: it stands .* twice/),
			expect.stringMatching(/^Item 5 of this talk, “x”, is left out: there is no story/),
		]);
		/* whatever its title, one moment is one item */
		expect(readItems('mcs?s=HBCQ;t=a,mcs?s=HBCQ;t=b', KNOWN).items).toHaveLength(1);
	});

	it('is bounded: in its items, in its letters, and in what is said of it', () => {
		const many = Array.from({ length: 60 }, (_, i) => `mcs-gap?at=${i + 1}`);
		const long = readItems(many.join(), KNOWN);
		expect(long.items).toHaveLength(MOST_LISTED);
		expect(long.refused).toEqual([expect.stringContaining('has 60 items. A talk has at most 40')]);
		const huge = readItems(`mcs-gap?at=1,${'x?'.repeat(MOST_IN_LIST)}`, KNOWN);
		expect(huge.items).toHaveLength(1);
		expect(huge.refused.join(' ')).toContain('It may have 12000');
		const bad = readItems(Array.from({ length: 30 }, (_, i) => `x${i}/`).join(), KNOWN);
		expect(bad.refused).toHaveLength(MOST.told + 1);
		expect(bad.refused.at(-1)).toBe('So are 27 more of its items.');
		expect(bad.refused.every((said) => said.length < 400)).toBe(true);
	});

	it('of 20,000 hostile ones each gives items that are read again as they are, and sentences', () => {
		let seed = 7;
		const pick = (n: number) => {
			seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
			return (seed >>> 8) % n;
		};
		const parts = [
			...[
				'mcs-gap',
				'mcs',
				'tas-story',
				'level/',
				'two-heads',
				'compare/',
				'/',
				'?',
				';',
				'=',
				',',
			],
			...[
				'at=',
				's=HBCQ',
				't=',
				'n=3',
				'by=turns',
				'%',
				'%2C',
				'%3B',
				'%00',
				'%E2%80%AE',
				'&',
				'#',
			],
			...[
				'<b>',
				'"',
				'\u202E',
				'\uD800',
				'\u0000',
				'../',
				'__proto__',
				'constructor',
				'1',
				' ',
				'+',
			],
			...['javascript:alert(1)', 'list=', 'item=', 'own=', 'x'.repeat(90), '\n', '“ü”'],
		];
		const right = ['mcs-gap', 'mcs?s=HBCQ', 'level/two-heads', 'compare/mcs/mcs-gap', 'mcs?t=a'];
		let found = 0;
		for (let i = 0; i < 20_000; i++) {
			const junk = () => Array.from({ length: pick(6) }, () => parts[pick(parts.length)]).join('');
			const begun = () => (pick(3) === 0 ? '' : right[pick(right.length)]);
			const text = Array.from(
				{ length: 1 + pick(4) },
				() => `${begun()}${pick(2) ? junk() : ''}`,
			).join();
			const { items, refused } = readItems(text, KNOWN);
			found += items.length;
			const list = items.map((item) => item.text);
			const again = readItems(throughAddress(list), KNOWN);
			expect(again.items.map((item) => item.text)).toEqual(list);
			if (list.length > 0) expect(again.refused).toEqual([]);
			for (const { text: one, title } of items) {
				expect(one).not.toMatch(/[\p{C},#<>"&]/u);
				expect(title).not.toMatch(/\p{C}/u);
				expect([...title].length).toBeLessThanOrEqual(MOST.title);
			}
			expect(listText(list)).toMatch(/^[\w.~!*'()%/?;=,+-]*$/);
			for (const said of refused) expect(said).toMatch(/^.{10,400}$/su);
		}
		expect(found).toBeGreaterThan(10_000);
	});
});
