/**
 * The kernel's own lock texts, as its source has them, beside ours, access by access (core-c/kernel/own-text). Which there
 * are, how they are compiled, and what must come of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, writeIfChanged } from './files.mjs';
import { textNames } from './texts.mjs';

const FOLDER = 'core-c/kernel/own-text';
const STEPS = 3_000_000;
const SOON = 3000; // steps within which a fault must show
export const compiler = process.env.CC ?? 'gcc';

const LOCKING = 'kernel/locking';
const QSPINLOCK = [
	...[
		'qspinlock.c',
		'qspinlock_stat.h',
		'mcs_spinlock.h',
		'lock_events.h',
		'lock_events_list.h',
	].map((name) => `${LOCKING}/${name}`),
	'include/asm-generic/qspinlock.h',
	'include/asm-generic/qspinlock_types.h',
];

/**
 * unit: the file here; parts: others that it needs. source: the text that is compared. files: what is taken of the tree; all else that these include
 * is the shim. faults: switches of our text, and broken: one line of it changed, that must each differ within `soon` steps.
 */
export const OWN_TEXTS = [
	{
		name: 'mcs',
		unit: 'mcs',
		files: [`${LOCKING}/mcs_spinlock.h`],
		text: 'mcs',
		faults: ['torn_swap', 'no_wait_for_link', 'late_init'],
		broken: [['lk->node[my->prev].next, me, release', 'lk->node[me].next, my->prev, release']],
	},
	{
		name: 'osq',
		unit: 'osq',
		files: [`${LOCKING}/osq_lock.c`, 'include/linux/osq_lock.h'],
		text: 'osq',
		faults: ['keeps_next', 'deaf_leaver', 'no_wait_for_link', 'calls_the_last'],
		broken: [
			['VAL != 0 || NEED_RESCHED()', 'VAL != 0'],
			['CAS(my->seen, lk->tail, me, my->prev, acquire)', 'CAS(my->seen, lk->tail, me, 0, acquire)'],
			[
				'CAS(my->seen, lk->node[my->prev].next, me, 0, full)',
				'XCHG(my->seen, lk->node[my->prev].next, 0, full)',
			],
			[
				'XCHG(my->next, lk->node[me].next, 0, full); /* unhooks its successor */',
				'LOAD(my->next, lk->node[me].next, relaxed); /* looks only */',
			],
			[
				'STORE(lk->node[my->next].prev, my->prev, relaxed)',
				'STORE(lk->node[my->next].prev, me, relaxed)',
			],
			['LOAD(my->prev, lk->node[me].prev, relaxed)', 'LOAD(my->seen, lk->node[me].prev, relaxed)'],
		],
	},
	{
		name: 'mutex',
		unit: 'mutex',
		parts: ['tasks'],
		files: ['mutex.c', 'mutex.h', 'ww_mutex.h', 'osq_lock.c'].map((name) => `${LOCKING}/${name}`),
		text: 'mutex_owner',
		faults: [
			'torn_try',
			'plain_unlock',
			'waiters_stay',
			'blind_sleep',
			'late_state',
			'no_handoff',
			'one_bit',
		],
		broken: [
			['my->owner & MUTEX_FLAGS, release)', '0, release)'],
			['if (!my->now || NEED_RESCHED())', 'if (!my->now)'],
			['if (my->first) {', 'if (0) {'],
			['if (FAULT(mutex_owner, late_state))\n\t\t\tSET', 'if (1)\n\t\t\tSET'],
		],
	},
	{
		name: 'rwsem',
		unit: 'rwsem',
		parts: ['tasks'],
		files: ['rwsem.c', 'lock_events.h', 'osq_lock.c'].map((name) => `${LOCKING}/${name}`),
		text: 'rwsem_merged',
		soon: 100_000, // a first waiter must be killed before others, or a handoff be asked for in the face of a spinner
		faults: ['steal_from_writer', 'single_pass', 'silent_abort', 'steal_despite_handoff'],
		broken: [
			['my->seen == 1 ? RWSEM19_FLAG_WAITERS : 0', '0'],
			['THRESHOLD_PASSED(me) :', '1 :'],
			['if (THRESHOLD_PASSED(my->head)) {', 'if (0) {'],
			['RWSEM19_READER_MASK ? RWSEM19_WAKE_READERS', 'RWSEM19_READER_MASK ? RWSEM19_WAKE_ANY'],
			['my->count >> RWSEM19_READER_SHIFT > 1', 'my->count >> RWSEM19_READER_SHIFT > 0'],
			['if (my->seen == RWSEM19_OWNER_NULL)', 'if (0)'],
			['my->first = my->seen == me &&', 'my->first = 1 &&'],
			['waiter[my->first].handoff_set, 1, relaxed)', 'waiter[me].handoff_set, 1, relaxed)'],
			['my->type != RWSEM19_WAKE_READ_OWNED', '1'],
			['if (NEED_RESCHED())\n\t\t\t\tRETURN(RWSEM19_OWNER_NONSPINNABLE);\n\t\t\tON_CPU', 'ON_CPU'],
		],
	},
	{
		name: 'qspinlock',
		unit: 'qspinlock',
		files: QSPINLOCK,
		text: 'qspinlock',
		faults: ['only_locked', 'no_undo', 'whole_word', 'blind_claim', 'ignores_tail'],
		broken: [
			['#define QSPINLOCK_PENDING_LOOPS 1', '#define QSPINLOCK_PENDING_LOOPS 2', 'h'],
			[
				'STORE_HALF(lk->val, 0, QSPINLOCK_LOCKED, relaxed)',
				'STORE_BYTE(lk->val, 0, QSPINLOCK_LOCKED, relaxed)',
			],
		],
	},
	{
		name: 'qspinlock of x86',
		unit: 'qspinlock',
		files: [...QSPINLOCK, 'arch/x86/include/asm/qspinlock.h'],
		defines: ['OWN_TEXT_X86'],
		text: 'qspinlock',
		faults: ['only_locked', 'no_undo'],
		broken: [['(my->seen & ~QSPINLOCK_PENDING)', 'my->seen']],
	},
];

