/**
 * Who looks at a mutant, in this order; the first that sees it is named. Each resolves to what it saw, or undefined. They
 * are checks of `npm test`, cut to what one text can change and ended at the first difference.
 */
import { readFileSync } from 'node:fs';
import { at, filesUnder } from '../lib/files.mjs';
import { ORDERS_FILE, ordersOf, readOrders } from '../lib/orders.mjs';
import { SEARCHES_FILE } from '../pins.mjs';
import { limited } from './limited.mjs';

const STORIES = 'tests/golden/schedules';
/** A verdict is looked for in the small searches only; larger ones are left to their figures. */
const VERDICTS = ['--verdicts', '--most', '30000'];
/** Test programs of the step backend that take a few seconds. */
const PROGRAMS = [
	'scenario_test',
	'machine_test',
	'check_explore_test',
	'text_narrate_test',
	'locks_tp_futex_syscalls_test',
	'locks_wait_wake_rw_wakes_test',
	'check_races_test',
];

/** Undefined when it went well. */
const complaint = ({ code, hung, output }) => {
	if (hung) return 'does not end';
	return code === 0
		? undefined
		: output.trim().split('\n').slice(0, 3).join(' ').replace(/\s+/g, ' ');
};

/** What is seen first, or undefined. */
export async function firstOf(list, see) {
	for (const one of list) {
		const seen = await see(one);
		if (seen !== undefined) return seen;
	}
	return undefined;
}

const pins = (options) => (mutant) =>
	firstOf(mutant.locks, async (lock) =>
		complaint(
			await limited(await mutant.program('lockstep'), [
				'pins',
				at(SEARCHES_FILE),
				'--first',
				'--of',
				lock,
				...options,
			]),
		),
	);

async function stories(mutant) {
	const names = filesUnder(STORIES).map((path) => /([^/]+)\.txt$/.exec(path)[1]);
	return firstOf(names, async (name) => {
		const { hung, output } = await limited(await mutant.program('lockstep'), [
			'run',
			name,
			'--records',
		]);
		if (hung) return `${name}: does not end`;
		return output === readFileSync(at(STORIES, `${name}.txt`), 'utf8') ? undefined : name;
	});
}

async function recordings(mutant) {
	const files = filesUnder('web/traces', (path) => path.endsWith('.trace'));
	return firstOf(files, async (path) =>
		complaint(await limited(await mutant.program('lockstep'), ['conform', '--json', at(path)])),
	);
}

const levels = async (mutant) =>
	complaint(await limited(await mutant.program('lockstep'), ['levels']));

/** Of the accesses that both texts have; one that is gone or moved is for the others to see. */
async function orders({ frontEnd, files }) {
	const pinned = readOrders(readFileSync(at(ORDERS_FILE), 'utf8'));
	const found = ordersOf(frontEnd, files);
	const other = Object.keys(pinned).find((place) => found[place] && found[place] !== pinned[place]);
	return other && `${other}: ${found[other]}, pinned ${pinned[other]}`;
}

const programs = (mutant) =>
	firstOf(PROGRAMS, async (name) => {
		const lockstep = await mutant.program('lockstep');
		const seen = complaint(
			await limited(await mutant.program(name), [], { env: { LOCKSTEP: lockstep } }),
		);
		return seen && `${name}: ${seen}`;
	});

/** Real threads, each variant for a moment: exclusion is checked there by the workload itself. */
const realThreads = (mutant) =>
	firstOf(mutant.variants, async ({ variant, mends }) =>
		complaint(
			await limited(await mutant.program('lockstep', { native: true }), [
				'stress',
				variant,
				'--threads',
				'4',
				'--seconds',
				'0.3',
				'--kernel=text',
				...mends.flatMap((mend) => ['--switch', mend]),
			]),
		),
	);

/** `judges`: it says that something is wrong. The others say that something is not as it was, as any edit would make it. */
export const OBSERVERS = [
	{ name: 'verdicts', see: pins(VERDICTS), judges: true },
	{ name: 'figures', see: pins([]) },
	{ name: 'stories', see: stories },
	{ name: 'levels', see: levels },
	{ name: 'recordings', see: recordings, judges: true },
	{ name: 'orders', see: orders },
	{ name: 'programs', see: programs, judges: true },
	{ name: 'real threads', see: realThreads, judges: true },
];
