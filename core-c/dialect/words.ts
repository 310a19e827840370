/** The vocabulary: what each word is and which arguments it takes. core-c/backend/step.h defines it. */

/**
 * step: parks the thread, one shared access. call: parks it in the callee. free: a statement of no
 * access. value: stands in an expression. line: stands at top level.
 */
type WordRole = 'step' | 'call' | 'free' | 'value' | 'line';

/** What an argument must be. */
export type Param =
	| 'dst'
	| 'word'
	| 'list'
	| 'value'
	| 'cond'
	| 'state'
	| 'order'
	| 'proc'
	| 'object'
	| 'sets'
	| 'lock'
	| 'feature'
	| 'switch';

export interface Word {
	role: WordRole;
	params: readonly Param[];
	orders?: readonly string[];
}

export const ORDERS = ['relaxed', 'acquire', 'release', 'acq_rel', 'full'] as const;
const LOADS = ['relaxed', 'acquire', 'full'];
const STORES = ['relaxed', 'release', 'full', 'wmb'];
/** The fence for stores alone stands before a store or an exchange, as in the kernel. */
const EXCHANGES = [...ORDERS, 'wmb'];

const word =
	(role: WordRole) =>
	(params = '', orders?: readonly string[]): Word => ({
		role,
		params: params === '' ? [] : (params.split(' ') as Param[]),
		...(orders ? { orders } : {}),
	});
const step = word('step');
const call = word('call');
const free = word('free');
const value = word('value');

export const WORDS: Readonly<Record<string, Word>> = {
	LOAD: step('dst word order', LOADS),
	STORE: step('word value order', STORES),
	XCHG: step('dst word value order', EXCHANGES),
	STORE_BYTE: step('word value value order', STORES),
	STORE_HALF: step('word value value order', STORES),
	XCHG_BYTE: step('dst word value value order', EXCHANGES),
	XCHG_HALF: step('dst word value value order', EXCHANGES),
	CAS: step('dst word value value order', ORDERS),
	FETCH_ADD: step('dst word value order', ORDERS),
	ADD_RETURN: step('dst word value order', ORDERS),
	ADD: step('word value order', ORDERS),
	FETCH_OR: step('dst word value order', ORDERS),
	FETCH_ANDNOT: step('dst word value order', ORDERS),
	AWAIT: step('dst word cond order', LOADS),
	WAIT_UNTIL: step('word cond order', LOADS),
	SPIN_LOCK: step('word'),
	SPIN_TRYLOCK: step('dst word'),
	SPIN_UNLOCK: step('word'),
	LIST_ADD: step('list value'),
	LIST_DEL: step('list value'),
	LIST_FIRST: step('dst list'),
	LIST_COUNT: step('dst list'),
	LIST_NEXT: step('dst list value'),
	LIST_HAS: step('dst list value'),
	ON_CPU: step('dst value'),
	SET_STATE: step('state'),
	STORE_STATE: step('state'),
	SCHEDULE: step(),
	WAKE: step('dst value'),
	QUEUE_LOCK: step('dst word list'),
	QUEUE_UNLOCK: step('word list'),
	CRITICAL: step(),

	CALL: call('dst proc object sets'),
	DO: call('proc object sets'),
	SYSCALL: call('dst proc object sets'),

	RETURN: free('value'),
	CPU_RELAX: free(),
	PREEMPT_DISABLE: free(),
	PREEMPT_ENABLE: free(),
	PREEMPT_ENABLE_NO_RESCHED: free(),
	CLEAR_SIGNAL: free(),
	THRESHOLD_START: free(),
	THRESHOLD_STOP: free(),
	TIMEOUT_START: free(),
	TIMEOUT_STOP: free(),
	ASSERT: free('value'),
	OTHERWISE: free('value'),
	ALIVE: free('word'),
	OUT_OF_SCOPE: free('word'),
	TAKES_WRITE: free(),
	TAKES_READ: free(),
	GIVES: free(),
	HOLD_WRITE: free(),
	HOLD_READ: free(),
	UNHOLD: free(),
	DOWNGRADE: free(),

	ADDRESS: value('word'),
	AT: value('value'),
	NEED_RESCHED: value(),
	SIGNAL_PENDING: value('state'),
	FATAL_SIGNAL: value(),
	THRESHOLD_PASSED: value('value'),
	TIMEOUT_PASSED: value(),
	TASK_EXITING: value('value'),
	MY_ROLE: value(),
	HAS: value('lock feature'),
	FAULT: value('lock switch'),
};

export const LINES = [
	'LOCK',
	'C_NAMES',
	'USES',
	'VARIANT',
	'SWITCH',
	'WORD',
	'ROLE',
	'QUEUE',
	'INVARIANT',
	'INIT',
	'MODE',
] as const;

/** Words of invariants: free looks at the whole machine. */
export const INVARIANT_WORDS = [
	'WRITERS',
	'READERS',
	'FINISHED',
	'EACH',
	'ANY',
	'COUNT',
	'INSIDE',
	'FEATURE',
	'FAULTY',
	'STATE',
	'STATUS',
	'HOLDS',
	'FIRST_OF',
	'IN_LIST',
] as const;

export const STATES = ['RUNNING', 'INTERRUPTIBLE', 'UNINTERRUPTIBLE', 'KILLABLE'] as const;

/** As in core-c/machine.h, which a test compares: the texts are read for the build that the page has. */
const MAX_THREADS = 16;
/** Of a set of threads, a bit each and one for nobody. */
const SET_BYTES = MAX_THREADS < 32 ? 4 : MAX_THREADS < 64 ? 8 : 16;

/** Bytes of the types that a local may have. */
const LOCAL_TYPES: Readonly<Record<string, number>> = {
	u8: 1,
	s8: 1,
	bool: 1,
	u16: 2,
	s16: 2,
	u32: 4,
	s32: 4,
	tasks: SET_BYTES,
	u64: 8,
	s64: 8,
};

/** Bytes of what shared memory is made of, and how they are aligned. */
const SHARED_TYPES: Readonly<Record<string, { size: number; align: number }>> = {
	word: { size: 4, align: 4 },
	list: { size: MAX_THREADS, align: 1 },
};

/** What stands where C has its keywords. */
export const KEYWORDS = ['PROC', 'END', ...Object.keys(LOCAL_TYPES), ...Object.keys(SHARED_TYPES)];

/** Constants that the machine gives to every text. */
export const MACHINE_CONSTANTS: Readonly<Record<string, number>> = {
	LS_MAX_THREADS: MAX_THREADS,
	NODES: MAX_THREADS + 1,
	RUNNING: 0,
	INTERRUPTIBLE: 1,
	UNINTERRUPTIBLE: 2,
	KILLABLE: 3,
};

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
	Object.hasOwn(table, name) ? table[name] : undefined;

export const wordOf = (name: string): Word | undefined => own(WORDS, name);
export const isStep = (name: string): boolean => wordOf(name)?.role === 'step';
export const isCall = (name: string): boolean => wordOf(name)?.role === 'call';
export const isLine = (name: string): boolean => (LINES as readonly string[]).includes(name);
export const localSize = (type: string): number | undefined => own(LOCAL_TYPES, type);
export const sharedType = (type: string) => own(SHARED_TYPES, type);
export const machineConstant = (name: string): number | undefined => own(MACHINE_CONSTANTS, name);
