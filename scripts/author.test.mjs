/**
 * What an author does, in a scratch copy: a new lock, and edits of texts that have stories. One build for all of it,
 * some 15 s where nothing else runs.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NATIVE } from './build-native.mjs';
import { at, filesUnder } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { scratchCopy } from './lib/scratch.mjs';
import { readTexts } from './lib/texts.mjs';
import { wrongWithName } from './new-lock.mjs';

const BUILD = 600_000; // of 1.5 s without others: two cores may be shared by many
const EACH = 60_000;

const NAME = 'numbers'; // of no lock that there is, nor is likely to be
const copy = scratchCopy();
const texts = readTexts(await loadFrontEnd());
let before;
let made;
/** What is said of each recording where only comments have been added. */
let judged;

/** Locks of tests/fixtures. */
const FIXTURES = ['zz_clh', 'zz_two_queues'];

const recordings = () => filesUnder('web/traces').concat(filesUnder('tests/traces'));

/** A comment at the head of each text, above each procedure and within. */
function commentAll() {
	const NOTE = '/* said by a test */';
	for (const { name, text } of texts) {
		const noted = text.replace(/^PROC\(.*/gm, (head) => `${NOTE}\n${head}\n\t${NOTE}`);
		writeFileSync(copy.path(`core-c/locks/${name}/${name}.c`), `${NOTE}\n${noted}`);
	}
}

beforeAll(() => {
	commentAll();
	for (const lock of FIXTURES) copy.addLock(lock);
	expect(copy.configure().code).toBe(0);
	judged = recordings().map((path) => [path, copy.lockstep('conform', at(path))]);
	before = copy.files();
	made = copy.lockstep('new', NAME);
	const edits = [
		// a line more, far from what the stories name
		[
			'mutex',
			'\tLIST_ADD(lk->wait_list, me); /* puts itself at the end',
			'\tLOAD(my->seen, lk->owner, relaxed); /* looks at the owner and makes nothing of it */\n\tLIST_ADD(lk->wait_list, me); /* puts itself at the end',
		],
		// the place itself: no xchg there any more, and another name for a procedure
		['mcs', 'if (!FAULT(mcs, torn_swap)) {', 'if (FAULT(mcs, torn_swap)) {'],
	];
	for (const [lock, from, to] of edits) copy.edit(`core-c/locks/${lock}/${lock}.c`, from, to);
	copy.edit(
		'core-c/locks/rwsem/rwsem.c',
		'PROC(rwsem17_downgrade_wake,',
		'PROC(rwsem17_wake_readers,',
	);
	copy.edit(
		'core-c/locks/rwsem/rwsem.c',
		'END(rwsem17_downgrade_wake)',
		'END(rwsem17_wake_readers)',
	);
	copy.edit('core-c/locks/rwsem/rwsem.c', 'DO(rwsem17_downgrade_wake,', 'DO(rwsem17_wake_readers,');
	const built = copy.lockstep('list');
	expect(built.code, built.text).toBe(0);
}, BUILD);

afterAll(() => copy.remove());

describe('a new lock', () => {
	const say = (...args) => copy.call(copy.path('build/native/lockstep'), args);

	test('is a folder of its own, and nothing else is touched', () => {
		expect(made.code, made.text).toBe(0);
		const after = copy.files();
		const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
		const edited = ['mcs/mcs.c', 'mutex/mutex.c', 'rwsem/rwsem.c'].map(
			(path) => `core-c/locks/${path}`,
		);
		expect(changed.filter((path) => !edited.includes(path)).sort()).toEqual(
			['README.md', 'levels.c', `${NAME}.c`, `${NAME}.h`, 'scenarios.c'].map(
				(file) => `core-c/locks/${NAME}/${file}`,
			),
		);
		expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);
	});

	test(
		'is known, without a line anywhere',
		() => {
			expect(say('list').text).toMatch(/^numbers: Numbers\n/m);
		},
		EACH,
	);

	test(
		'is searched and found right',
		() => {
			const { code, text } = say('check', NAME);
			expect(text).toMatch(/^OK: /m);
			expect(code).toBe(0);
		},
		EACH,
	);

	test(
		'has faults that are found',
		() => {
			const { code, text } = say('verify', NAME);
			expect(text).toMatch(/^5 passed, 0 failed$/m);
			expect(code).toBe(0);
		},
		EACH,
	);

	test(
		'tells its story, and real threads follow it',
		() => {
			expect(say('run', `${NAME}-in-order`).text).toMatch(/^No invariant is broken\.$/m);
			expect(say('run', `${NAME}-fault-torn-draw`).text).toMatch(/^VIOLATED: mutual exclusion$/m);
			expect(say('follow', `${NAME}-in-order`).text).toContain(
				'steps on real threads: the same values',
			);
		},
		EACH,
	);

	test(
		'runs on real threads, and with a fault fails there',
		() => {
			const right = say('stress', NAME, '--seconds', '0.3');
			expect(right.text).toContain('pass: the counter is exactly');
			expect(right.code).toBe(0);
			const wrong = say('stress', NAME, '--switch', 'no_call', '--threads', '2', '--hang', '1');
			expect(wrong.text).toMatch(/^hang: /m);
			expect(wrong.code).toBe(1);
		},
		EACH,
	);

	test('has a level that can be won in as many steps as it states', () => {
		expect(say('levels', `${NAME}-other-order`).text).toMatch(/^1 passed, 0 failed$/m);
	});

	test(
		'is recorded, and the recording conforms',
		() => {
			const trace = copy.path(`build/${NAME}.trace`);
			expect(say('record', NAME, '--rounds', '20', '--out', trace).code).toBe(0);
			expect(say('conform', trace)).toMatchObject({ code: 0 });
		},
		EACH,
	);

	test('has nothing that the front end complains of', () => {
		const { code, text } = copy.call(process.execPath, ['scripts/dialect.mjs', 'check']);
		expect(text).toContain('0 problems');
		expect(code).toBe(0);
	});

	test('leaves the other locks as they are: their steps, their addresses', () => {
		for (const name of ['tp-handoff', 'tp-early-wake-list']) {
			const original = copy.call(at(NATIVE, 'lockstep'), ['run', name]);
			expect(say('run', name)).toEqual(original);
			expect(original.text).toContain(`Open it: #/${name}?`);
		}
	});

	test(
		'is made once',
		() => {
			const again = copy.lockstep('new', NAME);
			expect(again.code).toBe(2);
			expect(again.text).toContain(`there is a lock ${NAME} already`);
		},
		EACH,
	);
});

