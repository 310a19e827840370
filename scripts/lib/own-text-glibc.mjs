/** glibc's own lock texts that ours are held against. */
const FUTEX = [
	'nptl/futex-internal.c',
	'sysdeps/nptl/futex-internal.h',
	'sysdeps/nptl/lowlevellock-futex.h',
];
const MUTEX = {
	unit: 'mutex',
	parts: ['futex'],
	files: [
		...['lowlevellock.c', 'pthread_mutex_lock.c', 'pthread_mutex_unlock.c'].map(
			(name) => `nptl/${name}`,
		),
		'sysdeps/nptl/lowlevellock.h',
		...FUTEX,
		'sysdeps/x86_64/nptl/pthread_mutex_backoff.h',
	],
	text: 'glibc_mutex',
	numbers: [
		[
			'GM_FIRST = 3, GM_MOST = 5, GM_LEARNS = 2, GM_BACKOFF = 2',
			'GM_FIRST = 10, GM_MOST = 100, GM_LEARNS = 8, GM_BACKOFF = 16',
			'h',
		],
	],
};

const TEXTS = [
	{
		...MUTEX,
		name: 'pthread-normal-2.36',
		faults: ['sleep_as_1', 'relock_as_1', 'no_wake'],
		broken: [
			['LOAD(my->found, lk->lock, relaxed)', 'LOAD(my->found, lk->lock, acquire)'],
			['if (my->found == 2)', 'if (my->found == 1)'],
			['ADDRESS(lk->lock), .val = 2)', 'ADDRESS(lk->lock), .val = 1)'],
			['XCHG(my->old, lk->lock, 0, release)', 'XCHG(my->old, lk->lock, 0, full)'],
			['if (my->old != 2)', 'if (my->old == 0)'],
		],
	},
	{
		...MUTEX,
		name: 'pthread-adaptive-2.36',
		defines: ['OWN_TEXT_ADAPTIVE'],
		soon: 20_000, // to back off to the end a thread must spin long
		faults: ['sleep_as_1', 'relock_as_1', 'no_wake', 'torn_try'],
		broken: [
			['my->backoff *= 2', 'my->backoff += 1'],
			['me & (my->backoff - 1)', '0 & (my->backoff - 1)'],
			['if (my->backoff < GM_BACKOFF)', 'if (my->backoff < GM_BACKOFF / 2)'],
			['my->cnt >= my->max) {\n\t\t\t\tDO', 'my->cnt > my->max) {\n\t\t\t\tDO'],
			['if (my->old)\n\t\t\tRETURN', 'if (my->old == 1)\n\t\t\tRETURN'],
			['(u32)((s32)(my->cnt - my->spins) / GM_LEARNS)', '(my->cnt - my->spins) / GM_LEARNS'],
		],
	},
];

export const GLIBC = {
	folder: 'core-c/glibc/own-text',
	shim: 'glibc/own-text/glibc.h',
	roots: ['nptl', 'sysdeps/nptl', 'sysdeps/x86_64/nptl'],
	/* all but those of the C library that this is compiled with */
	stubbed:
		/^#\s*include [<"](?!(?:assert|errno|pthread|stdbool|stdio|stdlib|time|unistd|sys\/param|sys\/time)\.h)([^>"]+)[>"]/gm,
	flags: ['-D_GNU_SOURCE'],
	texts: TEXTS,
};
