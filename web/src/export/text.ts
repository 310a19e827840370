/**
 * A schedule as text for a mail: ASCII, at most 72 columns but for the address, which must stay whole
 * to be of use. A step is a line of columns, number, who, operation, what came of it, place in the
 * text, and under it a sentence. What the environment does is marked with a star.
 */

import type { ProcFacts, Session } from '../../../wasm/src';
import { roleText } from '../drawings/threads/roles';
import { faultTitle, invariantMeaning } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import {
	lockOf,
	outsideText,
	roleOf,
	roundsText,
	searchText,
	sourceOf,
	standingText,
	switchesOf,
	textsOf,
	titleOf,
	variantOf,
} from './about';
import { ascii, COLUMNS, hanging, withRight, wrapped } from './columns';
import type { Sink } from './slices';
import { type Order, partsOf, placeOf, type ToldStep, tell } from './telling';

/** A line of mail holds 998 characters; two are for the brackets around an address. */
const LONGEST_ADDRESS = 996;
const OP_COLUMNS = 14;
const FIELD_COLUMNS = 15;

const LEGEND =
	'One step is one access to shared memory by one thread; "*" and env mark what comes from outside.';
const LEGEND_RECORDED = 'Steps with "~" were not recorded: they stand where the others need them.';

const block = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function field(name: string, text: string): string[] {
	return text === '' ? [] : hanging(`${name}:`.padEnd(FIELD_COLUMNS), ascii(text));
}

function addressLines(address: string): string[] {
	if (address === '') return ['The schedule is too long for an address that opens it.'];
	if (address.length <= LONGEST_ADDRESS) return ['Open it:', `<${address}>`];
	const parts = address.match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? [];
	const how = `The address is longer than a line of mail may be. To open it, join these ${parts.length} lines:`;
	return [...wrapped(how, COLUMNS), ...parts];
}

/** "4: T1, T2 write; T3, T4 read" */
function threadsText(order: Order): string {
	const lock = lockOf(order);
	const byRole = new Map<string, string[]>();
	for (let tid = 1; tid <= order.config.threads; tid++) {
		const title = roleText(lock.roles, roleOf(lock, order.config, tid).letter);
		byRole.set(title, [...(byRole.get(title) ?? []), `T${tid}`]);
	}
	const parts = [...byRole].map(([title, names]) => `${names.join(', ')}: ${title}`);
	return `${order.config.threads}; ${parts.join('; ')}`;
}

function headOf(order: Order, standing: string, steps: number): string {
	const { core, config, address } = order;
	const title = ascii(titleOf(order));
	const lesson = order.lesson ?? core.scenario(config.scenario)?.lesson ?? '';
	const switches = switchesOf(order).map(
		(s) => `${s.kind === 'fixed' ? '' : `${s.kind}: `}${s.name} (${s.title})`,
	);
	return block([
		...wrapped(`Lockstep: ${title}`, COLUMNS),
		'',
		...(lesson ? [...wrapped(ascii(lesson), COLUMNS), ''] : []),
		...field('Recorded', order.recording ?? ''),
		...field('Lock', variantOf(order)),
		...field('Text', sourceOf(order)),
		...field('Threads', threadsText(order)),
		...field('Rounds', roundsText(config.rounds)),
		...field('Changed', switches.join('; ')),
		...field('From outside', outsideText(order)),
		...field('All schedules', searchText(order)),
		...field('This one', `${steps} ${steps === 1 ? 'step' : 'steps'}; at the end: ${standing}`),
		...field('Scenario', `${config.scenario}, texts ${textsOf(order)}`),
		'',
		...addressLines(address),
		'',
		...wrapped(order.recorded ? `${LEGEND} ${LEGEND_RECORDED}` : LEGEND, COLUMNS),
		'',
	]);
}

class Lines {
	private readonly width: number;
	/** polls of one thread that saw nothing new, not yet written */
	private polls: { told: ToldStep; times: number } | null = null;
	private fault = '';
	private readonly procs: readonly ProcFacts[];

