/** The core: facts, addresses of the page, and sessions. A module for each lock, which comes when it is asked for. */
import { FAMILIES } from '../generated/families';
import { INDEX } from '../generated/index';
import { ENV_LETTERS, LIMITS } from '../generated/machine';
import { actionEnv, actionTid } from './actions';
import type { Action, Config } from './config';
import type { Edited } from './edited';
import type { Family } from './engine';
import type { Facts, LockFacts, ScenarioFacts } from './facts';
import { LoadError } from './load-error';
import type { CoreSource } from './loader';
import type { Session } from './session';

export interface ParsedUrl {
	config: Config;
	schedule: Action[];
	at: number;
	/** plain sentences for the reader: what was dropped, and why */
	notes: string[];
	/** keys the core does not know, e.g. view settings */
	extra: Record<string, string>;
}

/** Where the module of a lock is: an address, a Response or bytes. */
export type ModuleOf = (lock: string) => CoreSource | Promise<CoreSource>;

/** What is said of every lock from the start; what is as in most scenarios is left out. */
interface Index extends Omit<Facts, 'locks' | 'scenarios'> {
	locks: (Pick<
		LockFacts,
		'name' | 'title' | 'family' | 'source' | 'purpose' | 'variants' | 'roles'
	> & {
		scenarios: (Pick<ScenarioFacts, 'name' | 'title' | 'roles'> & Partial<ScenarioFacts>)[];
	})[];
}

const lockLater = () => ({
	fingerprint: '',
	memory: [],
	lines: [],
	procs: [],
	switches: [],
	roles: [],
	invariants: [],
	env: [],
	queues: [],
});

/** What an author has told of a set-up, before anybody has. */
const untold = () => ({ what: '', lesson: '', story: [], beats: [], partsAt: 0, lateAt: 0 });

const scenarioLater = () => ({ rounds: 0, switches: 0, budget: [], ...untold() });

/** What comes with the module of a lock. */
interface Rest {
	lock: Pick<LockFacts, keyof ReturnType<typeof lockLater>>;
	stories: Record<string, Pick<ScenarioFacts, keyof ReturnType<typeof scenarioLater> | 'next'>>;
}

/** What is known of every lock from the start; the rest is put in when its module comes. */
function knownAtFirst(): Facts {
	const { locks, ...names } = structuredClone(INDEX) as Index;
	return {
		...names,
		locks: locks.map(({ scenarios, ...lock }, id) => ({ ...lockLater(), ...lock, id })),
		scenarios: locks.flatMap(({ scenarios }, lock) =>
			scenarios.map((scenario) => ({
				...scenarioLater(),
				variant: 0,
				verdict: 'OK',
				sandbox: false,
				planted: false,
				...scenario,
				lock,
				threads: scenario.roles.length,
			})),
		),
	};
}

export class Core {
	readonly facts: Facts = knownAtFirst();
	private readonly families = new Map<number, Family>();
	private running: typeof import('./running') | undefined;
	private readonly coming = new Map<number, Promise<void>>();
	private readonly moduleOf: ModuleOf;

	constructor(
		moduleOf: ModuleOf,
		readonly edited?: Edited,
	) {
		this.moduleOf = moduleOf;
	}

	/** The lock's module is there: what is asked of the lock can be answered. */
	has(lock: number): boolean {
		return this.families.has(lock);
	}

	/** Brings the module of a lock, once; after a failure, once more when asked again. */
	load(lock: number): Promise<void> {
		const coming = this.coming.get(lock) ?? this.bring(this.lock(lock));
		this.coming.set(lock, coming);
		coming.catch(() => this.coming.delete(lock));
		return coming;
	}

	private async bring(lock: LockFacts): Promise<void> {
		const family = FAMILIES[lock.name];
		if (!family) throw new LoadError(`Nothing is known of the lock ${lock.name}.`);
		const [{ REST }, running, source] = await Promise.all([
			family(),
			import('./running'),
			this.moduleOf(lock.name),
		]);
		const edited = this.editedOf(lock.id);
		const exports = await (edited ?? running).instantiate(source);
		const rest = structuredClone(REST) as Rest;
		Object.assign(lock, rest.lock);
		if (edited) lock.procs = edited.procs(lock.procs);
		for (const scenario of this.facts.scenarios) {
			Object.assign(scenario, rest.stories[scenario.name]);
			/* what was told and found of it was told and found of the published text */
			if (edited && scenario.lock === lock.id) Object.assign(scenario, untold(), { verdict: '' });
		}
		this.running = running;
		this.families.set(lock.id, new running.Family(exports, this.facts));
	}

	/** The reader's text, where one of that lock is run. */
	editedOf(lock: number): Edited | undefined {
		return this.edited?.lock === lock ? this.edited : undefined;
	}

