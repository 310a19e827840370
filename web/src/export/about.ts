/** What is exported, in words that both formats use. */
import { type Config, ENDLESS, type LockFacts, type MachineView } from '../../../wasm/src';
import { budgetText, faultTitle } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import type { Order } from './telling';

export function lockOf({ core, config }: Order): LockFacts {
	const lock = core.facts.locks.find((l) => l.id === config.lock);
	if (!lock) throw new RangeError(`no lock ${config.lock}`);
	return lock;
}

export const titleOf = ({ core, config, title }: Order): string =>
	title ?? core.scenario(config.scenario)?.title ?? config.scenario;

/** The reader's text, where that is what was run. */
export const editedIn = ({ core, config }: Order) => core.editedOf(config.lock);

export function variantOf(order: Order): string {
	const lock = lockOf(order);
	const variant = lock.variants[order.config.variant];
	const name = variant && lock.variants.length > 1 ? `${lock.title}: ${variant.title}` : lock.title;
	const own = editedIn(order);
	return own ? `${name} (with an edited ${own.text}.c)` : name;
}

/** Whose text it is, and where it stands. */
export function sourceOf(order: Order): string {
	const { name, source } = lockOf(order);
	const own = editedIn(order);
	return own
		? `${source}, but for an edited ${own.text}.c, which the address has`
		: `${source}, as core-c/locks/${name}/${name}.c`;
}

/** What tells the texts from others: an edited one has its own. */
export const textsOf = (order: Order): string =>
	`${lockOf(order).fingerprint}${editedIn(order) ? ', edited' : ''}`;

export const roleOf = (lock: LockFacts, config: Config, tid: number): LockFacts['roles'][number] =>
	lock.roles[config.roles[tid - 1] ?? 0] ?? { letter: '?', title: '' };

export const roundsText = (rounds: number): string =>
	rounds === ENDLESS ? 'without end' : String(rounds);

/** What may come from outside; a recording has no such limits: what came, came. */
export const outsideText = ({ core, config, recording }: Order): string =>
	recording ? 'as recorded, or inferred' : budgetText(core.facts, config.budget) || 'nothing';

/** The switches that are on: planted faults and fixed ones. */
export function switchesOf(order: Order): LockFacts['switches'] {
	return lockOf(order).switches.filter((_, bit) => (order.config.switches >>> bit) & 1);
}

/** What every schedule of this set-up comes to, where somebody has looked. */
export function searchText(order: Order): string {
	const { core, config, searched } = order;
	if (searched) return searched;
	const scenario = core.scenario(config.scenario);
	if (!scenario || scenario.sandbox || editedIn(order)) return '';
	if (JSON.stringify(config) !== JSON.stringify(core.configOf(config.scenario))) return '';
	return `${faultTitle(scenario.verdict, scenario.what, lockOf(order))} (over every schedule of this set-up; "lockstep verify" repeats that search)`;
}

const allGone = ({ threads }: MachineView): boolean =>
	threads.every(({ status }) => status === 'done' || status === 'dead');

/** How a state stands, in words. */
export function standingText(
	order: Order,
	verdict: string,
	what: string,
	machine: MachineView,
): string {
	if (isFault(verdict)) return faultTitle(verdict, what, lockOf(order));
	return allGone(machine) ? 'every thread is done' : 'no invariant is broken';
}