export const FILES = [...new Set(OWN_TEXTS.flatMap(({ files }) => files))];

function must(args, what) {
	const r = spawnSync(compiler, args, { encoding: 'utf8' });
	if (r.error) throw r.error;
	if (r.status !== 0) throw new Error(`${what} does not compile:\n${r.stderr}`);
}

/** Where <name> lies in a tree. */
const INCLUDED = ['include', 'arch/x86/include'];

/** For each header that the texts include and that is none of their own: one that is the shim. */
function stubs(one, tree, folder) {
	const own = new Set(one.files);
	for (const file of one.files)
		for (const [, name] of readFileSync(join(tree, file), 'utf8').matchAll(
			/^#\s*include <([^>]+)>/gm,
		)) {
			if (INCLUDED.some((root) => own.has(`${root}/${name}`))) continue;
			const path = join(folder, name);
			mkdirSync(dirname(path), { recursive: true });
			writeIfChanged(path, '#include "kernel/own-text/shim.h"\n');
		}
}

const OURS = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-fno-strict-aliasing'];

/** The parts that all programs share, compiled once into `folder`. */
function shared(folder) {
	const sources = [
		...['side', 'shim'].map((name) => at(FOLDER, `${name}.c`)),
		...['backend/step/access', 'environment', 'machine', 'registry'].map((name) =>
			at(`core-c/${name}.c`),
		),
		...['texts', 'facts'].map((name) => at(`build/generated/${name}.c`)),
	];
	return sources.map((source) => object(folder, source));
}

const include = (...folders) => folders.map((path) => `-I${path}`);

function object(folder, source, first = [], name = source) {
	const out = join(folder, `${name.replace(/^.*\/core-c\//, '').replaceAll('/', '_')}.o`);
	must(
		[...OURS, ...first, ...include(at('core-c'), at('build/generated')), '-c', source, '-o', out],
		source,
	);
	return out;
}

/** The kernel's text: with a call before each plain access, and not one line changed. */
function theirs(one, tree, folder) {
	const headers = join(folder, 'headers', one.name);
	mkdirSync(headers, { recursive: true });
	stubs(one, tree, headers);
	const out = join(folder, `${one.name}.o`);
	const found = INCLUDED.map((root) => join(tree, root));
	must(
		[
			...[
				'-std=gnu11',
				'-O1',
				'-Wall',
				'-Werror',
				'-Wno-unused',
				'-fno-strict-aliasing',
				'-fsanitize=thread',
			],
			...(one.defines ?? []).map((name) => `-D${name}`),
			...include(at('core-c'), at(FOLDER), headers, tree),
			...(one.files.some((file) => INCLUDED.some((root) => file.startsWith(`${root}/`)))
				? include(...found)
				: []),
			...['-c', at(FOLDER, `${one.unit}.c`), '-o', out],
		],
		one.name,
	);
	return out;
}

/** Our text with one piece changed: its object file. */
function brokenText(one, [from, to, which = 'c'], folder, nth) {
	const changed = join(folder, `broken-${one.text}-${nth}`);
	mkdirSync(join(changed, 'locks', one.text), { recursive: true });
	for (const end of ['c', 'h']) {
		const text = readFileSync(at(`core-c/locks/${one.text}/${one.text}.${end}`), 'utf8');
		const now = end === which ? text.replace(from, () => to) : text;
		if (end === which && now === text) throw new Error(`${one.text}.${end} has no ${from}`);
		writeFileSync(join(changed, 'locks', one.text, `${one.text}.${end}`), now);
	}
	const source = join(changed, 'locks', one.text, `${one.text}.c`);
	return object(folder, source, include(changed), `broken-${one.text}-${nth}`);
}

function link(folder, name, objects) {
	const program = join(folder, name);
	must(['-o', program, ...objects], name);
	return program;
}

function ask(program, ...args) {
	const r = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
	const said = r.error ? r.error.message : r.stdout.trim() || `${r.signal ?? r.status} ${r.stderr}`;
	return { right: r.status === 0, said };
}

/**
 * All comparisons with the texts of a tree; `folder` is for what is compiled. Each is { title, right, said }: right when a
 * text of ours shows no difference, and one with a fault does.
 */
export function* compared(tree, folder, only = '') {
	const common = shared(folder);
	const texts = new Map(
		textNames().map((name) => [name, object(folder, at(`core-c/locks/${name}/${name}.c`))]),
	);
	for (const one of OWN_TEXTS.filter(({ name }) => name.startsWith(only))) {
		const soon = one.soon ?? SOON;
		const parts = (one.parts ?? []).map((name) =>
			object(folder, at(FOLDER, `${name}.c`), include(at(FOLDER))),
		);
		const fixed = [...common, theirs(one, tree, folder), ...parts];
		const program = link(folder, one.name, [...fixed, ...texts.values()]);
		yield { title: one.name, ...ask(program, String(STEPS)) };
		for (const fault of one.faults)
			yield { title: `${one.name} with ${fault}`, ...ask(program, String(soon), fault) };
		for (const [nth, change] of one.broken.entries()) {
			const changed = new Map(texts).set(one.text, brokenText(one, change, folder, nth));
			const broken = link(folder, `${one.name} ${nth}`, [...fixed, ...changed.values()]);
			yield { title: `${one.name} with “${change[1]}”`, ...ask(broken, String(soon), 'broken') };
		}
	}
}