	/** @internal for sessions and searches */
	family(lock: number): Family {
		const family = this.families.get(lock);
		if (!family) throw new LoadError(`The module of ${this.lock(lock).name} is not there yet.`);
		return family;
	}

	/** Not the least of what is known of it may be there only with its module. */
	lock(id: number): LockFacts {
		const lock = this.facts.locks.find((l) => l.id === id);
		if (!lock) throw new RangeError(`no lock ${id}`);
		return lock;
	}

	/** The lock whose module reads what follows '#/' of an address; what names none is for the first. */
	lockOf(fragment: string): number {
		const name = /^[^?]*/.exec(fragment)?.[0] ?? '';
		return (this.scenario(name) ?? this.facts.scenarios[0])?.lock ?? 0;
	}

	scenario(name: string): ScenarioFacts | undefined {
		return this.facts.scenarios.find((scenario) => scenario.name === name);
	}

	/** Config of a scenario with the reader's changes. Added threads take the lock's first role. */
	configOf(name: string, overrides: Partial<Config> = {}): Config {
		const scenario = this.scenario(name);
		if (!scenario) throw new RangeError(`no scenario ${name}`);
		const letters = this.lock(overrides.lock ?? scenario.lock).roles.map((role) => role.letter);
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
		const family = this.family(config.lock);
		if (!this.running) throw new LoadError('Nothing runs yet.');
		return new this.running.Session(family, config);
	}

	/** An action as the CLI writes it: "1" for a step of T1, "p2" for the environment preempting T2. */
	actionName(action: Action): string {
		return `${ENV_LETTERS[actionEnv(action)] ?? '?'}${actionTid(action)}`;
	}

	/** Reads everything after '#/' of the page's address; the module of lockOf() must be there. */
	parseUrl(fragment: string): ParsedUrl {
		const place = placeInStory(fragment);
		const story = this.scenario(place?.name ?? '')?.story ?? [];
		if (!place || story.length === 0) return this.parse(fragment);
		const parsed = this.parse(place.rest);
		/* another set-up may not allow the story */
		const plain = this.formatUrl(this.configOf(place.name), [], 0);
		if (this.formatUrl(parsed.config, [], 0) !== plain) return this.parse(fragment);
		const at = Math.min(place.at, story.length);
		const notes = [...parsed.notes];
		if (at < place.at)
			notes.push(`The story has ${at} steps, and no step ${place.at}; its end is shown.`);
		return { ...parsed, schedule: [...story], at, notes };
	}

	private parse(fragment: string): ParsedUrl {
		const { memory, exports } = this.family(this.lockOf(fragment));
		const { whole, written } = memory.writeText(fragment);
		const length = exports.ls_api_url_parse(written);
		const [scenario = '', at, steps, count, ...more] = memory.readText(length).split('\0');
		const notes = more.splice(0, Number(count));
		if (!whole)
			notes.push(
				`The address is longer than ${LIMITS.textBytes} bytes; what comes after that was dropped.`,
			);
		return {
			config: memory.readConfig(scenario),
			schedule: memory.readBytes(Number(steps), length),
			at: Number(at),
			notes,
			extra: decoded(more),
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
		const { memory, exports } = this.family(config.lock);
		memory.writeConfig(config);
		const kept = schedule.slice(0, LIMITS.maxSchedule);
		memory.writeTextAndBytes(config.scenario, kept);
		const length = exports.ls_api_url_format(kept.length, Math.min(at, kept.length));
		let fragment = memory.readText(length);
		for (const [key, value] of Object.entries(extra))
			fragment += `${fragment.includes('?') ? '&' : '?'}${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
		return fragment;
	}
}

/** `NAME?at=7` without steps is a moment of the scenario's own story. rest: the address without it. */
function placeInStory(fragment: string): { name: string; at: number; rest: string } | null {
	const [name = '', query = ''] = fragment.split(/\?(.*)/s);
	const pairs = query.split('&');
	const at = pairs.find((pair) => /^at=\d{1,6}$/.test(pair));
	if (!at || pairs.some((pair) => pair.startsWith('s='))) return null;
	const rest = `${name}?${pairs.filter((pair) => pair !== at).join('&')}`;
	return { name, at: Number(at.slice(3)), rest };
}

/** Percent-decodes keys and values; what does not decode stays as it stands in the address. */
function decoded(texts: readonly string[]): Record<string, string> {
	const plain = (text = '') => {
		try {
			return decodeURIComponent(text);
		} catch {
			return text;
		}
	};
	return Object.fromEntries(
		Array.from({ length: texts.length >> 1 }, (_, i) => [
			plain(texts[2 * i]),
			plain(texts[2 * i + 1]),
		]),
	);
}
