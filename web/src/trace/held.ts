/** How far a recording speaks for itself. Small: the gallery says it of each shipped one. */
import { type Facts, NO_EVENT, type Trace } from '../../../wasm/src';
import { lockOf } from '../narration/phrases';

export const number = (n: number) => n.toLocaleString('en', { maximumFractionDigits: 3 });

/** The step that ends at this moment: no event of the recording is it. */
export const isInferred = ({ event }: Trace, at: number): boolean => event[at - 1] === NO_EVENT;

/** Steps that are its events, of all, and the mends in the text. */
export interface Held {
	recorded: number;
	steps: number;
	mends: number;
}

export function heldOf({ event, actions, config }: Trace, facts: Facts | undefined): Held {
	const switches = (facts && lockOf(facts, config.lock)?.switches) ?? [];
	const isMend = (name: string, bit: number) =>
		name.startsWith('mend_') && (config.switches & (1 << bit)) !== 0;
	return {
		recorded: event.reduce((sum, one) => sum + Number(one !== NO_EVENT), 0),
		steps: actions.length,
		mends: switches.filter(({ name }, bit) => isMend(name, bit)).length,
	};
}

export const withMends = (mends: number): string =>
	mends === 0 ? '' : ` with ${mends} ${mends === 1 ? 'fix' : 'fixes'}`;

/** "fits the model with 5 fixes", and of a damaged file how far it could be read */
export const fitText = ({ mends }: Held, damaged = 0): string =>
	`fits the model${withMends(mends)}${damaged > 0 ? ` up to line ${number(damaged)}, where the file is damaged` : ''}`;

/** "355 of 794 steps recorded" */
export const shareText = ({ recorded, steps }: Held): string =>
	`${number(recorded)} of ${number(steps)} steps recorded`;
