/** What a run of the kernel tests comes to, as its exit code. */

export const PASSED = 0;
/** A refusal, an alarm, a wrong counter, a hang: no second run makes that good. */
export const FINAL = 1;
/** The set-up failed, or something did not come up that must: worth one more run. */
export const AGAIN = 75;

const TOO_LITTLE = 'too little came up: ';

/** A complaint of a check: nothing was wrong, but it has not seen enough to say so. */
export const tooLittle = (what) => `${TOO_LITTLE}${what}`;
export const isTooLittle = (line) => line.includes(TOO_LITTLE);

/** failed: the checks that failed; chance: only because of what did not come up. */
export function exitCode(failed) {
	if (failed.length === 0) return PASSED;
	return failed.every(({ chance }) => chance) ? AGAIN : FINAL;
}

/** At what only chance decides. */
export const ATTEMPTS = 4;
