/** `mutex-3.9 threads=WWR preempt=1 switch=torn_swap rounds=3`: a scenario and what differs from it. */
import type { Config, Core } from '../../../wasm/src';
import { Mistake } from './markdown';

/** Steps in words, under a set-up: what they are, and whether a fact is so behind them. */
export type Teller = (
	address: string,
	steps: string,
	fact: string,
) => { actions: number[]; applies: boolean; holds: boolean; why: string };

export interface SetUp {
	core: Core;
	teller: Teller;
	config: Config;
	/** of the set-up alone */
	address: string;
}

function rolesOf(core: Core, config: Config, letters: string): number[] {
	const { roles } = core.lock(config.lock);
	return [...letters].map((letter) => {
		const role = roles.findIndex((r) => r.letter === letter);
		if (role < 0) throw new Mistake(`${config.scenario} has no role ${letter}`);
		return role;
	});
}

function switchOf(core: Core, config: Config, name: string): number {
	const bit = core.lock(config.lock).switches.findIndex((s) => s.name === name);
	if (bit < 0) throw new Mistake(`${config.scenario} has no switch ${name}`);
	return 1 << bit;
}

function changed(core: Core, config: Config, key: string, value: string): Partial<Config> {
	if (key === 'threads') {
		const roles = rolesOf(core, config, value);
		return { roles, threads: roles.length };
	}
	if (key === 'rounds') return { rounds: Number(value) };
	if (key === 'switch') return { switches: config.switches | switchOf(core, config, value) };
	const kind = core.facts.envKinds.findIndex(({ name, budget }) => budget && name === key);
	if (kind < 1) throw new Mistake(`no set-up has ${key}`);
	const budget = [...config.budget];
	budget[kind] = Number(value);
	return { budget };
}

export function readSetUp(core: Core, teller: Teller, text: string): SetUp {
	const [name = '', ...pairs] = text.split(/\s+/).filter(Boolean);
	const scenario = core.scenario(name);
	if (!scenario) throw new Mistake(`no scenario ${name}`);
	let config = core.configOf(name);
	/* the plenty of free play is for playing; a lesson says what may happen */
	if (scenario.sandbox) config.budget = config.budget.map(() => 0);
	for (const pair of pairs) {
		const [key = '', value = ''] = pair.split('=');
		config = core.configOf(name, { ...config, ...changed(core, config, key, value) });
	}
	return { core, teller, config, address: core.formatUrl(config, [], 0) };
}

interface Told {
	actions: number[];
	/** the fact is so; if not, what is */
	holds: boolean;
	why: string;
}

/** The steps, all of which must be possible. */
export function tell({ teller, address }: SetUp, steps: string, fact = ''): Told {
	const told = teller(address, steps, fact);
	if (!told.applies) throw new Mistake(`"${steps}": ${told.why}`);
	return told;
}
