/** What is run in the virtual machine. limit: seconds; check: what is wrong with the output, if anything. */
import { fuzzPlan } from './fuzz.mjs';
import { ofEach } from './locks.mjs';
import { tooLittle } from './outcome.mjs';
import { LOG_OF_FAULTS, recordingPlan, TRACE } from './recordings.mjs';
import { STOCKS, stockCommand, stockSteps } from './stock.mjs';

/** The JSON of `lockstep stress`: the counts must be exact, and there must be enough of them. */
const stressed =
	(atLeast, atLeastSignalled = 0) =>
	(lines) => {
		const json = lines.find((line) => line.startsWith('{'));
		if (!json) return `no result: ${lines.slice(-3).join(' / ')}`;
		const result = JSON.parse(json);
		if (result.verdict !== 'pass') return `${result.verdict}: ${result.why}`;
		if (result.counter !== result.expected) return `${result.counter} is not ${result.expected}`;
		if (result.acquired < atLeast) return tooLittle(`only ${result.acquired} acquisitions`);
		if (atLeastSignalled && !(result.signalled >= atLeastSignalled))
			return tooLittle(`only ${result.signalled} waits ended with a signal`);
		return undefined;
	};

function stress(name, options, { seconds = 2, atLeast = 1000, hang = 15 } = {}) {
	const command = `/lockstep stress ${name} --seconds ${seconds} --hang ${hang} --json ${options}`;
	return {
		title: `stress ${name} ${options}`,
		limit: seconds + 60,
		command,
		check: stressed(atLeast),
	};
}

/** A hang is final, so a busy machine must not look like one. */
const HANG_MS = 20_000;

/** The same judgement of a run inside the kernel: load, read the outcome, unload. */
function inKernel(name, threads, options = '', wanted = {}) {
	const { ms = 1000, atLeast = 100, signalled = 0 } = wanted;
	const title = `module ${name} ${threads} ${options}`.trim();
	const values = `lock=${name} threads=${threads} ms=${ms} hang_ms=${HANG_MS} ${options}`;
	return [
		{ title, limit: ms / 1000 + 120, command: `insmod /lockstep.ko ${values}` },
		{
			title: `${title}: its outcome`,
			limit: 20,
			command: 'show /sys/module/lockstep/parameters/result',
			check: stressed(atLeast, signalled),
		},
		{ title: `${title}: unloading`, limit: 30, command: 'rmmod lockstep', quiet: true },
	];
}

/** Its JSON: nothing wrong, and each way to leave has come up. */
function calledOff(lines) {
	const json = lines.find((line) => line.startsWith('{'));
	if (!json) return `no result: ${lines.slice(-3).join(' / ')}`;
	const { verdict, interrupted, timedOut, handedOver } = JSON.parse(json);
	if (verdict !== 'pass') return json;
	if (!interrupted || !timedOut || !handedOver) return tooLittle(json);
	return undefined;
}

export const PATHS = { title: 'each documented path', limit: 240, command: '/paths' };
export const SHARED = [
	{ title: 'each documented path of readers', limit: 240, command: '/shared' },
	{ title: 'readers and writers that wait', limit: 240, command: '/readers' },
	{
		title: 'readers and writers that are called off',
		limit: 90,
		command: '/called_off 4',
		check: calledOff,
	},
	{ title: 'the selftest of the patch', limit: 120, command: '/selftest' },
];
export const DEATHS = { title: 'owners that die or are not known', limit: 240, command: '/deaths' };

/** Needs three CPUs. */
export const HOSTILE = [{ title: 'hostile programs', limit: 120, command: '/hostile' }];

export const REAL = [
	PATHS,
	...SHARED,
	DEATHS,
	stress('tp-futex', '--threads 2'),
	stress('tp-futex', '--threads 4'),
	stress('tp-futex-simple', '--threads 4'),
	stress('tp-futex', '--threads 8 --naps 16'),
	stress('tp-futex', '--threads LLTT --naps 16 --timeout 2'),
	stress('tp-futex-simple', '--threads 4 --naps 4'),
	stress('tp-rwlock', '--threads WWRR'),
	stress('tp-rwlock', '--threads WWRRRR --naps 16'),
	stress('tp-rwlock-neutral', '--threads WRRR'),
	stress('tp-rwlock-neutral', '--threads WWRRRR --naps 16'),
	...ofEach('run').flatMap((rows) => rows.flatMap((row) => inKernel(...row))),
	...fuzzPlan({ seed: 1, seconds: 4, atLeast: 100 }),
	PATHS,
];

