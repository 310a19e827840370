import { useEffect, useMemo } from 'react';
import { type Core, ENDLESS, type Facts } from '../../../wasm/src';
import { passedAt } from '../compare/waiting';
import buttons from '../controls/buttons.module.css';
import { LateSign } from '../drawings/lanes/LateSign';
import { lostIn } from '../store/lost';
import { isAskedFor, outsideOf } from '../store/outlook';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Document, OneMore, Outlook, State } from '../store/state';
import styles from './beat-note.module.css';
import { actsOf, conditionText, fromHere, type Outside, oneMoreText } from './condition';
import { keptText } from './kept';
import { nextOwnerText, otherOwnerText } from './own-end';
import { times } from './phrases';
import { budgetText, faultTitle } from './searched';
import { assumedText, isFault, nounOf } from './verdicts';

/** The reader rests at a moment that long. */
const SETTLE_MS = 350;

const steps = (n: number) => (n === 1 ? '1 step' : `${n} steps`);

/** What one act more from outside comes to, where none of the others makes it fail. */
function widerText(wider: OneMore | null, facts: Facts, { of, left, lock }: Outside): string {
	const kinds = actsOf(facts, of).filter((kind) => left[kind] !== ENDLESS);
	if (!wider || kinds.length === 0) return '';
	if (!wider.fault) {
		const names = kinds.map((kind) => nounOf(facts.envKinds[kind]?.name ?? '')).join(' or ');
		const more =
			kinds.length > 2 ? 'act more from outside, of any kind that the model has,' : `${names} more`;
		return ` With one ${more} nothing goes wrong either.`;
	}
	const { kind, progress } = wider.fault;
	const { verdict, what, path } = progress;
	return ` With ${oneMoreText(facts, kind, left)} it can fail: ${faultTitle(verdict, what, lock)}, ${steps(path.length)} away.`;
}

/** That it is a proof, and of how much; what a search calls a state, in words that need no other. */
const triedText = (states: number): string =>
	states === 1
		? 'The one situation that can follow was tried.'
		: `All ${states.toLocaleString('en')} situations that can follow were tried (states: where each thread stands, and what each word says).`;

/** The search takes it as certain that whoever has no CPU is given one: that is what they wait for, and nothing is stuck. */
function whenText(off: readonly number[]): string {
	const names = off.map((tid) => `T${tid}`);
	const last = names.pop();
	if (last === undefined) return '';
	return names.length > 0
		? ` once ${names.join(', ')} and ${last} have a CPU again, which is certain to come`
		: ` once ${last} has a CPU again, which is certain to come`;
}

/** No order of accesses but that of the text was tried. */
const UNASKED = 'Data races were not looked for: Check (x) can do that.';

/** What the search behind the reader's own steps has found, in words. */
export function outlookText(
	{ progress, wider }: Outlook & { kind: 'done' },
	facts: Facts,
	outside: Outside,
	finished: boolean,
	/** threads that have no CPU now */
	off: readonly number[] = [],
	/** before a room: what it comes to, and not how that is known */
	brief = false,
): string {
	const { verdict, what, states, depth, path, saved, brokenAt } = progress;
	const { budget, left, lock } = outside;
	const may = budgetText(facts, left);
	const here = fromHere(may && `with ${may} left`);
	/* whoever says that nothing fails says what was left out */
	const condition = conditionText(facts, outside);
	const under = fromHere(condition);
	if (brokenAt > 0)
		return `Step ${brokenAt} has broken a rule (${faultTitle(verdict, what, lock)}). Nothing that follows undoes that.`;
	if (finished) return verdict === 'OK' ? 'These steps have kept every rule.' : '';
	if (verdict === 'OK') {
		const known = brief ? '' : ` ${triedText(states)} ${UNASKED}`;
		const more = brief && !wider?.fault ? '' : widerText(wider, facts, outside);
		const tried = `all threads can finish${whenText(off)}.${known}${more}`;
		/* what one act more can break is not called safe */
		if (wider?.fault) return `${under} no schedule breaks a rule, and ${tried}`;
		return `No rule can be broken from here${condition && `, ${condition}`}, and ${tried}`;
	}
	if (verdict === 'BOUNDED')
		return `${under} nothing is wrong within ${steps(depth)}, whatever is chosen. What comes later was not searched.`;
	if (!isFault(verdict)) return '';
	const nearest = `Nearest fault: ${faultTitle(verdict, what, lock)}, ${steps(path.length)} away.`;
	if (saved === 'no')
		return `Too late from here: ${assumedText(facts, budget, left)}, no schedule ends well. ${nearest}`;
	return `${here} it can still fail${saved === 'yes' ? ', and it can still end well' : ''}. ${nearest}`;
}

