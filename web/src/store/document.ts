/** What can be done with one open document: derive its moment, choose a step, decide what comes next. */

import {
	type Action,
	actionEnv,
	type Config,
	type Core,
	isEnvAction as isEnv,
	type Option,
	type Schedule,
	type Session,
	type StepResult,
	actionTid as tidOf,
} from '../../../wasm/src';
import { withSourceNames } from '../drawings/source-names';
import { type Branch, commonPrefix, ghostsOf, keepBranch } from './branches';
import { nextInTurn } from './in-turn';
import type { Document, Moment, Recording } from './state';

export { isEnv, tidOf };
export const envKindOf = actionEnv;

/** What the branch that a story is comes from, as ghosts are labelled. */
const STORY = 'the story';

function onStory(session: Session, story: readonly Action[], until: number): boolean {
	if (until > story.length) return false;
	for (let i = 0; i < until; i++) if (session.action(i) !== story[i]) return false;
	return true;
}

/** The whole schedule, kept future included, is held against the story. */
function storyOf(session: Session, story: readonly Action[]): Moment['story'] {
	if (story.length === 0) return 'none';
	if (!onStory(session, story, session.length)) return 'left';
	return session.cursor === story.length ? 'ended' : 'telling';
}

/** The next thread after the last actor, in turn, that can make progress; else a preempted one runs again. */
function nextAlone(session: Session, options: readonly Option[], threads: number): Action | null {
	const last = session.cursor > 0 ? tidOf(session.action(session.cursor - 1)) : 0;
	const movable = nextInTurn(options, last, threads, ({ env }) => env === '');
	const resumable = options.find((o) => o.env === 'run' && o.result === 'moved');
	return movable?.action ?? resumable?.action ?? null;
}

function nextOf(
	session: Session,
	options: readonly Option[],
	story: readonly Action[],
	tale: Moment['story'],
	threads: number,
): Moment['next'] {
	const at = session.cursor;
	if (at < session.length) {
		const from = tale === 'telling' && story.length > 0 ? 'story' : 'future';
		return { action: session.action(at), from };
	}
	const told = story[at];
	if (told !== undefined && onStory(session, story, at)) {
		const option = options.find((o) => o.action === told);
		if (option && (option.result === 'moved' || option.result === 'spun')) {
			return { action: told, from: 'story' };
		}
	}
	const action = nextAlone(session, options, threads);
	return action === null ? null : { action, from: 'thread' };
}

/** Why nothing comes next. */
export function standstill({ finished, options }: Pick<Moment, 'finished' | 'options'>): string {
	const can = (result: StepResult, byEnv: boolean) =>
		options.some((o) => o.result === result && (o.env !== '') === byEnv);
	if (finished) return 'Everyone is done.';
	if (can('moved', true)) return 'No thread can move any more, only the environment can act (e).';
	if (can('spun', false)) return 'Nobody gets any further: whoever is awake only spins.';
	return 'Nobody can move any more.';
}

type Told = Pick<Document, 'config' | 'session' | 'aside' | 'recording' | 'parted' | 'level'>;

/** A recorded run is told like a story: it has an end, and it can be left. */
function recordedStory({ session, recording, parted }: Told): Moment['story'] | null {
	if (!recording) return null;
	if (parted < session.length) return 'left';
	return session.cursor === session.length ? 'ended' : 'telling';
}

/** Of each session that has less than its story: how many of the story's steps can be taken under its set-up. */
const reaches = new WeakMap<Session, number>();

/** How long what is told is. In another set-up a story may come to a step that cannot be taken: it ends before that. */
function toldLength(core: Core, session: Session, story: Schedule): number {
	if (session.length >= story.length) return story.length;
	const reach = reaches.get(session) ?? core.session(session.config).load(story);
	reaches.set(session, reach);
	return Math.max(session.length, reach);
}

function momentOf(core: Core, doc: Told): Moment {
	const { config, session, aside } = doc;
	const at = session.cursor;
	const machine = session.machine();
	const options = session.options();
	const story = aside || doc.recording ? [] : (core.scenario(config.scenario)?.story ?? []);
	const told = recordedStory(doc) ?? storyOf(session, story);
	const env = core.facts.locks.find((l) => l.id === config.lock)?.env ?? [];
	return {
		at,
		length: session.length,
		total: story.length > 0 && told !== 'left' ? toldLength(core, session, story) : session.length,
		story: told,
		machine,
		before: at > 0 ? session.record(at - 1) : null,
		options,
		/* a level's budget is a part of it */
		withheld: doc.level ? [] : session.withheld(env),
		judgement: session.judge(),
		sentence: at > 0 ? withSourceNames(session.narrate(at - 1)) : '',
		finished: machine.threads.every((t) => t.status === 'done' || t.status === 'dead'),
		next: nextOf(session, options, story, told, config.threads),
	};
}

