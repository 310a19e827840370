import { expect, it } from 'vitest';
import type { Trace } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { sourceText, verdictText } from './provenance';
import { madeTrace } from './testing';

const trace = (differs: Partial<Trace['differs']>) =>
	({ events: 9, conforming: 1, differs }) as Trace;

it('names the event that does not fit, or the two that do not fit together', () => {
	expect(verdictText(trace({ event: 0, line: 7 }), undefined)).toBe(
		'Event 1 (line 7) does not fit the model.',
	);
	const rival = { event: 0, line: 7, why: '' };
	expect(verdictText(trace({ event: 1, line: 8, rival }), undefined)).toBe(
		'Events 1 (line 7) and 2 (line 8) do not fit the model together: whichever came first, the other could not have found what it found.',
	);
});

it('of a lock that ran as it is, what the recorder put in is counted apart, and only what was inferred is said to be', async () => {
	const core = await builtCore();
	const text = (scenario: string) => {
		const made: Trace = { ...madeTrace(core, scenario, 300), seen: 'source' };
		const session = core.session(made.config);
		session.load(made.actions);
		const records = Array.from(made.actions, (_, i) => session.record(i));
		const inside = records.filter(({ op }) => op === 'critical').length;
		expect(inside).toBeGreaterThan(3);
		const said = sourceText(core, made);
		expect(said).toContain(`${made.events - inside} of the ${made.events} events are accesses`);
		expect(said).toContain(`the other ${inside} say that a task works under the lock`);
		return { said, signals: records.filter(({ env }) => env === 'signal').length };
	};
	const none = text('mcs');
	expect(none.signals).toBe(0);
	expect(none.said).toContain('A preemption is no event: the model puts it in');
	const some = text('mutex-mcs');
	expect(some.signals).toBeGreaterThan(0);
	expect(some.said).toContain('A preemption is no event, nor is a signal: the model puts them in');
});
