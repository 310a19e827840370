/** What is run in the virtual machine. limit: seconds; check: what is wrong with the output, if anything. */

import { examine, readRecord, tampered } from './chain.mjs';
import { examineSteps, readSteps } from './steps.mjs';

/** The JSON of `lockstep stress`: the counts must be exact, and there must be enough of them. */
const stressed =
	(atLeast, atLeastSignalled = 0) =>
	(lines) => {
		const json = lines.find((line) => line.startsWith('{'));
		if (!json) return `no result: ${lines.slice(-3).join(' / ')}`;
		const result = JSON.parse(json);
		if (result.verdict !== 'pass') return `${result.verdict}: ${result.why}`;
		if (result.counter !== result.expected) return `${result.counter} is not ${result.expected}`;
		if (result.acquired < atLeast) return `only ${result.acquired} acquisitions`;
		if (atLeastSignalled && !(result.signalled >= atLeastSignalled))
			return `only ${result.signalled} waits ended with a signal`;
		return undefined;
	};

function stress(name, options, { seconds = 3, atLeast = 1000, hang = 15 } = {}) {
	const command = `/lockstep stress ${name} --seconds ${seconds} --hang ${hang} --json ${options}`;
	return {
		title: `stress ${name} ${options}`,
		limit: seconds + 40,
		command,
		check: stressed(atLeast),
	};
}

/** The same judgement of a run inside the kernel: load, read the outcome, unload. */
function inKernel(name, threads, options = '', wanted = {}) {
	const { ms = 2000, atLeast = 1000, signalled = 0, also = [] } = wanted;
	const title = `module ${name} ${threads} ${options}`.trim();
	const values = `lock=${name} threads=${threads} ms=${ms} ${options}`;
	return [
		{ title, limit: ms / 1000 + 30, command: `insmod /lockstep.ko ${values}` },
		{
			title: `${title}: its outcome`,
			limit: 5,
			command: 'show /sys/module/lockstep/parameters/result',
			check: stressed(atLeast, signalled),
		},
		...also.map((step) => ({ ...step, title: `${title}: ${step.title}` })),
		{ title: `${title}: unloading`, limit: 10, command: 'rmmod lockstep' },
	];
}

export const TRACE = '/sys/kernel/debug/lockstep/trace';

/** The same with a record of each access, which must be in order and complete. */
function withSteps(name, threads, rounds, options = '') {
	const check = (lines) => {
		const trace = readSteps(lines);
		console.log(`       ${trace.events.length} events${trace.cut ? ', cut off' : ''}`);
		return examineSteps(trace, { rounds });
	};
	const show = { title: 'its steps', limit: 60, command: `show ${TRACE}`, check, quiet: true };
	return inKernel(name, threads, `rounds=${rounds} log=40000 ${options}`.trim(), {
		...{ ms: 10_000, atLeast: rounds, also: [show] },
	});
}

/** A recorded run: its parts must fit together, it must hold what it was made for, and it must be refused when tampered with. */
function recorded(threads, rounds, holdEvery, wanted) {
	const check = (lines) => {
		const record = readRecord(lines);
		const { figures, fault } = examine(record);
		console.log(
			`       ${Object.entries(figures)
				.map(([name, count]) => `${name} ${count}`)
				.join(', ')}`,
		);
		if (fault) return fault;
		const none = wanted.filter((name) => figures[name] === 0);
		if (none.length > 0) return `no ${none.join(', no ')}`;
		const blind = Object.entries(tampered(record)).filter(([, wrong]) => !examine(wrong).fault);
		return blind.length > 0
			? `accepts a record with ${blind.map(([what]) => what).join(', ')}`
			: undefined;
	};
	const command = `/record ${threads} ${rounds} ${holdEvery}`;
	return {
		title: `record ${threads} threads, ${rounds} rounds`,
		limit: 90,
		command,
		check,
		quiet: true,
	};
}

const paths = { title: 'each documented path', limit: 240, command: '/paths' };

export const REAL = [
	paths,
	stress('tp-futex', '--threads 2'),
	stress('tp-futex', '--threads 4'),
	stress('tp-futex-simple', '--threads 4'),
	stress('tp-futex', '--threads 8 --naps 16'),
	stress('tp-futex', '--threads LLTT --naps 16 --timeout 2'),
	stress('tp-futex-simple', '--threads 4 --naps 4'),
	recorded(2, 2000, 100, ['sleep', 'wake', 'ask', 'handoff']),
	recorded(4, 1000, 50, ['sleep', 'wake', 'ask', 'handoff']),
	...inKernel('mcs', '2'),
	...inKernel('mcs', '2', 'jitter=64'),
	...inKernel('mcs', '4', 'nap_every=256', { atLeast: 100 }),
	...withSteps('mcs', '2', 1000, 'jitter=16'),
	...inKernel('mutex-3.9', '4', 'nap_every=64'),
	...inKernel('mutex-3.9', '3', 'jitter=64 nap_every=64'),
	...inKernel('mutex-fewer-atomics', '4', 'nap_every=64'),
	...inKernel('mutex-mcs', '2'),
	...inKernel('mutex-mcs', '4', 'jitter=64 nap_every=64'),
	...inKernel('mutex-mcs', 'LLII', 'nap_every=64 signals=500', { signalled: 10 }),
	...inKernel('rwsem', 'WWRR', 'nap_every=64'),
	...inKernel('rwsem', 'WWRRD', 'jitter=64 nap_every=64'),
	...inKernel('rwsem', 'WWKQ', 'nap_every=8 kills=60', { signalled: 1 }),
	...withSteps('rwsem', 'WWRRD', 20, 'nap_every=16'),
	...inKernel('rwsem-handoff', 'WWRR', 'nap_every=64'),
	...inKernel('rwsem-handoff', 'WWWWRRRD', 'jitter=64 nap_every=16'),
	paths,
];

/** One documented path, and then threads that use the lock for a while. */
const pathAndStress = (path, name) => [
	{ title: path, limit: 30, command: `/paths ${path}` },
	stress(name, '--threads 4 --naps 64', { hang: 4 }),
];

const firstTwo = (name, threads, options) => inKernel(name, threads, options).slice(0, 2);

/** Switches of the lock texts, turned on inside the kernel: each must be complained about. */
export const SWITCHED = {
	torn_swap: firstTwo('mcs', '2', 'jitter=16 fault=torn_swap hang_ms=3000'),
	unchecked_spinner: firstTwo('mutex-3.9', '4', 'jitter=16 fault=unchecked_spinner hang_ms=3000'),
	blind_steal: firstTwo('rwsem', 'WWRR', 'jitter=16 fault=blind_steal hang_ms=3000'),
};

/** What is run on a kernel with a planted fault, and what must then be complained about. */
export const PLANTED = {
	no_waiters: {
		plan: pathAndStress('sleeper_is_woken', 'tp-futex-simple'),
		seen: [/sleeper_is_woken: .*word is 0x/, /stress .*hang: /],
	},
	no_wake: {
		plan: pathAndStress('sleeper_is_woken', 'tp-futex-simple'),
		seen: [/sleeper_is_woken.*unlock\(&word\) is 0x0/, /stress .*hang: /],
	},
	drop_handoff: {
		plan: pathAndStress('spinner_is_handed_the_lock', 'tp-futex').slice(0, 1),
		seen: [/spinner_is_handed_the_lock: .*line \d+/],
	},
};
