/** Which scenarios to show, and in which groups. */

import type { Facts, LockFacts, ScenarioFacts } from '../../../wasm/src';
import { isFinding } from '../store/beats';
import { loadLessons } from './lessons';
import { isNamed, nearness } from './near';
import { plain, says, stemOf, type Term, termsOf } from './terms';

/** What may be looked for beside what is shown, by name; comes when somebody searches. */
export interface Words {
	locks: Readonly<Record<string, string>>;
	scenarios: Readonly<Record<string, string>>;
	/** the findings as docs/findings.md numbers them, each with the scenario that shows it */
	findings: Readonly<Record<string, string>>;
	/** what each story teaches */
	lessons: Readonly<Record<string, string>>;
}

export const NO_WORDS: Words = { locks: {}, scenarios: {}, findings: {}, lessons: {} };

export async function loadWords(): Promise<Words> {
	const [{ WORDS }, { default: findings }, lessons] = await Promise.all([
		import('../../../wasm/generated/search'),
		import('@generated/docs/found.json'),
		loadLessons(),
	]);
	return { ...(WORDS as Omit<Words, 'findings' | 'lessons'>), findings, lessons };
}

export interface Entry {
	scenario: ScenarioFacts;
	lock: LockFacts;
	variant: string;
	/** what the scenario teaches; '': it has not come yet */
	lesson: string;
	/** words to be found by: the scenario's own, and the lock's */
	words: string;
	lockWords: string;
	/** which scenario shows a finding, by its number */
	findings: Words['findings'];
}

export interface Family {
	family: string;
	/** stories; then what was found in the posted texts; then planted faults */
	told: Entry[];
	/** plain starts, one per variant */
	free: Entry[];
}

/** What the scenario says of itself. */
export function ownText({ scenario, lesson, words }: Entry): string {
	const { name, title, verdict } = scenario;
	return plain([name, title, lesson, verdict, words].join(' '));
}

/** What is known of its lock and variant. */
function lockText({ scenario, lock, variant, lockWords }: Entry): string {
	const names = [lock.name, lock.title, lock.family, lock.source, lockWords];
	const { name = '' } = lock.variants[scenario.variant] ?? {};
	return plain([...names, variant, name].join(' '));
}

export function has(entry: Entry, text: string, term: Term): boolean {
	const finding = entry.findings[term.asked.toUpperCase()];
	return finding === undefined ? says(text, term) : finding === entry.scenario.name;
}

/** Every term of the query must occur somewhere in what is known of the scenario. */
function matches(entry: Entry, query: string): boolean {
	const text = `${ownText(entry)} ${lockText(entry)}`;
	return termsOf(query).every((term) => has(entry, text, term));
}

/** Whether the scenario itself speaks of it, and in the words that were asked for; else only its lock does. */
function speaks(entry: Entry, query: string): 'so' | 'in other words' | 'no' {
	const text = ownText(entry);
	const own = ({ asked, forms }: Term) => ({ asked, forms: [stemOf(forms[0] ?? asked)] });
	const terms = termsOf(query);
	if (terms.every((term) => has(entry, text, own(term)))) return 'so';
	return terms.every((term) => has(entry, text, term)) ? 'in other words' : 'no';
}

/** What the query names is what goes wrong in it. */
function isVerdict({ scenario }: Entry, query: string): boolean {
	const verdict = plain(scenario.verdict);
	return verdict !== 'ok' && termsOf(query).some(({ forms }) => forms.includes(verdict));
}

/** The smaller, the sooner it is shown: a title that says it, what breaks by that name, its own text, its lock's. */
export function distance(entry: Entry, query: string): number {
	const { title, sandbox } = entry.scenario;
	if (nearness(title, query) === 0) return 0;
	if (isVerdict(entry, query)) return 1;
	if (isNamed(title, query) && isStory(entry) && !sandbox) return 2;
	return { so: 3, 'in other words': 4, no: 5 }[speaks(entry, query)];
}

export function rank({ scenario }: Entry): number {
	if (isFinding(scenario)) return 1;
	return scenario.planted ? 2 : 0;
}

/** It tells how a lock works; the others, how one fails. */
export const isStory = (entry: Entry): boolean => rank(entry) === 0;

/** Stories as they lead to one another, from the first of the lock on: what a "Next" leads to comes behind it. */
function inRunningOrder(told: readonly Entry[]): Entry[] {
	const left = new Map(told.map((entry) => [entry.scenario.name, entry]));
	const order: Entry[] = [];
	for (const first of told)
		for (
			let here = left.get(first.scenario.name);
			here;
			here = left.get(here.scenario.next ?? '')
		) {
			left.delete(here.scenario.name);
			order.push(here);
		}
	return order;
}

/** The lock that says the turn of its family stands first in it: the others come as their folders do. */
function fromItsLock({ told, free }: Family): Entry[] {
	const first = [...told, ...free].find(({ scenario }) => scenario.turn !== undefined)?.lock;
	const isFirst = ({ lock }: Entry): number => (lock === first ? 0 : 1);
	return told.toSorted((a, b) => isFirst(a) - isFirst(b));
}

/** Those whose locks say no turn stand behind the others, as they come. */
const turn = ({ told, free }: Family): number =>
	Math.min(...[...told, ...free].map(({ scenario }) => scenario.turn ?? Number.POSITIVE_INFINITY));
const inTurn = (a: Family, b: Family): number => (turn(a) === turn(b) ? 0 : turn(a) - turn(b));

export function entriesOf({ scenarios, locks }: Facts, words: Words): Entry[] {
	return scenarios.flatMap((scenario) => {
		const lock = locks.find((l) => l.id === scenario.lock);
		if (!lock) return [];
		const variant = lock.variants[scenario.variant]?.title ?? '';
		return {
			...{ scenario, lock, variant },
			lesson: words.lessons[scenario.name] ?? scenario.lesson ?? '',
			words: words.scenarios[scenario.name] ?? '',
			lockWords: words.locks[lock.name] ?? '',
			findings: words.findings,
		};
	});
}

export function families(facts: Facts, query: string, words = NO_WORDS): Family[] {
	const groups = new Map<string, Family>();
	for (const entry of entriesOf(facts, words)) {
		const { scenario, lock } = entry;
		if (!matches(entry, query)) continue;
		const group = groups.get(lock.family) ?? {
			family: lock.family,
			told: [],
			free: [],
		};
		(scenario.sandbox ? group.free : group.told).push(entry);
		groups.set(lock.family, group);
	}
	for (const group of groups.values())
		group.told = inRunningOrder(fromItsLock(group)).sort((a, b) => rank(a) - rank(b));
	const all = [...groups.values()].sort(inTurn);
	return query.trim() === '' ? all : byDistance(all, query);
}

/** What has the best hit first: the stories of a family, and the families. */
function byDistance(groups: readonly Family[], query: string): Family[] {
	return groups
		.map((group) => {
			const told = group.told.map((entry) => ({ entry, far: distance(entry, query) }));
			/* those as far stay in their order */
			told.sort((a, b) => a.far - b.far);
			const own = nearness(group.family, query) === 0 ? 0 : isNamed(group.family, query) ? 2 : 5;
			const far = Math.min(own, told[0]?.far ?? 5);
			return { group: { ...group, told: told.map(({ entry }) => entry) }, far };
		})
		.sort((a, b) => a.far - b.far)
		.map(({ group }) => group);
}
