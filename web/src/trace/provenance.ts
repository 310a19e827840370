/** Where a recording comes from, as its file says, in the words and the order of the page. */
import { type Facts, NO_EVENT, type Trace } from '../../../wasm/src';
import { lockOf } from '../narration/phrases';

export interface Fact {
	name: string;
	text: string;
}

/** By key of an `about` line: how the page calls it. Other keys follow, as the file calls them. */
const NAMES: Record<string, string> = {
	kernel: 'kernel',
	host: 'host',
	emulation: 'emulation',
	cpus: 'CPUs',
	date: 'date',
	events: 'events',
	patches: 'patches',
	config: 'config',
	threads: 'threads',
};

const number = (n: number) => n.toLocaleString('en', { maximumFractionDigits: 3 });

const CLOCK = 'clock';

export function factsOf(trace: Trace): Fact[] {
	const about: Record<string, string> = { ...trace.about, events: number(trace.events) };
	const fact = (key: string) => ({ name: NAMES[key] ?? key, text: about[key] ?? '' });
	const facts = Object.keys(NAMES)
		.filter((key) => key in about)
		.map(fact);
	if (trace.ticks > 0)
		facts.push({ name: CLOCK, text: `${number(trace.ticks)} ticks a microsecond` });
	const others = Object.keys(about).filter((key) => !(key in NAMES));
	return [...facts, ...others.map(fact)];
}

/** "Linux 6.12.117 · TCG · 4 CPUs · …": what every recording says of itself, in one line. */
export function provenanceLine(trace: Trace): string {
	const usual = new Set([...Object.values(NAMES), CLOCK]);
	const behind = new Set(['CPUs', 'events']);
	const bare = new Set(['emulation', 'date', 'host', 'threads']);
	return factsOf(trace)
		.filter(({ name }) => usual.has(name))
		.map(({ name, text }) => {
			if (name === CLOCK) return `${Math.round(trace.ticks).toLocaleString('en')} ticks/µs`;
			if (bare.has(name)) return text;
			if (name === 'kernel' && text.startsWith('Linux')) return text;
			return behind.has(name) ? `${text} ${name}` : `${name} ${text}`;
		})
		.join(' · ');
}

/** The step that ends at this moment: no event of the recording is it. */
export const isInferred = ({ event }: Trace, at: number): boolean => event[at - 1] === NO_EVENT;

/** How far a recording speaks for itself: steps that are its events, of all, and the mends in the text. */
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

const withMends = (mends: number): string =>
	mends === 0 ? '' : ` with ${mends} ${mends === 1 ? 'mend' : 'mends'}`;

/** "fits the model with 5 mends" */
export const fitText = ({ mends }: Held): string => `fits the model${withMends(mends)}`;

/** "355 of 794 steps recorded" */
export const shareText = ({ recorded, steps }: Held): string =>
	`${number(recorded)} of ${number(steps)} steps recorded`;

/** "Agrees" or where it does not, and how much of it is inferred, about the whole run. */
export function verdictText(trace: Trace, facts: Facts | undefined): string {
	const { events, conforming, differs } = trace;
	if (differs)
		return `Event ${number(differs.event + 1)} (line ${number(differs.line)}) does not fit the model.`;
	const held = heldOf(trace, facts);
	const share =
		held.recorded < held.steps
			? ` ${shareText(held)}, the others inferred.`
			: ' Each step is recorded.';
	const all =
		conforming === events ? `All ${number(events)}` : `${number(conforming)} of ${number(events)}`;
	const rest = conforming === events ? '' : '; the others were not over where the recording ends';
	return `${all} events fit the model${withMends(held.mends)}${rest}.${share}`;
}
