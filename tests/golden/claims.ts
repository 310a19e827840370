/**
 * What the documents say can never or must always be so, where no invariant of the text says it: each as an assertion at
 * the place that it speaks of, in a copy of the text, with the searches that hold it.
 */
export interface Claim {
	/** the file, and the words in it */
	doc: string;
	says: string;
	/** the lock, and the change that puts the assertion into its text: `CLAIM` stands for the assertion */
	lock: string;
	put: readonly (readonly [was: string, is: string])[];
	/** what is claimed; and in which case, where it is of some case only: that case has to come up */
	claim: string;
	when?: string;
	/** set-ups as `lockstep check` takes them; the first has to reach the place, in that case */
	checks: string[];
	/** a wrong claim: the search contradicts it. Kept beside the right one that has taken its place */
	wrong?: true;
	/** a set-up with a fault in which the claim is wrong, where there is one */
	fails?: string;
}

const HEAD_OR =
	'\t\t\tif (HAS(rwsem, handoff) && my->first && !(my->count & RWSEM_FLAG_HANDOFF) && THRESHOLD_PASSED(me))';
const UNDO = 'ADD(lk->count, -my->adjustment, relaxed);';
const UNDONE = '\t\t\tOTHERWISE(my->adjustment != RWSEM_READER_BIAS);';
const WALK_END =
	'if (my->adjustment && !FAULT(rwsem_merged, single_pass))\n\t\tADD(lk->count, my->adjustment, relaxed);';

const SECOND_PASS = '\t/* second pass: all are counted';

