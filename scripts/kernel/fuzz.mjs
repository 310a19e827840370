/** Runs of the fuzzer (harness/fuzz.c) and what is said of them. */

import { tooLittle } from './outcome.mjs';

/** A kind of call that a run of this many operations must have made, and an end of FUTEX_LOCK that it must have seen. */
const OFTEN = 20_000;

/** What is wrong with what a run said, if anything. */
export const fuzzed = (atLeast) => (lines) => {
	const json = lines.find((line) => line.startsWith('{'));
	if (!json) return `no result: ${lines.slice(-3).join(' / ')}`;
	const { verdict, why, operations, kinds, lock, odd } = JSON.parse(json);
	if (verdict !== 'pass') return `${why}${odd ? `: ${odd}` : ''}`;
	if (operations < atLeast) return tooLittle(`only ${operations} operations`);
	if (operations < OFTEN) return undefined;
	const { other, ...ends } = lock;
	const never = Object.entries({ ...kinds, ...ends })
		.filter(([, count]) => count === 0)
		.map(([name]) => name);
	return never.length > 0 ? tooLittle(`no ${never.join(', no ')}`) : undefined;
};

/** Killing what is stuck takes time, on a slow kernel much. */
export const fuzzPlan = ({ seed, seconds, atLeast }) => [
	{
		title: `fuzz, seed ${seed}, ${seconds} s`,
		limit: seconds + 120,
		command: `/fuzz ${seed} ${seconds}`,
		check: fuzzed(atLeast),
	},
];

/** A race that KCSAN tells of: the functions that it names. */
const RACE = /BUG: KCSAN: (?:data-race|assert: race) in (.*)$/;
const OURS = /futex|\btp_|robust/;

/** Races of the rest of the kernel are not for us to judge; they are told. */
export function isElsewhere(alarm) {
	const [, functions] = RACE.exec(alarm) ?? [];
	return functions !== undefined && !OURS.test(functions);
}