/** The thread that took the last step of its own before the cursor, or 0. */
function lastActor(session: Session): number {
	for (let i = session.cursor - 1; i >= 0; i--) {
		const action = session.action(i);
		if (!isEnv(action)) return tidOf(action);
	}
	return 0;
}

/** The steps are the story's first ones. */
const begins = (story: Schedule, steps: Schedule): boolean =>
	commonPrefix(story, steps) === steps.length;

/** The story is there from the start, as the future that Forward replays; the steps may have left it. */
export function createDocument(
	core: Core,
	config: Config,
	schedule: Schedule,
	at: number,
): Document {
	const session = core.session(config);
	const story = core.scenario(config.scenario)?.story ?? [];
	const applies = story.length > 0 && session.load(story) === story.length;
	const told = applies && begins(story, schedule);
	if (!told) session.load(schedule);
	session.seek(Math.min(at, schedule.length, session.length));
	const { budget } = core.scenario(config.scenario) ? core.configOf(config.scenario) : config;
	return documentOf(core, session, null, applies ? [{ ...storyBranch(story), budget }] : []);
}

/** As if a schedule were the scenario's story: Forward replays it, and a way leads back to it. */
export function createTold(core: Core, config: Config, schedule: Schedule, at: number): Document {
	const session = core.session(config);
	session.load(schedule);
	session.seek(at);
	return documentOf(core, session, null, [storyBranch(schedule)]);
}

function storyBranch(story: Schedule): Branch {
	return { schedule: story, origin: STORY, stays: true };
}

/** Where the present schedule leaves what is told, a story or a recorded run, and the branch that leads back. */
export function leftTold(
	doc: Document,
): { branch: Branch; at: number; left: number | undefined } | null {
	const branch = doc.branches.find((b) => b.stays);
	const ghost = branch && doc.ghosts.find((g) => g.branch === branch);
	return ghost ? { branch: ghost.branch, at: ghost.from, left: ghost.branch.left } : null;
}

/** The same of a story alone; null while it is told. */
export const leftStory = (doc: Document): ReturnType<typeof leftTold> =>
	doc.recording ? null : leftTold(doc);

/**
 * A document of what a session holds. Of a recording, the session holds all its steps. branches: futures that are
 * there besides.
 */
export function documentOf(
	core: Core,
	session: Session,
	recording: Recording | null = null,
	branches: readonly Branch[] = [],
): Document {
	const { config } = session;
	const told: Told = { config, session, aside: false, recording, parted: 0, level: null };
	if (recording) told.parted = session.length;
	const kept: readonly Branch[] = recording
		? [{ schedule: recording.trace.actions, origin: 'recorded', stays: true }]
		: branches;
	return {
		...told,
		moment: momentOf(core, told),
		branches: kept,
		ghosts: ghostsOf(kept, session.columns().action),
		bookmarks: [],
		focusTid: lastActor(session) || 1,
		freely: false,
		openedAt: session.cursor,
		seen: session.cursor,
		whatIfAt: null,
		lost: null,
		round: null,
		revealed: [],
		chosen: {},
	};
}

/**
 * Takes a step. The same step as in the kept future replays it; another one leaves that future, which
 * stays as a branch. fresh: the step was taken anew.
 */
export function choose(
	session: Session,
	branches: readonly Branch[],
	action: Action,
	origin = '',
): { result: StepResult; branches: readonly Branch[]; branched: boolean; fresh: boolean } {
	const at = session.cursor;
	if (at < session.length && session.action(at) === action) {
		session.seek(at + 1);
		return { result: session.record(at).result, branches, branched: false, fresh: false };
	}
	const left = at < session.length ? session.actions() : null;
	const result = session.step(action);
	const taken = result === 'moved' || result === 'spun';
	if (!left || !taken) return { result, branches, branched: false, fresh: taken };
	const { budget } = session.config;
	const kept = keepBranch(branches, { schedule: left, origin, budget });
	return { result, branches: kept, branched: true, fresh: true };
}

/** The document after its session was moved or changed. */
export function refreshed(core: Core, doc: Document, branches: readonly Branch[]): Document {
	const { session, recording } = doc;
	const sameShape = branches === doc.branches && session.length === doc.moment.length;
	const present = session.columns().action;
	const parted =
		sameShape || !recording ? doc.parted : commonPrefix(recording.trace.actions, present);
	const moment = momentOf(core, { ...doc, parted });
	return {
		...doc,
		moment,
		seen: Math.max(doc.seen, moment.at),
		branches,
		parted,
		ghosts: sameShape ? doc.ghosts : ghostsOf(branches, present),
		bookmarks: doc.bookmarks.filter((b) => b <= moment.length),
		freely: doc.freely && moment.story === 'ended',
		focusTid: lastActor(session) || doc.focusTid,
	};
}
