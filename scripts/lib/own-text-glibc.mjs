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

const RWLOCK = {
	unit: 'rwlock',
	parts: ['futex'],
	files: [
		...['pthread_rwlock_common.c', 'pthread_rwlock_unlock.c'].map((name) => `nptl/${name}`),
		...FUTEX,
	],
	text: 'glibc_rwlock',
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
	{
		...RWLOCK,
		name: 'pthread-rwlock',
		faults: ['one_look', 'no_phase', 'wake_one', 'unmarked', 'uncount_blindly'],
		broken: [
			['LOAD(my->wpf, lk->wrphase_futex, full)', 'LOAD(my->wpf, lk->wrphase_futex, relaxed)'],
			[
				'XCHG(my->seen, lk->wrphase_futex, 1, full)',
				'XCHG(my->seen, lk->wrphase_futex, 1, relaxed)',
			],
			['my->ready = !(my->r & GR_WRPHASE)', 'my->ready = 1'],
			['(my->shared ? GR_FUTEX_USED : 0)', 'GR_FUTEX_USED'],
			['GR_FUTEX_USED, .timed = MY_ROLE() == GR_TIMED_WRITES', 'GR_FUTEX_USED, .timed = 0'],
		],
	},
	{
		...RWLOCK,
		name: 'pthread-rwlock-writer',
		defines: ['OWN_TEXT_WRITER'],
		soon: 10_000, // the last writer that is registered must give up while the lock is handed over
		faults: ['token_left', 'token_lost'],
		broken: [
			['GR_WRHANDOVER - 1, acquire)', 'GR_WRHANDOVER - 1, relaxed)'],
			['? 0 : my->w - 1, acquire', '? 0 : my->w - 1, relaxed'],
			['ADD(lk->writers, -1, relaxed)', 'ADD(lk->writers, -1, release)'],
		],
	},
	{
		...RWLOCK,
		name: 'pthread-rwlock-nonrecursive',
		defines: ['OWN_TEXT_NONRECURSIVE'],
		faults: ['held_for_good'],
		broken: [
			['my->r | GR_RWAITING, relaxed', 'my->r | GR_RWAITING, acquire'],
			['my->rnew &= ~GR_RWAITING', 'my->rnew &= ~0u'],
			['my->r & GR_WRLOCKED && my->r >> GR_READER_SHIFT) {', 'my->r & GR_WRLOCKED) {'],
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
