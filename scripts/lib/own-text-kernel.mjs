/** The kernel's own lock texts that ours are held against. */
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

const TEXTS = [
	{
		name: 'mcs',
		unit: 'mcs',
		files: [`${LOCKING}/mcs_spinlock.h`],
		text: 'mcs',
		faults: ['torn_swap', 'no_wait_for_link', 'late_init'],
		broken: [['lk->node[my->prev].next, me, relaxed', 'lk->node[me].next, my->prev, relaxed']],
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
			['next, me, wmb)', 'next, me, release)'],
			['lk->node[me].locked, acquire)', 'lk->node[me].locked, relaxed)'],
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
			['my->owner & MUTEX_FLAGS, release)', 'my->owner & MUTEX_FLAGS, full)'],
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
			[
				'ADD_RETURN(my->count, lk->count, RWSEM19_READER_BIAS, acquire)',
				'ADD_RETURN(my->count, lk->count, RWSEM19_READER_BIAS, relaxed)',
			],
			['lk->waiter[me].task, acquire)', 'lk->waiter[me].task, relaxed)'],
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
			['QSPINLOCK_TAIL(me) >> 16, wmb)', 'QSPINLOCK_TAIL(me) >> 16, release)'],
			['QSPINLOCK_TAIL(me) >> 16, wmb)', 'QSPINLOCK_TAIL(me) >> 16, relaxed)'],
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

export const KERNEL = {
	folder: 'core-c/kernel/own-text',
	shim: 'kernel/own-text/shim.h',
	roots: ['include', 'arch/x86/include'],
	stubbed: /^#\s*include <([^>]+)>/gm,
	flags: [],
	texts: TEXTS,
};
