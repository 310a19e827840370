/** What each side of a comparison plays: the same work where that is possible, and a schedule that ends it. */
import {
	type Action,
	type Config,
	type Core,
	ENDLESS,
	envOf,
	type LockFacts,
	type Session,
} from '../../../wasm/src';
import { nameIn } from '../app/fragment';
import { playedIn } from '../narration/lock-name';
import { isFault } from '../narration/verdicts';
import type { CompareRoute } from '../store/state';

/** More than this is not played out. */
const MOST_STEPS = 4000;
/** Whoever waits hears of as many at once. */
const TOLD_STEPS = 100;
export const MOST_THREADS = 8;
export const MOST_ROUNDS = 4;

/** Rounds that end. */
const ended = (rounds: number): number => (rounds === ENDLESS ? 2 : rounds);

/**
 * Every thread takes a step in turn, polls included, until nobody can go on. One that was preempted runs again when
 * the others can do nothing new. No other act of the environment. `onStep` hears now and then how far it has come.
 */
function playInTurn(core: Core, session: Session, onStep: (steps: number) => void): void {
	const { threads } = session.config;
	const run = core.facts.envKinds.findIndex(({ name }) => name === 'run');
	const anyRuns = () =>
		Array.from({ length: threads }, (_, i) => envOf(run, i + 1)).some(
			(action) => session.step(action) === 'moved',
		);
	const seen = new Set<string>();
	let told = 0;
	for (let idle = 0, turn = 0; session.length < MOST_STEPS; turn = (turn + 1) % threads) {
		if (turn === 0) {
			const state = session.hash();
			if (seen.has(state)) {
				/* from here on it would go round for ever */
				if (!anyRuns()) return;
				seen.clear();
			}
			seen.add(state);
		}
		idle = session.step(turn) === 'moved' ? 0 : idle + 1;
		if (session.length >= told + TOLD_STEPS) {
			told = session.length;
			onStep(told);
		}
		if (idle < threads) continue;
		if (!anyRuns()) return;
		idle = 0;
	}
}

/** The first step of a schedule after which a rule is broken, or nobody can go on. */
export interface Fault {
	at: number;
	verdict: string;
	what: string;
	/** whose rule it is */
	lock?: LockFacts | undefined;
}

export function firstFault(session: Session): Fault | null {
	for (let at = 1; at <= session.length; at++) {
		const { verdict, what } = session.judge(at);
		if (isFault(verdict)) return { at, verdict, what };
	}
	return null;
}

/** All steps, or as many as it takes to fail: what a lock does behind that is compared with nothing. */
export const untilFault = (session: Session): Action[] =>
	session.actions().slice(0, firstFault(session)?.at ?? session.length);

interface Work {
	threads: number;
	rounds: number;
	/** letters, as far as both locks know them */
	roles: string[];
}

function workOf(core: Core, route: CompareRoute): Work {
	const [left, right] = [nameIn(route.left), nameIn(route.right)].map((n) => core.scenario(n));
	const told = [left, right].find((s) => s && !s.sandbox) ?? left;
	return {
		threads: route.threads || Math.min(told?.threads ?? 2, MOST_THREADS),
		rounds: route.rounds || ended(told?.rounds ?? 1),
		roles: [...(told?.roles ?? '')],
	};
}

/** The scenario with other work: its roles where it has them, else its first. */
function withWork(core: Core, name: string, { threads, rounds, roles }: Work): Config {
	const scenario = core.scenario(name);
	const letters = core.lock(scenario?.lock ?? 0).roles.map(({ letter }) => letter);
	const roleOf = (i: number) => letters.indexOf(roles[i % Math.max(1, roles.length)] ?? '');
	return core.configOf(name, {
		threads,
		rounds,
		roles: Array.from({ length: threads }, (_, i) => Math.max(0, roleOf(i))),
	});
}

export interface Played {
	config: Config;
	schedule: Action[];
}

interface PlayOptions {
	/** plays it, where that is another core: one that runs a text which no story is told of */
	run?: Core;
	onStep?(steps: number): void;
}

/** What one side plays, before the reader has changed it: of a story as much as the text that is run takes. */
export function played(
	core: Core,
	route: CompareRoute,
	name: string,
	{ run = core, onStep = () => {} }: PlayOptions = {},
): Played {
	const scenario = core.scenario(name);
	const told = route.by === 'story' && (scenario?.story.length ?? 0) > 0;
	const config = told ? core.configOf(name) : withWork(core, name, workOf(core, route));
	const session = run.session({ ...config, rounds: ended(config.rounds) });
	if (told) session.load(scenario?.story ?? []);
	playInTurn(run, session, onStep);
	return { config: session.config, schedule: untilFault(session) };
}

/** The schedule of a session, and behind its cursor every thread in turn. */
export function playedOn(core: Core, session: Session): Action[] {
	const { config, cursor } = session;
	const whole = core.session({ ...config, rounds: ended(config.rounds) });
	whole.load(session.actions().slice(0, cursor));
	if (!isFault(whole.judge().verdict)) playInTurn(core, whole, () => {});
	return whole.actions();
}

/** What plays on a side: its story, or where all take turns the lock alone, for a story has threads of its own. */
export function playedTitle(core: Core, { by }: CompareRoute, name: string): string {
	const { title = name, sandbox = true } = core.scenario(name) ?? {};
	return by === 'turns' || sandbox ? playedIn(core, name) : title;
}

/** "4 threads, 1 round each" */
export function workText({ threads, rounds }: Pick<Config, 'threads' | 'rounds'>): string {
	return `${threads} threads, ${rounds} ${rounds === 1 ? 'round' : 'rounds'} each`;
}