describe('a lock that goes away', () => {
	test(
		'is gone with its folder',
		() => {
			const known = () => readFileSync(copy.path('build/generated/texts.txt'), 'utf8').split('\n');
			const build = () => copy.call('cmake', ['--build', 'build/native', '--target', 'generated']);
			expect(known()).toContain(NAME);
			renameSync(copy.path(`core-c/locks/${NAME}`), copy.path(`build/${NAME}`));
			expect(build().code).toBe(0);
			expect(known()).not.toContain(NAME);
			renameSync(copy.path(`build/${NAME}`), copy.path(`core-c/locks/${NAME}`));
			expect(build().code).toBe(0);
			expect(known()).toContain(NAME);
		},
		3 * EACH /* two builds of what is generated */,
	);
});

describe('names that are refused', () => {
	test.each([
		[undefined, /a name is missing/],
		['Ticket', /is no name for a lock/],
		['9lives', /is no name for a lock/],
		['a__b', /is no name for a lock/],
		['a-b', /is no name for a lock/],
		['../x', /is no name for a lock/],
		['a_rather_long_name_for_it', /too long: 25 letters/],
		['while', /means something in C/],
		['word', /means something in C/],
		['machine', /means something in C/],
		['scenarios', /means something in C/],
		['spin', /would make spin_lock, a name of libc or of the kernel/],
		['futex', /would make futex, a name of libc or of the kernel/],
		['ls_mine', /begins like the names of the machine/],
		['mcs', /there is a lock mcs already/],
		['osq', /there is a lock osq already/],
		['ticket', /there is a lock ticket already/],
		['mspin', /would make mspin_lock, which mcs has already/],
		['mutex13', /would make mutex13_lock, which mutex has already/],
		['rwsem17', /rwsem has a struct rwsem17 already/],
		['rwsem_handoff', /rwsem has a variant rwsem-handoff already/],
		['mcs_gap', /mcs has a scenario mcs-gap already/],
	])('%s', (name, why) => expect(wrongWithName(name, texts)).toMatch(why));

	test('and others are not', () => {
		for (const name of [NAME, 'clh', 'seqlock', 'pi_futex', 'b2'])
			expect(wrongWithName(name, texts)).toBeUndefined();
	});
});

