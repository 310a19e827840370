/** What can still come of the moment that the reader's own steps have led to: asked of the search, in a Worker. */
import { ENDLESS, type ExploreProgress } from '../../../wasm/src';
import { actsOf, conditionText, fromHere } from '../narration/condition';
import { isFault } from '../narration/verdicts';
import { lateOf } from './beats';
import { COUNTEREXAMPLE, commonPrefix } from './branches';
import type { Explore } from './checker';
import type { Desk } from './desk';
import type { Documents } from './documents';
import type { Losses } from './lost';
import { isBrought } from './plain';
import type { Document, OneMore, Outlook, State } from './state';

/** Over in well under a second: it is asked at every moment at which the reader rests. */
const MAX_STATES = 150_000;
/** With one act more from outside there are some times as many, and each kind of act has a search of its own. */
const MAX_WIDER = 60_000;

/** What was assumed of the environment where nothing fails. */
export function outsideOf({ core }: State, { config, moment }: Document) {
	const lock = core?.facts.locks.find(({ id }) => id === config.lock);
	return { of: lock?.env ?? [], budget: config.budget, left: moment.machine.budget, lock };
}

/** Where nobody else says it: a story does of its own steps, and a level is not to be told. */
export function isAskedFor(state: State): boolean {
	const { doc, motion, check } = state;
	/* who comes from a lesson has its words, and has met neither a search nor what it counts */
	if (isBrought(state)) return false;
	if (!doc || doc.recording || doc.level || motion !== 'still' || check.kind === 'running')
		return false;
	const { at, story, judgement } = doc.moment;
	const own = story === 'left' || story === 'none';
	return own && at > 0 && judgement.verdict === 'OK';
}

/** What the search has said of this very moment. */
export function outlookNow({ outlook, doc }: State): (Outlook & { kind: 'done' }) | null {
	if (outlook.kind !== 'done' || !doc || outlook.behind.length !== doc.moment.at) return null;
	const same = commonPrefix(outlook.behind, doc.session.columns().action);
	return same === doc.moment.at ? outlook : null;
}

export class Outlooks {
	private abort: AbortController | null = null;

	constructor(
		private readonly desk: Desk,
		private readonly explore: Explore,
		private readonly documents: Documents,
		private readonly losses: Losses,
	) {}

	async ask(): Promise<void> {
		const { doc, store } = this.desk;
		this.drop();
		if (!doc) return;
		const abort = new AbortController();
		this.abort = abort;
		const behind = doc.session.actions().slice(0, doc.moment.at);
		store.set({ outlook: { kind: 'running' } });
		try {
			const { signal } = abort;
			const progress = await this.explore(doc.config, { maxStates: MAX_STATES, behind, signal });
			if (this.abort !== abort) return;
			store.set({ outlook: { kind: 'done', progress, behind, wider: null } });
			if (progress.saved === 'no') void this.losses.find();
			if (progress.verdict !== 'OK' || doc.moment.finished) return;
			const wider = await this.oneMore(doc, behind, progress, signal);
			if (this.abort === abort && wider)
				store.set({ outlook: { kind: 'done', progress, behind, wider } });
		} catch {
			/* the check says why nothing can be searched; here nothing is lost */
			if (this.abort === abort) store.set({ outlook: { kind: 'none' } });
		}
	}

	/** The same with one act more, of each kind in turn; null where that is too large to be answered at once. */
	private async oneMore(
		doc: Document,
		behind: number[],
		{ states }: ExploreProgress,
		signal: AbortSignal,
	): Promise<OneMore | null> {
		const { state } = this.desk;
		if (!state.core || states > MAX_WIDER) return null;
		let fault: OneMore['fault'] = null;
		let complete = true;
		for (const kind of actsOf(state.core.facts, outsideOf(state, doc).of)) {
			if (doc.config.budget[kind] === ENDLESS) continue;
			const budget = doc.config.budget.map((n, i) => n + Number(i === kind));
			const progress = await this.explore(
				{ ...doc.config, budget },
				{ maxStates: MAX_WIDER, behind, signal },
			);
			if (signal.aborted) return null;
			if (progress.verdict !== 'OK') complete = false;
			const nearest = fault?.progress.path.length ?? Number.POSITIVE_INFINITY;
			if (isFault(progress.verdict) && progress.path.length < nearest)
				fault = { kind, budget, progress };
		}
		return fault || complete ? { fault } : null;
	}

	/** The moment is another one. */
	drop(): void {
		this.abort?.abort();
		this.abort = null;
		if (this.desk.state.outlook.kind !== 'none') this.desk.store.set({ outlook: { kind: 'none' } });
	}

	/** Puts the shortest steps to what fails in front of the reader, who takes them; or says why there are none. */
	async showFault(): Promise<void> {
		const ahead = this.fallsAhead();
		if (ahead) {
			this.desk.say(ahead);
			return;
		}
		if (!outlookNow(this.desk.state) && this.mayAsk()) await this.ask();
		const outlook = outlookNow(this.desk.state);
		const more = outlook?.wider?.fault;
		const { path } = (more ?? outlook)?.progress ?? { path: [] };
		if (!outlook || path.length === 0) {
			this.desk.say(this.noFault(outlook));
			return;
		}
		const { behind } = outlook;
		const schedule = [...behind, ...path];
		if (more)
			this.documents.takeBranch(
				{ schedule, origin: COUNTEREXAMPLE, budget: more.budget },
				behind.length,
			);
		else this.documents.replaceSchedule(schedule, behind.length, false, COUNTEREXAMPLE);
		this.desk.say(`Forward (→) takes the ${path.length} steps to the fault.`);
		void this.losses.find();
	}

	private mayAsk(): boolean {
		const { doc } = this.desk;
		if (!doc || doc.recording || doc.level || this.desk.state.motion !== 'still') return false;
		return doc.moment.judgement.verdict === 'OK';
	}

	/** The steps that are kept, or told, fail by themselves. */
	private fallsAhead(): string {
		const { core, doc } = this.desk.state;
		if (!core || !doc || doc.level) return '';
		const { at, length, story, judgement } = doc.moment;
		if (judgement.verdict !== 'OK') return 'A rule is broken here already.';
		const whose = story === 'telling' ? 'The story' : 'What comes next';
		for (let step = at + 1; step <= length; step++)
			if (doc.session.judge(step).verdict !== 'OK')
				return `${whose} fails at step ${step}: Forward (→) leads there.`;
		const late = lateOf(core, doc);
		return late !== undefined && late > at
			? `${whose} is lost from step ${late}: Forward (→) leads there.`
			: '';
	}

	private noFault(outlook: (Outlook & { kind: 'done' }) | null): string {
		const { state, doc } = this.desk;
		const { verdict, depth } = outlook?.progress ?? {};
		const here = fromHere(
			state.core && doc ? conditionText(state.core.facts, outsideOf(state, doc)) : '',
		);
		if (verdict === 'OK') return `${here} no schedule breaks a rule, and all threads can finish.`;
		if (verdict === 'BOUNDED')
			return `${here} nothing is wrong within ${depth} steps. What comes later was not searched.`;
		if (state.motion !== 'still')
			return 'The steps are still running. Stop them, then ask again: the search begins at the moment where you stand.';
		if (doc?.recording)
			return 'A recording is not searched: its steps are those that a kernel took.';
		if (doc?.level) return 'A level is not searched for you: ask for a hint instead.';
		return 'The search from here was stopped before its end. Ask again.';
	}
}
