// @vitest-environment node
import { expect, test } from 'vitest';
import { builtCore } from '../../../../wasm/src/testing';
import { handoffText } from './turns';

const core = await builtCore();

test.each([
	['mcs-queue', 'hands the lock on'],
	/* T1 has the mutex all the time: its spinners pass on who watches it */
	['mutex-owner-preempted', 'passes the turn'],
	['qspinlock-four', 'passes the turn'],
	['tp-handoff', 'hands the lock on'],
])('%s: %s', (story, says) => {
	const session = core.session(core.configOf(story));
	session.load(core.scenario(story)?.story ?? []);
	expect(handoffText(core.lock(session.config.lock), session)).toBe(says);
});