/** Threads that have lost their CPU. */
const offCpu = ({ moment }: Document): number[] =>
	moment.machine.threads.filter(({ status }) => status === 'preempted').map(({ tid }) => tid);

/**
 * That no rule is broken does not say when: who waits in its sleep, and has been passed, where neither a clock that runs for
 * it nor a rule of the lock bounds how often.
 */
export function passedText(core: Core, { session, moment, config }: Document): string {
	const most = passedAt(session, moment.at);
	const thread = moment.machine.threads.find(({ tid }) => tid === most?.tid);
	const lock = core.facts.locks.find(({ id }) => id === config.lock);
	const bounded = lock?.invariants.some(({ about }) => about === 'passing');
	if (!most || bounded || thread?.threshold !== 'off') return '';
	return `T${most.tid} has been passed ${times(most.times)} while it waited; no rule bounds this.`;
}

/** It is played out, and asked for at each change of the page. */
const keptIn = new WeakMap<Document, string>();

/** The same of what a page shows, with who is kept waiting; '' where nothing was asked or is known yet. */
export function outlookOf(state: State): string {
	const { core, doc, outlook } = state;
	if (!core || !doc || !isAskedFor(state)) return '';
	const kept = keptIn.get(doc) ?? keptText(core, doc);
	keptIn.set(doc, kept);
	if (outlook.kind !== 'done') return kept;
	return [
		outlookText(outlook, core.facts, outsideOf(state, doc), doc.moment.finished, offCpu(doc)),
		kept,
	]
		.filter(Boolean)
		.join(' ');
}

/** Of steps that no author speaks of: what can still come of them. */
export function FromHere() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const wanted = useAppState(isAskedFor);
	const outlook = useAppState((s) => s.outlook);
	const presents = useAppState((s) => s.view.presenter);
	const doc = useDocument();
	const { moment } = doc;
	/* that one was passed is so whether or not the search has come to its end */
	const sound = outlook.kind !== 'done' || !isFault(outlook.progress.verdict);
	const kept = useMemo(
		() => (core && wanted ? keptText(core, doc, presents) : ''),
		[core, wanted, doc, presents],
	);
	const owner = useMemo(
		() =>
			core && wanted
				? otherOwnerText(core, doc, presents) || nextOwnerText(core, doc, presents)
				: '',
		[core, wanted, doc, presents],
	);
	const passed = useMemo(() => (core && sound ? passedText(core, doc) : ''), [core, doc, sound]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked anew of each moment
	useEffect(() => {
		if (!wanted) return;
		const timer = setTimeout(() => void app.outlooks.ask(), SETTLE_MS);
		return () => {
			clearTimeout(timer);
			app.outlooks.drop();
		};
	}, [app, wanted, moment]);
	if (!core || !wanted) return null;
	const done = outlook.kind === 'done' ? outlook : null;
	const decides = done !== null && lostIn(doc) === moment.at + 1;
	const decided = done !== null && lostIn(doc) === moment.at;
	const fails = done !== null && (done.wider?.fault ?? done).progress.path.length > 0;
	return (
		<p className={styles.aside} data-testid="from-here">
			{!done && <span aria-hidden="true">From here: searching every schedule …</span>}
			<span role="status">
				{owner && (
					<b className={styles.first} data-testid="other-owner">
						{owner}{' '}
					</b>
				)}
				{kept && (
					<span className={styles.first} data-testid="kept">
						{kept}{' '}
					</span>
				)}
				{decided && <b className={styles.decisive}>◆ The decisive step. </b>}
				{done?.progress.saved === 'no' && <LateSign />}{' '}
				{done &&
					outlookText(
						done,
						core.facts,
						outsideOf(app.state, doc),
						moment.finished,
						offCpu(doc),
						presents,
					)}
				{passed && <b> {passed}</b>}
				{decides &&
					` ◆ The next step, ${moment.at + 1}, decides it: behind it no schedule ends well.`}
			</span>{' '}
			{fails && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="show-fault"
					onClick={() => void app.outlooks.showFault()}
				>
					Put these steps next <kbd>C</kbd>
				</button>
			)}
		</p>
	);
}