export const CLAIMS: readonly Claim[] = [
	{
		doc: 'core-c/locks/mutex_owner/README.md',
		says: 'While HANDOFF is set nobody but the owner changes the word without that lock.',
		lock: 'mutex_owner',
		put: [
			[
				'if (my->seen == my->owner) {\n\t\t\tTAKES_WRITE();',
				'if (my->seen == my->owner) {\n\t\t\tCLAIM\n\t\t\tTAKES_WRITE();',
			],
		],
		claim: '!(my->owner & MUTEX_FLAG_HANDOFF)',
		when: 'my->owner & MUTEX_FLAG_WAITERS',
		checks: [
			'mutex-6.12 --threads LI --rounds 2 --budget p2,s2',
			'mutex-6.12 --threads NL --rounds 1 --budget p1,w1',
		],
		fails: 'mutex-6.12 --threads NL --rounds 1 --budget p1,w1 --switch one_bit',
	},
	{
		doc: 'docs/findings.md',
		says: 'Until December 2026 this page said that the retry is never taken',
		lock: 'mutex_owner',
		put: [
			[
				'\t\tif (my->seen == my->owner || FAULT(mutex_owner, no_retry))',
				'\t\tCLAIM\n\t\tif (my->seen == my->owner || FAULT(mutex_owner, no_retry))',
			],
		],
		claim: 'my->seen == my->owner',
		checks: ['mutex-6.12 --threads LI --rounds 2 --budget p2,s2'],
		wrong: true,
	},
	{
		doc: 'core-c/locks/rwsem/README.md',
		says: 'a thread that may be preempted is preempted at once, so the flag is never set there',
		lock: 'rwsem',
		put: [
			[
				'PROC(rwsem17_can_spin_on_owner, struct rwsem17, u32 owner;)',
				'PROC(rwsem17_can_spin_on_owner, struct rwsem17, u32 owner;)\n\tCLAIM',
			],
		],
		claim: '!NEED_RESCHED()',
		checks: [
			'rwsem --threads WW --rounds 2 --budget p2',
			'rwsem-handoff --threads WWR --rounds 1 --budget p1,x1',
		],
	},
	{
		doc: 'docs/findings.md',
		says: 'only the head writer ORs',
		lock: 'rwsem',
		put: [
			[
				HEAD_OR,
				`\t\t\tif (my->first)\n\t\t\t\tLIST_FIRST(my->seen, lk->wait_list); /* checks that it still waits first */\n\t\t\tCLAIM\n${HEAD_OR}`,
			],
		],
		claim: 'my->seen == me',
		when: 'my->first',
		checks: [
			'rwsem-handoff --threads WK --rounds 2 --budget p1,x1,k1',
			'rwsem-handoff --threads WWK --rounds 1 --budget x1,k1',
		],
	},
	{
		doc: 'docs/findings.md',
		says: 'The undo of the early grant adds HANDOFF by arithmetic: never twice',
		lock: 'rwsem',
		put: [
			[UNDO, 'FETCH_ADD(my->seen, lk->count, -my->adjustment, relaxed);'],
			[UNDONE, `${UNDONE}\n\t\t\tCLAIM`],
		],
		claim: '!(my->seen & RWSEM_FLAG_HANDOFF)',
		when: 'my->adjustment != RWSEM_READER_BIAS',
		checks: [
			'rwsem-handoff --threads WWR --rounds 1 --budget p1,x1 --switch mend_no_shortcut',
			'rwsem-handoff --threads WRK --rounds 1 --budget p1,x1,k1 --switch mend_no_shortcut',
		],
	},
	{
		doc: 'docs/findings.md',
		says: 'so no addition at the end of `mark_wake` can meet a bit that is not the readers',
		lock: 'rwsem_merged',
		put: [
			[WALK_END, WALK_END.replace('ADD(lk->count, ', 'FETCH_ADD(my->next, lk->count, ')],
			[SECOND_PASS, `\tCLAIM\n${SECOND_PASS}`],
		],
		claim:
			'!(my->next & RWSEM19_FLAG_HANDOFF) == !((my->adjustment + (my->adjustment & RWSEM19_FLAG_WAITERS)) & RWSEM19_FLAG_HANDOFF)',
		when: 'my->adjustment && my->next & RWSEM19_FLAG_HANDOFF',
		checks: [
			'rwsem-6.12 --threads WWR --rounds 1 --budget p1,x1',
			'rwsem-6.12 --threads WRK --rounds 1 --budget x1,k1',
			'rwsem-5.3 --threads WWR --rounds 1 --budget x1 --switch mend_no_reader_spin',
		],
	},
	{
		doc: 'docs/findings.md',
		says: 'With a second death that owner may be dead as well.',
		lock: 'tp_futex',
		put: [['\t\t/* T3: PF_EXITING', '\t\tCLAIM\n\t\t/* T3: PF_EXITING']],
		claim: '!TASK_EXITING(my->owner)',
		when: 'my->uval & TP_OWNER_DIED',
		checks: [
			'tp-futex-simple --threads RRR --rounds 1 --budget k2 --switch mend_no_state --switch mend_link_new_owner --switch mend_steal_of_dead',
		],
		wrong: true,
	},
	{
		doc: 'core-c/locks/tp_rwlock/README.md',
		says: 'one that was hung for a writer may still hang there when readers have the lock',
		lock: 'tp_rwlock',
		put: [
			[
				"\tSPIN_UNLOCK(lk->node[my->task].pi_lock); /* unlocks the writer's list */",
				"\tif (my->add)\n\t\tLOAD(my->add, lk->futex, relaxed); /* looks at the word */\n\tCLAIM\n\tSPIN_UNLOCK(lk->node[my->task].pi_lock); /* unlocks the writer's list */",
			],
		],
		claim: '!(my->add & TPR_SHARED)',
		checks: ['tp-rwlock --threads WRW --rounds 1 --budget p1'],
		wrong: true,
	},
	{
		doc: 'docs/findings.md',
		says: 'a failed compare-and-swap never loses a wake-up',
		lock: 'rwsem',
		put: [
			[
				'\tif (my->old != my->count) {\n\t\tif (FAULT(rwsem, mend_try_asks)',
				'\tCLAIM\n\tif (my->old != my->count) {\n\t\tif (FAULT(rwsem, mend_try_asks)',
			],
		],
		claim: 'true',
		when: 'my->old != my->count',
		checks: [
			'rwsem --threads WWW --rounds 1 --budget p1 --switch mend_grant_first',
			'rwsem --threads WWR --rounds 1 --budget p2 --switch mend_grant_first',
			'rwsem-handoff --threads WWR --rounds 1 --budget p1,x1 --switch mend_no_shortcut --switch mend_grant_first',
		],
	},
	{
		doc: 'docs/findings.md',
		says: 'Shortcut k1 before patch 07: sound under sequential consistency.',
		lock: 'rwsem',
		put: [
			[
				'\t\tif (!my->seen)\n\t\t\tRETURN(0);\n\t\tgoto locked;',
				'\t\tCLAIM\n\t\tif (!my->seen)\n\t\t\tRETURN(0);\n\t\tgoto locked;',
			],
		],
		claim: 'true',
		when: '!my->seen',
		checks: [
			'rwsem --threads WWW --rounds 1 --budget p1',
			'rwsem --threads WWR --rounds 1 --budget p2',
			'rwsem --threads WW --rounds 3 --budget p2',
		],
	},
	{
		doc: 'docs/findings.md',
		says: '5.8, the abort of a queued *reader* at the head wakes nobody: no wake-up is lost',
		lock: 'rwsem',
		put: [
			[
				'\tOUT_OF_SCOPE(lk->waiter[me].type);\n\tRETURN(0);\n\nout_nolock:',
				'\tOUT_OF_SCOPE(lk->waiter[me].type);\n\tRETURN(0);\n\nout_nolock:\n\tLIST_FIRST(my->seen, lk->wait_list); /* checks whether it waits first */\n\tCLAIM',
			],
		],
		claim: 'true',
		when: 'my->seen == me',
		checks: [
			'rwsem --threads WQQ --rounds 1 --budget k1',
			'rwsem --threads WQR --rounds 1 --budget p1,k1',
			'rwsem-handoff --threads WKQ --rounds 1 --budget x1,k2 --switch mend_no_shortcut',
		],
	},
	{
		doc: 'core-c/locks/osq/README.md',
		says: 'A leaver that does not read `prev` again breaks no promise',
		lock: 'osq',
		put: [
			[
				'\t\tLOAD(my->prev, lk->node[me].prev, relaxed);',
				'\t\tCLAIM\n\t\tLOAD(my->next, lk->node[me].prev, relaxed);',
			],
		],
		claim: 'true',
		when: 'my->prev',
		checks: ['osq --threads LLL --rounds 1 --budget p2', 'osq --threads LL --rounds 2 --budget p2'],
	},
	{
		doc: 'core-c/locks/wait_wake/README.md',
		says: 'A thread that has been in the slow path always holds with 2',
		lock: 'wait_wake',
		put: [
			[
				'\t\t\tif (my->val == 0) {\n\t\t\t\tif (MY_ROLE() <= WW_TIMED)\n\t\t\t\t\tTAKES_WRITE();',
				'\t\t\tif (my->val == 0) {\n\t\t\t\tLOAD(my->val, AT(my->futex), relaxed); /* reads the word again, as the owner */\n\t\t\t\tCLAIM\n\t\t\t\tif (MY_ROLE() <= WW_TIMED)\n\t\t\t\t\tTAKES_WRITE();',
			],
		],
		claim: 'my->val == 2',
		checks: [
			'wait-wake --threads LLL --rounds 1',
			'wait-wake --threads LLL --rounds 1 --budget p1',
		],
		fails: 'wait-wake --threads LLL --rounds 1 --switch relock_as_1',
	},
];