describe('locks of a shape that no lock of the tree has', () => {
	const say = (...args) => copy.call(copy.path('build/native/lockstep'), args);

	test.each([
		['zz-clh', 4],
		['zz-two', 2],
	])('%s: scenarios and faults are as they state', (name, count) => {
		const { code, text } = say('verify', name);
		expect(text).toContain(`${count} passed, 0 failed`);
		expect(code).toBe(0);
	});

	test('a node changes hands: T1 comes again with the node that nobody had brought', () => {
		const { code, text } = say('run', 'zz-clh-hands');
		expect(code, text).toBe(0);
		expect(text).toContain('1  T1 marks its node: pool[1].locked 0 → 1.');
		expect(text).toContain('10  T1 marks its node: pool[0].locked 0 → 1.');
		expect(text).toMatch(/^No invariant is broken\.$/m);
	});

	test('of two objects of one kind, each word bears the name of its object', () => {
		const { text } = say('run', 'zz-two-queues-crossed');
		expect(text).toContain('T1 links itself behind its predecessor: T2.second.next NULL → T1.');
		expect(text).toContain('T2 links itself behind its predecessor: T1.first.next NULL → T2.');
		expect(text).toMatch(/^DEADLOCK$/m);
	});

	test(
		'real threads follow them',
		() => {
			for (const story of ['zz-clh-hands', 'zz-two-queues-crossed'])
				expect(say('follow', story).text).toContain('steps on real threads: the same values');
		},
		EACH,
	);
});

describe('an edit of a text', () => {
	test(
		'that adds comments, above each procedure and within, changes no golden file',
		() => {
			const otherwise = new Set(['mcs', 'mutex', 'rwsem']); /* edited above */
			const { scenarios, locks } = JSON.parse(copy.call(at(NATIVE, 'lockstep'), ['facts']).text);
			const stories = scenarios.filter(
				({ sandbox, lock }) => !sandbox && !otherwise.has(locks[lock].name),
			);
			expect(stories.length).toBeGreaterThan(100);
			const edited = copy.path('build/native/lockstep');
			for (const { name } of stories)
				expect(copy.call(edited, ['run', name, '--records']).text, name).toBe(
					readFileSync(at(`tests/golden/schedules/${name}.txt`), 'utf8'),
				);
		},
		2 * EACH,
	);

	test('that adds comments breaks no recording', () => {
		expect(judged.length).toBeGreaterThan(7);
		for (const [path, { code, text }] of judged)
			expect({ path, code, text }).toMatchObject({ code: 0 });
	});

	/** A story as that program tells it: whether it is whole, and where everybody stands at its end. */
	const told = (program, name) => {
		const { code, text } = copy.call(program, ['run', name]);
		return { name, code, end: text.match(/^ {6}T\d.*|^[A-Z](?!pen it).*/gm), text };
	};
	const edited = copy.path('build/native/lockstep');

	test(
		'far from the places of the stories leaves each of them whole',
		() => {
			const original = at(NATIVE, 'lockstep');
			const { scenarios, locks } = JSON.parse(copy.call(original, ['facts']).text);
			const stories = scenarios.filter(
				({ sandbox, lock }) => !sandbox && locks[lock].name === 'mutex',
			);
			expect(stories.length).toBeGreaterThan(15);
			let longer = 0;
			for (const { name } of stories) {
				const { text: _, ...wanted } = told(original, name);
				const { text, ...found } = told(edited, name);
				expect(found).toEqual(wanted);
				if (text.includes('makes nothing of it')) longer++;
			}
			expect(longer).toBeGreaterThan(10);
		},
		EACH,
	);

	test.each([
		['mcs-gap', '"2>xchg:tail": it does not get there: after 5 steps T2 is at await in mspin_lock'],
		['mcs-torn-swap', '"1@store:tail": it does not get there: after 7 steps T1 has finished'],
		[
			'rwsem-readers-group',
			'"1@rwsem17_downgrade_wake": rwsem has no procedure and no step "rwsem17_downgrade_wake"',
		],
	])('of the place of %s is told by its name', (name, why) => {
		const { code, text } = told(edited, name);
		expect(text).toContain(why);
		expect(code).toBe(1);
	});
});
