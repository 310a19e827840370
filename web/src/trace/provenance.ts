/** Where a recording comes from, as its file says, in the words and the order of the page. */
import { type Core, type Facts, NO_EVENT, type StepRecord, type Trace } from '../../../wasm/src';
import { heldOf, number, shareText, withMends } from './held';

interface Fact {
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

/** A step of work under the lock: of a lock that ran as it is, the recorder puts its event in where the lock is taken. */
export const isPutIn = (trace: Trace, { op }: Pick<StepRecord, 'op'>): boolean =>
	trace.seen === 'source' && op === 'critical';

/** What the events of a lock's own source are, and what of the steps is none. */
export function sourceText(core: Core, trace: Trace): string {
	const session = core.session(trace.config);
	session.load(trace.actions);
	let putIn = 0;
	let signalsInferred = false;
	trace.event.forEach((event, i) => {
		const record = session.record(i);
		if (event === NO_EVENT) signalsInferred ||= record.env === 'signal' || record.env === 'kill';
		else putIn += Number(isPutIn(trace, record));
	});
	const own = trace.events - putIn;
	const outside = signalsInferred
		? 'A preemption is no event, nor is a signal'
		: 'A preemption is no event';
	return `${number(own)} of the ${number(trace.events)} events are accesses that the kernel’s own source made, each in its place; the other ${number(putIn)} say that a task works under the lock, and the recorder put them in where the lock had been taken. Which line of this text an access is, the model has found. A sleep is one event and two steps, asleep and awake again. ${outside}: the model puts ${signalsInferred ? 'them' : 'it'} in where only that explains what follows.`;
}

function fitting(events: number, conforming: number): string {
	const one = events === 1 || conforming === 1;
	const said = `${number(events)} ${events === 1 ? 'event' : 'events'} ${one ? 'fits' : 'fit'}`;
	if (conforming < events) return `${number(conforming)} of ${said}`;
	return events === 1 ? 'The one event fits' : `All ${said}`;
}

function notOver(events: number, left: number): string {
	if (left === 0) return '';
	const who = left > 1 ? 'the others were' : events === 1 ? 'it was' : 'the other was';
	return `; ${who} not over where the recording ends`;
}

/** "Agrees" or where it does not, and how much of it is inferred, about the whole run. */
export function verdictText(trace: Trace, facts: Facts | undefined): string {
	const { events, conforming, differs, damaged = 0 } = trace;
	if (differs?.rival) {
		const both = [differs, differs.rival].sort((a, b) => a.event - b.event);
		const [one, other] = both.map(
			({ event, line }) => `${number(event + 1)} (line ${number(line)})`,
		);
		return `Events ${one} and ${other} do not fit the model together: whichever came first, the other could not have found what it found.`;
	}
	if (differs)
		return `Event ${number(differs.event + 1)} (line ${number(differs.line)}) does not fit the model.`;
	const held = heldOf(trace, facts);
	const share =
		held.recorded < held.steps
			? ` ${shareText(held)}, the others inferred.`
			: held.steps > 0
				? ' Each step is recorded.'
				: '';
	const read =
		damaged > 0 ? ` Behind line ${number(damaged - 1)} the file is damaged and was not read.` : '';
	return `${fitting(events, conforming)} the model${withMends(held.mends)}${notOver(events, events - conforming)}.${read}${share}`;
}
