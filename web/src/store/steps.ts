/** Single steps: the one that the reader names, and the one that comes next. */
import { type Action, ENDLESS, type StepResult } from '../../../wasm/src';
import type { Comparison } from './comparison';
import type { Desk } from './desk';
import { choose, envKindOf, isEnv, refreshed, standstill, tidOf } from './document';
import type { Documents } from './documents';
import { keySign } from './key-sign';
import type { Document } from './state';

/** A thread that was asked to step and cannot: in its own words, and what helps. */
export function whyNot({ moment }: Document, tid: number): string {
	const thread = moment.machine.threads.find((t) => t.tid === tid);
	if (thread?.status === 'preempted')
		return `T${tid} cannot move: it was preempted. Run it again with its mark “run” (${keySign('e')} leads there).`;
	const why = moment.options.find((o) => o.env === '' && o.tid === tid)?.why;
	return `T${tid} cannot move${why ? `: ${why}` : ''}.`;
}

export class Steps {
	/** does what belongs to a step that was taken */
	taken: (action: Action) => void = () => {};

	constructor(
		private readonly desk: Desk,
		private readonly comparison: Comparison,
		private readonly documents: Documents,
	) {}

	step(action: Action): StepResult {
		this.desk.motor.stop();
		const result = this.take(action);
		this.taken(action);
		return result;
	}

	/** The thread's own step, by number. */
	stepThread(tid: number): StepResult {
		const count = this.desk.doc?.config.threads ?? 0;
		return tid <= count ? this.step(tid - 1) : 'illegal';
	}

	/** Lets the environment do once what its budget forbids, by raising that budget, and does it. */
	allow(action: Action): void {
		const { doc } = this.desk;
		if (!doc || !isEnv(action)) return;
		const budget = [...doc.config.budget];
		const kind = envKindOf(action);
		budget[kind] = Math.min(ENDLESS - 1, (budget[kind] ?? 0) + 1);
		this.documents.restart({ budget });
		this.step(action);
	}

	/** `held`: the key repeats, which must not carry the reader past the end of the story. */
	forward(held = false): boolean {
		this.desk.motor.stop();
		if (this.restsAtStoryEnd(held)) return !held;
		const { doc } = this.desk;
		if (doc && !held && !this.canAdvance() && !this.comparison.open)
			this.desk.say(standstill(doc.moment));
		return this.advance();
	}

	/** From the end of a story: forward without being asked again. */
	playOn(): void {
		const { doc, store } = this.desk;
		if (doc) store.set({ doc: { ...doc, freely: true } });
		this.forward();
	}

	/**
	 * A story's end is a place to stop: the first wish to go on is answered in words, the next one
	 * takes steps that no story told.
	 */
	restsAtStoryEnd(held = false): boolean {
		const { doc, store } = this.desk;
		if (!doc?.moment.next || doc.moment.story !== 'ended') return false;
		if (held) return true;
		if (doc.freely) return false;
		store.set({ doc: { ...doc, freely: true } });
		this.desk.say(
			`The ${doc.recording ? 'recording' : 'story'} ends here. Forward once more plays on freely.`,
		);
		return true;
	}

	canAdvance(): boolean {
		const { comparison } = this;
		if (comparison.open) return comparison.pilot?.canAdvance() ?? false;
		return this.desk.doc?.moment.next != null;
	}

	/**
	 * Takes the step that comes next, here or in both stories; says whether there was one. `asked`: the reader wants
	 * this very step.
	 */
	advance(asked = true): boolean {
		const { comparison } = this;
		if (comparison.open) return comparison.pilot?.advance() ?? false;
		const next = this.desk.doc?.moment.next;
		if (!next) return false;
		const result = this.take(next.action, asked);
		this.taken(next.action);
		return result === 'moved' || result === 'spun';
	}

	/** The one step, and nothing with it. */
	take(action: Action, asked = true): StepResult {
		const { address, state, store } = this.desk;
		const { core, doc } = state;
		if (!core || !doc) return 'illegal';
		const { session, moment } = doc;
		if (moment.at < moment.length && session.action(moment.at) !== action) address.onLeaving();
		const { result, branches, branched, fresh } = choose(session, doc.branches, action);
		if (fresh && asked) doc.level?.own.took(session);
		const next = refreshed(core, doc, branches);
		if (result === 'blocked') this.desk.say(whyNot(next, tidOf(action)));
		if (!isEnv(action) && result !== 'illegal') next.focusTid = tidOf(action);
		/* what was said of the moment before is not so here */
		const gone = asked && (result === 'moved' || result === 'spun');
		store.set({ doc: next, ...(gone && state.toast ? { toast: '' } : {}) });
		address.onLanding(branched ? 'push' : 'replace');
		return result;
	}
}
