/** What a torture run boots, one after the other. */
import { fuzzPlan } from './fuzz.mjs';
import { DEATHS, PATHS, SHARED } from './plan.mjs';

const RACE_SECONDS = 60;
const SLOW = 4; /* a checker costs so much */

/** The exit of an owner against a waiter that a signal calls off. */
const RACE = {
	title: `an owner that exits and a waiter that leaves, ${RACE_SECONDS} s`,
	limit: RACE_SECONDS + 180,
	command: `/deaths --race ${RACE_SECONDS} waiter_leaves_as_its_owner_exits`,
};

/** KCSAN looks at one access in some thousand: for the race at more, and for longer. */
const WIDE = { kcsan: ['kcsan.skip_watch=300', 'kcsan.udelay_task=300'] };

/**
 * [{ name, plan, parameters: of the kernel }]. On a checked kernel the cases of the kernel tests and the race of an
 * owner's exit come before the fuzzer, each in a boot of its own: what is found in one does not keep another from it.
 */
export function tortureBoots({ checker, seed, seconds }) {
	const fuzz = { name: 'fuzz', plan: fuzzPlan({ seed, seconds, atLeast: 100 }), parameters: [] };
	if (!checker) return [fuzz];
	const cases = [PATHS, ...SHARED.filter(({ command }) => command !== '/selftest'), DEATHS];
	return [
		{ name: 'cases', plan: cases.map(slowed), parameters: [] },
		{ name: 'race', plan: [RACE], parameters: WIDE[checker] ?? [] },
		fuzz,
	];
}

/** Of the cases each has a limit of its own, too; what runs for a given time has none. */
const slowed = (step) => {
	const command = /\d/.test(step.command) ? step.command : `${step.command} --slow ${SLOW}`;
	return { ...step, command, limit: SLOW * step.limit };
};