/** Real threads on this kernel follow each scenario's story, access by access. */
export const followPlan = (scenarios) =>
	scenarios.map((name) => ({
		title: `follow ${name}`,
		limit: 60,
		command: `/lockstep follow ${name} --json`,
		check: (lines) => {
			const json = lines.find((line) => line.startsWith('{'));
			if (!json) return `no result: ${lines.slice(-3).join(' / ')}`;
			const { verdict, agreed, steps, what, machine, threads } = JSON.parse(json);
			if (verdict === 'agrees' && agreed === steps && steps > 0) return undefined;
			return `${verdict} after ${agreed} of ${steps} steps: ${what}; machine: ${machine}; threads: ${threads}`;
		},
		quiet: true,
	}));

/** Small recordings that go to the host whole: what was done to them there must be noticed. */
const toTheHost = (command, file) => [
	{ title: command, limit: 60, command, quiet: true },
	{
		title: `the trace of ${command}`,
		limit: 120,
		command: `show ${file}`,
		quiet: true,
		sent: true,
	},
];
const CALLS_FILE = '/sent.trace';
const recorded = (name, options) =>
	toTheHost(`/lockstep record ${name} --trace-events --out ${CALLS_FILE} ${options}`, CALLS_FILE);
const logged = (values) => [
	...toTheHost(`insmod /lockstep.ko ${values} log=${LOG_OF_FAULTS}`, TRACE),
	{ title: 'unloading', limit: 30, command: 'rmmod lockstep', quiet: true },
];
const stockToTheHost = (row, log) =>
	toTheHost(stockCommand(row, { file: CALLS_FILE, log }), CALLS_FILE);
export const SENT = [
	...logged('lock=mcs threads=LLL rounds=50 jitter=16'),
	...logged('lock=mutex-mcs threads=LLII rounds=100 nap_every=8 signals=500'),
	...logged('lock=rwsem-handoff threads=WWRRD rounds=60 nap_every=16'),
	...recorded('tp-futex', '--threads 3 --rounds 20 --hold 16'),
	...recorded('tp-futex-simple', '--threads LLTT --rounds 40 --naps 8'),
	...STOCKS.flatMap(({ tampered }) => stockToTheHost(tampered)),
];

/** The kernel's own locks, for the host to hold against wrong models. */
export const STOCK_SENT = STOCKS.map(({ name, wrong, againstWrong }) => ({
	...{ name, wrong },
	plan: stockToTheHost(againstWrong, LOG_OF_FAULTS),
}));

/** Switches of the lock texts, turned on inside the kernel and logged. A run may hang and keep the module. */
const faulty = (values) => logged(`${values} ms=2000 hang_ms=1000`).slice(0, 2);
export const SWITCHED = {
	torn_swap: faulty('lock=mcs threads=LL rounds=100 jitter=16 fault=torn_swap'),
	late_init: faulty('lock=mcs threads=LL rounds=100 jitter=16 fault=late_init'),
	unchecked_spinner: faulty(
		'lock=mutex-3.9 threads=LLLL rounds=150 jitter=16 stalls=60 fault=unchecked_spinner',
	),
	blind_sleep: faulty('lock=mutex-3.9 threads=LLLL rounds=100 nap_every=8 fault=blind_sleep'),
	blind_steal: faulty('lock=rwsem threads=WWWWRR rounds=200 nap_every=8 fault=blind_steal'),
};

/** A recorded run, which shows what is quiet and lets the lock work. */
const runOnly = (variant, threads, rounds, options) =>
	recordingPlan([{ variant, threads, rounds, options }]).map((step) => ({
		...step,
		mayRefuse: undefined,
	}));

/** One documented path, and then a recorded run. */
const pathAndRun = (path, ...run) => [
	{ title: path, limit: 30, command: `/paths ${path}` },
	...runOnly(...run),
];

const DIFFERS = /held against the model: .*\d+ of \d+ events conform; line \d+/;
const HANGS = /: ended with 1: .*no thread gets on/;

/** Cases of /deaths, each for itself: one may take the kernel with it. */
const dying = (...cases) =>
	cases.map((name) => ({ title: name, limit: 30, command: `/deaths ${name}` }));

