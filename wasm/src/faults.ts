/** The configuration in which a planted fault shows: what `lockstep check ... --switch NAME` would search. */
import type { Core } from './core';
import type { Config, LockFacts, SwitchFacts } from './types';

const BUDGET_LETTERS: Record<string, number> = { p: 1, x: 3, t: 4, s: 5, k: 6 };

/** Reads the same flags as core-c/cli/options.c, of which `shownBy` uses a few. */
export function configShowing(core: Core, lock: LockFacts, fault: SwitchFacts): Config {
	const [sandbox = '', ...words] = fault.shownBy.split(/\s+/);
	const config = core.configOf(sandbox, {
		switches: 2 ** lock.switches.indexOf(fault),
		budget: [0, 0, 0, 0, 0, 0, 0, 0],
	});
	for (let i = 0; i < words.length; i += 2)
		apply(core, lock, config, words[i] ?? '', words[i + 1] ?? '');
	return config;
}

function apply(core: Core, lock: LockFacts, config: Config, flag: string, value: string): void {
	if (flag === '--rounds') {
		config.rounds = Number(value);
	} else if (flag === '--budget') {
		for (const [, letter = '', count] of value.matchAll(/([a-z])(\d+)/g))
			config.budget[BUDGET_LETTERS[letter] ?? 0] = Number(count);
	} else if (flag === '--threads' && /^\d+$/.test(value)) {
		const resized = core.configOf(config.scenario, { threads: Number(value) });
		config.threads = resized.threads;
		config.roles = resized.roles;
	} else if (flag === '--threads') {
		config.threads = value.length;
		config.roles = [...value].map((letter) =>
			lock.roles.findIndex((role) => role.letter === letter),
		);
	} else if (flag === '--switch') {
		config.switches += 2 ** lock.switches.findIndex((other) => other.name === value);
	} else {
		throw new RangeError(`${flag} is not understood here`);
	}
}