	constructor(
		private readonly order: Order,
		private readonly sink: Sink,
	) {
		this.procs = lockOf(order).procs;
		this.width = Math.max(3, String(order.actions.length).length);
	}

	step(told: ToldStep): void {
		const { record } = told;
		const { polls } = this;
		if (record.result === 'spun' && polls?.told.record.action === record.action) {
			polls.times++;
			return;
		}
		this.flush();
		if (record.result === 'spun') this.polls = { told, times: 1 };
		else this.write(told, '');
		this.judge(told);
	}

	flush(): void {
		const { polls } = this;
		this.polls = null;
		if (!polls) return;
		const { told, times } = polls;
		const last = told.i + times;
		this.write(told, times > 1 ? ` (${times} times, steps ${told.i + 1} to ${last})` : '');
	}

	private write({ i, record, sentence }: ToldStep, more: string): void {
		const number = String(i + 1).padStart(this.width);
		const { did, effect } = partsOf(record, sentence);
		const inferred = this.order.recorded?.inferred(i) ? '~' : ' ';
		if (record.env !== '') {
			const first = `*${inferred}${number}  env  ${record.env.padEnd(OP_COLUMNS)}`;
			this.sink(block(hanging(first, ascii(sentence))));
			return;
		}
		const who = ` ${inferred}${number}  ${`T${record.tid}`.padEnd(5)}`;
		const place = placeOf(this.procs, record);
		const first = hanging(`${who}${record.op.padEnd(OP_COLUMNS)}`, ascii(effect));
		const told = hanging(' '.repeat(who.length), ascii(`${did}${more}.`));
		const beside = withRight(first, place);
		const fits = beside.length === first.length;
		this.sink(block(fits ? [...beside, ...told] : [...first, ...withRight(told, place)]));
	}

	/** The first state of a fault is said where it comes about. */
	private judge({ judgement, i }: ToldStep): void {
		const { verdict, what } = judgement;
		const fault = isFault(verdict) ? `${verdict} ${what}` : '';
		if (fault === this.fault) return;
		this.fault = fault;
		if (fault !== '') this.sink(block(['', ...this.faultLines(verdict, what, i + 1), '']));
	}

	private faultLines(verdict: string, what: string, step: number): string[] {
		const lock = lockOf(this.order);
		const rule = invariantMeaning(lock, what);
		const said = `${faultTitle(verdict, what, lock)}, after step ${step}.`;
		return [
			...hanging('!!! ', ascii(said)),
			...(rule ? hanging('    ', ascii(`The rule broken here: "${rule}".`)) : []),
		];
	}
}

/** How everybody stands at the end. */
function endOf(session: Session, standing: string): string {
	const whereabouts = session
		.options()
		.filter((o) => o.env === '')
		.flatMap(({ tid, result, about, why }) =>
			hanging(`  ${`T${tid}`.padEnd(5)}`, ascii(result === 'moved' ? about : why || about)),
		);
	const steps = session.length;
	const said = `After ${steps} ${steps === 1 ? 'step' : 'steps'}: ${standing}.`;
	return block(['', ...wrapped(ascii(said), COLUMNS), '', ...whereabouts]);
}

export interface Ends {
	head: string;
	tail: string;
}

/** Writes the steps into `sink`, yields how many are told, and returns what stands before and behind them. */
export function* plainText(order: Order, sink: Sink): Generator<number, Ends> {
	const lines = new Lines(order, sink);
	const steps = tell(order);
	let next = steps.next();
	for (; !next.done; next = steps.next()) {
		lines.step(next.value);
		yield next.value.i + 1;
	}
	lines.flush();
	const session = next.value;
	const { verdict, what } = session.judge();
	const standing = standingText(order, verdict, what, session.machine());
	return { head: headOf(order, standing, session.length), tail: endOf(session, standing) };
}
