/** What is wrong in the present state, with the names of those concerned. */
import type { Core, Facts, Judgement, LockFacts, MachineView, ThreadView } from '../../../wasm/src';
import { numberIn, shortly } from '../drawings/queue/order';
import { lateHere } from '../store/beats';
import { scheduleFound } from '../store/behind';
import type { Check, Document, Moment } from '../store/state';
import { capitalized } from './phrases';
import { faultTitle, invariantOf } from './searched';
import { assumedText, isFault } from './verdicts';

/** What of a moment is looked at. */
type Seen = Pick<Moment, 'machine' | 'options' | 'before'>;

type Invariant = LockFacts['invariants'][number];

/** "T1", "T1 and T3", "T1, T2 and T3" */
function namesOf(threads: readonly { tid: number }[]): string {
	const names = threads.map((t) => `T${t.tid}`);
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

const verb = (threads: readonly unknown[], one: string, many: string): string =>
	threads.length === 1 ? one : many;

const gone = (t: ThreadView) => t.status === 'done' || t.status === 'dead';

function bothInside(machine: MachineView): string {
	const writers = machine.threads.filter((t) => t.holds === 'write');
	const readers = machine.threads.filter((t) => t.holds === 'read');
	if (writers.length > 0 && readers.length > 0) {
		const [read, write] = [verb(readers, 'reads', 'read'), verb(writers, 'writes', 'write')];
		return `${namesOf(readers)} ${read} while ${namesOf(writers)} ${write}.`;
	}
	return writers.length > 1 ? `${namesOf(writers)} hold the lock at the same time.` : '';
}

function nobodyWakes(threads: readonly ThreadView[]): string {
	const asleep = threads.filter((t) => t.status === 'asleep');
	if (asleep.length === 0) return '';
	const [is, them] = [verb(asleep, 'is', 'are'), verb(asleep, 'it', 'them')];
	return `${namesOf(asleep)} ${is} asleep and nobody will wake ${them}.`;
}

/** Of a rule that speaks of sleep before it comes: who has marked itself as sleeping and has its CPU still. */
function nobodyWillWake(threads: readonly ThreadView[]): string {
	const going = threads.filter((t) => t.state !== 'RUNNING' && t.status !== 'asleep' && !gone(t));
	const next =
		going.length > 0 &&
		`Nobody will wake ${namesOf(going)} when ${verb(going, 'it goes', 'they go')} to sleep now.`;
	return [nobodyWakes(threads), next].filter(Boolean).join(' ');
}

function stuck({ machine, options }: Seen): string {
	const waiting = machine.threads.filter((t) => !gone(t));
	const reasons = waiting.map((t) => {
		const why = options.find((o) => o.env === '' && o.tid === t.tid)?.why ?? '';
		return why ? `T${t.tid} ${why}` : `T${t.tid} cannot move`;
	});
	return reasons.length > 0 ? `${reasons.join('; ')}. Nobody else can move either.` : '';
}

function flagWithoutWaiter(machine: MachineView, { flag = '', list = '' }: Invariant): string {
	const set = numberIn(machine, flag)?.value;
	const name = shortly(flag);
	const waiting = machine.words.find((w) => w.facts.name === list)?.list ?? [];
	if (set === 1 && waiting.length === 0) return `${name} is set, and nobody waits.`;
	const who = waiting.map((tid) => ({ tid }));
	if (set === 0 && waiting.length > 0)
		return `${namesOf(who)} ${verb(who, 'waits', 'wait')}, and ${name} is not set.`;
	return '';
}

function broken({ machine }: Seen, invariant: Invariant | undefined): string {
	switch (invariant?.about) {
		case 'holders':
			return bothInside(machine);
		case 'sleepers':
			return nobodyWillWake(machine.threads);
		case 'flag':
			return flagWithoutWaiter(machine, invariant);
		default:
			return '';
	}
}

/** One sentence about who is in which trouble; '' where the names add nothing. */
export function faultSentence(
	moment: Seen,
	verdict: string,
	what: string,
	lock: LockFacts | undefined,
): string {
	const { machine, before } = moment;
	switch (verdict) {
		case 'VIOLATED':
			return broken(moment, invariantOf(lock, what));
		case 'DEADLOCK':
			return stuck(moment);
		case 'LOST_WAKEUP':
			return nobodyWakes(machine.threads);
		case 'BUG':
			return before ? `T${before.tid} ran into it with this step.` : '';
		default:
			return '';
	}
}

/**
 * What is wrong in a state, in the order in which it is said: the name of a rule that is broken means nothing to who has
 * not read the lock's page, so who is in which trouble comes before it. "stuck" needs no more.
 */
export function faultParts(
	moment: Seen,
	{ verdict, what }: Judgement,
	lock: LockFacts | undefined,
): string[] {
	if (!isFault(verdict)) return [];
	const title = faultTitle(verdict, what, lock);
	const who = faultSentence(moment, verdict, what, lock);
	const parts = verdict === 'VIOLATED' ? [who, title] : [title, who];
	return parts.filter(Boolean);
}

/** The same as sentences; '' where nothing is wrong. */
export function brokenText(
	moment: Seen,
	judgement: Judgement,
	lock: LockFacts | undefined,
): string {
	return faultParts(moment, judgement, lock)
		.map((part, i) => `${i > 0 ? capitalized(part) : part}${part.endsWith('.') ? '' : '.'}`)
		.join(' ');
}

/**
 * That nobody can ever finish is not seen in a state: the search found it of the state that its
 * counterexample ends in, so only there and after it may it be said.
 */
export function noProgressHere(core: Core, doc: Document, check: Check): string {
	return isKnownStuck(core, doc) || isFoundStuck(doc, check) ? neverEnds(core.facts, doc) : '';
}

/** The story ends where nothing saves it any more, and the search says that this is what is wrong with it. */
function isKnownStuck(core: Core, doc: Document): boolean {
	const { moment, config } = doc;
	const late = lateHere(core, doc);
	const stuck = core.scenario(config.scenario)?.verdict === 'NO_PROGRESS';
	return moment.story === 'ended' && stuck && late !== undefined && moment.at >= late;
}

function isFoundStuck({ moment, session }: Document, check: Check): boolean {
	if (check.kind !== 'done' || check.progress.verdict !== 'NO_PROGRESS') return false;
	const path = scheduleFound(check);
	return (
		path.length > 0 &&
		moment.at >= path.length &&
		path.every((action, i) => session.action(i) === action)
	);
}

function neverEnds(facts: Facts, { moment, config }: Document): string {
	const left = moment.machine.threads.filter((t) => !gone(t));
	if (left.length === 0) return '';
	const assumed = assumedText(facts, config.budget, moment.machine.budget);
	return left.length === 1
		? `From here, ${assumed}, ${namesOf(left)} can never finish.`
		: `From here, ${assumed}, ${namesOf(left)} can no longer all finish.`;
}
