/** Which scenarios to show, and in which groups. */
import type { Facts, LockFacts, ScenarioFacts } from '../../../wasm/src';

export interface Entry {
	scenario: ScenarioFacts;
	lock: LockFacts;
	variant: string;
}

export interface Family {
	family: string;
	/** stories, those of a planted fault last */
	told: Entry[];
	/** plain starts, one per variant */
	free: Entry[];
}

function textOf({ scenario, lock, variant }: Entry): string {
	const faults = lock.switches.filter((_, i) => scenario.switches & (1 << i)).map((s) => s.title);
	return [
		scenario.name,
		scenario.title,
		scenario.lesson,
		scenario.verdict,
		lock.name,
		lock.title,
		lock.family,
		lock.source,
		variant,
		...faults,
	]
		.join(' ')
		.toLowerCase();
}

/** Every word of the query must occur somewhere in what is known of the scenario. */
export function matches(entry: Entry, query: string): boolean {
	const text = textOf(entry);
	return query
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word));
}

export function families(facts: Facts, query: string): Family[] {
	const groups = new Map<string, Family>();
	for (const scenario of facts.scenarios) {
		const lock = facts.locks.find((l) => l.id === scenario.lock);
		if (!lock) continue;
		const entry = { scenario, lock, variant: lock.variants[scenario.variant]?.title ?? '' };
		if (!matches(entry, query)) continue;
		const group = groups.get(lock.family) ?? {
			family: lock.family,
			told: [],
			faults: [],
			free: [],
		};
		(scenario.sandbox ? group.free : group.told).push(entry);
		groups.set(lock.family, group);
	}
	const faulty = (entry: Entry) => Number(entry.scenario.switches !== 0);
	for (const group of groups.values()) group.told.sort((a, b) => faulty(a) - faulty(b));
	return [...groups.values()];
}
