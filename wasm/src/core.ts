/** The core: facts, addresses of the page, and sessions. One module, one machine, any number of sessions. */
import { type CoreExports, type CoreSource, instantiate } from './loader';
import { CoreMemory, MAX_SCHEDULE, TEXT_BYTES } from './memory';
import { Session } from './session';
import type { Action, Config, Facts, ScenarioFacts } from './types';
import { actionEnv, actionTid, Views } from './views';

export interface ParsedUrl {
	config: Config;
	schedule: Action[];
	at: number;
	/** plain sentences for the reader: what was dropped, and why */
	notes: string[];
	/** keys the core does not know, e.g. view settings */
	extra: Record<string, string>;
}

/* By kind of the environment's action: preempt, run, threshold (x: expires), timeout, signal, kill, wake. */
const ENV_LETTERS = ['', 'p', 'r', 'x', 't', 's', 'k', 'w'];

/** Instantiates the module. Browser: the URL of core.wasm, a Response or bytes; Node: bytes. */
export async function loadCore(source: CoreSource): Promise<Core> {
	return new Core(await instantiate(source));
}

export class Core {
	readonly facts: Facts;
	/** @internal for Session and the explorer */
	readonly memory: CoreMemory;
	/** @internal */
	readonly views: Views;
	/** @internal whose moment the one machine of the module shows now, if anybody's */
	holder: { session: Session; at: number } | undefined;

	/** @internal use loadCore */
	constructor(
		/** @internal */
		readonly exports: CoreExports,
	) {
		this.memory = new CoreMemory(exports);
		this.facts = this.memory.facts;
		this.views = new Views(this.memory, this.facts);
	}

	scenario(name: string): ScenarioFacts | undefined {
		return this.facts.scenarios.find((scenario) => scenario.name === name);
	}

	/** Config of a scenario with the reader's changes. Added threads take the lock's first role. */
	configOf(name: string, overrides: Partial<Config> = {}): Config {
		const scenario = this.scenario(name);
		if (!scenario) throw new RangeError(`no scenario ${name}`);
		const letters = this.views
			.lock(overrides.lock ?? scenario.lock)
			.roles.map((role) => role.letter);
		const threads = Math.min(
			Math.max(overrides.threads ?? scenario.threads, 1),
			this.facts.maxThreads,
		);
		const given =
			overrides.roles ?? [...scenario.roles].map((letter) => Math.max(letters.indexOf(letter), 0));
		const roles = Array.from({ length: threads }, (_, i) => given[i] ?? 0);
		return {
			scenario: name,
			lock: scenario.lock,
			variant: scenario.variant,
			rounds: scenario.rounds,
			switches: scenario.switches,
			...overrides,
			budget: [...(overrides.budget ?? scenario.budget)],
			threads,
			roles,
		};
	}

	session(config: Config): Session {
		return new Session(this, config);
	}

	/** An action as the CLI writes it: "1" for a step of T1, "p2" for the environment preempting T2. */
	actionName(action: Action): string {
		return `${ENV_LETTERS[actionEnv(action)] ?? '?'}${actionTid(action)}`;
	}

	/** Reads everything after '#/' of the page's address. Never throws. */
	parseUrl(fragment: string): ParsedUrl {
		const { whole, written } = this.memory.writeText(fragment);
		const length = this.exports.ls_api_url_parse(written);
		const parsed = JSON.parse(this.memory.readText(length)) as Omit<ParsedUrl, 'config'> & {
			scenario: string;
		};
		const notes = [...parsed.notes];
		if (!whole)
			notes.push(
				`The address is longer than ${TEXT_BYTES} bytes; what comes after that was dropped.`,
			);
		return {
			config: this.memory.readConfig(parsed.scenario),
			schedule: parsed.schedule,
			at: parsed.at,
			notes,
			extra: decoded(parsed.extra),
		};
	}

	/** The inverse of parseUrl; `extra` are view settings, appended. */
	formatUrl(
		config: Config,
		schedule: readonly Action[],
		at: number,
		extra: Record<string, string> = {},
	): string {
		if (!this.scenario(config.scenario)) throw new RangeError(`no scenario ${config.scenario}`);
		this.memory.writeConfig(config);
		const kept = schedule.slice(0, MAX_SCHEDULE);
		const { written } = this.memory.writeText(config.scenario);
		this.memory.writeBytes(kept, written + 1);
		const length = this.exports.ls_api_url_format(kept.length, Math.min(at, kept.length));
		let fragment = this.memory.readText(length);
		for (const [key, value] of Object.entries(extra))
			fragment += `${fragment.includes('?') ? '&' : '?'}${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
		return fragment;
	}
}

/** Percent-decodes keys and values; what does not decode stays as it stands in the address. */
function decoded(extra: Record<string, string>): Record<string, string> {
	const plain = (text: string) => {
		try {
			return decodeURIComponent(text);
		} catch {
			return text;
		}
	};
	return Object.fromEntries(
		Object.entries(extra).map(([key, value]) => [plain(key), plain(value)]),
	);
}