/** Cases of /readers. */
const readers = (...cases) =>
	cases.map((name) => ({ title: name, limit: 60, command: `/readers ${name}` }));

/** Of the kernel's own locks; and as quiet as they can be. */
const PLANTED_IN_STOCK = STOCKS.flatMap((stock) =>
	Object.entries(stock.planted).map(([name, row]) => [
		name,
		{ many: true, plan: stockSteps(stock, row), seen: [DIFFERS] },
	]),
);

/** What is run on a kernel with a planted fault, and what must then be complained about. many: on as many CPUs as a recording. */
export const PLANTED = {
	...Object.fromEntries(PLANTED_IN_STOCK),
	no_waiters: {
		plan: pathAndRun('sleeper_is_woken', 'tp-futex-simple', 'LLL', 200, '--naps 16'),
		seen: [/sleeper_is_woken: .*word is 0x/, HANGS, DIFFERS],
	},
	no_wake: {
		plan: pathAndRun('sleeper_is_woken', 'tp-futex-simple', 'LLL', 200, '--naps 16'),
		/* The trace alone does not tell: spurious wake-ups are allowed, so the one may have been woken before. */
		seen: [/sleeper_is_woken.*unlock\(&word\) is 0x0/, HANGS],
	},
	drop_handoff: {
		plan: pathAndRun('spinner_is_handed_the_lock', 'tp-futex', 'LLL', 60, '--naps 0 --hold 8'),
		seen: [/spinner_is_handed_the_lock: .*line \d+/, DIFFERS],
	},
	early_top: {
		plan: runOnly('tp-futex-simple', 'LLL', 200, '--naps 16'),
		seen: [DIFFERS],
	},
	silent_leave: {
		plan: runOnly('tp-futex-simple', 'LT', 60, '--naps 2 --timeout 1'),
		seen: [DIFFERS],
	},
	no_link: {
		plan: runOnly('tp-futex', 'LLL', 200, '--naps 4'),
		seen: [DIFFERS],
	},
	first_owner: {
		plan: runOnly('tp-futex', 'LLLL', 200, '--naps 4'),
		seen: [DIFFERS],
	},
	late_mark: {
		plan: runOnly('tp-futex', 'LLL', 200, '--naps 4'),
		seen: [DIFFERS],
	},
	no_count: {
		plan: runOnly('tp-futex', 'LLL', 200, '--naps 4'),
		seen: [DIFFERS],
	},
	keeps_waiters: {
		plan: runOnly('tp-futex-simple', 'LLL', 200, '--naps 4'),
		seen: [DIFFERS],
	},
	endless_retry: {
		aid: 'stubborn_word',
		plan: [
			{
				title: 'word_does_not_let_itself_be_changed',
				limit: 30,
				command: '/hostile word_does_not_let_itself_be_changed',
			},
		],
		/* where another CPU wants all CPUs to stop meanwhile, nobody is left to say it: then the log does */
		seen: [/word_does_not_let_itself_be_changed: .*not over after|soft lockup - .*\[hostile:/],
	},
	late_look: {
		/* a longer race than on the right kernel: where the host is busy its threads seldom run at the same time */
		plan: [
			{
				title: 'waiter_leaves_as_its_owner_exits',
				limit: 60,
				command: '/deaths --race 15 waiter_leaves_as_its_owner_exits',
			},
		],
		seen: [/the kernel log says: .*(?:BUG: |refcount_t: |general protection)/],
	},
	no_clock: {
		plan: readers('preferred_readers_let_a_sleeping_writer_in'),
		seen: [/preferred_readers_let_a_sleeping_writer_in: .*now\(\) < end is 0x0/],
	},
	lost_grant: {
		plan: readers('called_off_and_handed_the_lock'),
		seen: [/called_off_and_handed_the_lock: .*is 0x20000001, not 0x0/],
	},
	rash_steal: {
		plan: dying('nobody_has_that_tid', 'owner_outside_the_namespace', 'owner_hangs_in_exec'),
		seen: [
			/nobody_has_that_tid: .* is 0x100, not ESRCH/,
			/owner_outside_the_namespace: .* not ESRCH/,
			/owner_hangs_in_exec: .*(?:first|second)\.done is 0x1/,
		],
	},
};
