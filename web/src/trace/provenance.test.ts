import { expect, it } from 'vitest';
import type { Trace } from '../../../wasm/src';
import { verdictText } from './provenance';

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
