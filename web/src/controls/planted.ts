/** The switches of a text that are on, and what a search that finds nothing wrong says of them. */
import {
	type Config,
	type Core,
	configShowing,
	type LockFacts,
	type SwitchFacts,
} from '../../../wasm/src';
import { isFault } from '../narration/verdicts';

const switchesOn = (lock: LockFacts | undefined, { switches }: Config): SwitchFacts[] =>
	lock?.switches.filter((_, bit) => (switches & (1 << bit)) !== 0) ?? [];

/** Those that break a rule somewhere, and have not in a search with this verdict. */
export function silentIn(
	lock: LockFacts | undefined,
	config: Config,
	verdict: string,
): SwitchFacts[] {
	if (verdict !== 'OK' && verdict !== 'BOUNDED') return [];
	return switchesOn(lock, config).filter((s) => isFault(s.verdict));
}

interface Shows {
	/** the set-up in which it shows, as an address */
	address: string;
	/** as it follows `lockstep` */
	command: string;
}

export const showsAt = (core: Core, lock: LockFacts, fault: SwitchFacts): Shows => ({
	address: `#/${core.formatUrl(configShowing(lock, fault), [], 0)}`,
	command: `check ${fault.shownBy} --switch ${fault.name}`,
});

const quoted = (of: readonly SwitchFacts[]) => of.map(({ title }) => `“${title}”`).join(', ');

/** "; switched on: “…”" */
export const onText = (lock: LockFacts | undefined, config: Config): string => {
	const on = switchesOn(lock, config);
	return on.length > 0 ? `; switched on: ${quoted(on)}` : '';
};

/** "roles WRR", where the lock has more than one; '' elsewhere. */
export const rolesText = (lock: LockFacts | undefined, { roles }: Config): string =>
	lock && lock.roles.length > 1
		? `, roles ${roles.map((r) => lock.roles[r]?.letter).join('')}`
		: '';
