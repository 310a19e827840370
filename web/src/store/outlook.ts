/** What can still come of the moment that the reader's own steps have led to: asked of the search, in a Worker. */
import type { Explore } from './checker';
import type { Desk } from './desk';
import type { Documents } from './documents';
import type { State } from './state';

/** Over in well under a second: it is asked at every moment at which the reader rests. */
const MAX_STATES = 150_000;

/** Where nobody else says it: a story does of its own steps, and a level is not to be told. */
export function isAskedFor({ doc, motion, check }: State): boolean {
	if (!doc || doc.recording || doc.level || motion !== 'still' || check.kind === 'running')
		return false;
	const { at, story, judgement } = doc.moment;
	const own = story === 'left' || story === 'none';
	return own && at > 0 && judgement.verdict === 'OK';
}

export class Outlooks {
	private abort: AbortController | null = null;

	constructor(
		private readonly desk: Desk,
		private readonly explore: Explore,
		private readonly documents: Documents,
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
			if (this.abort === abort) store.set({ outlook: { kind: 'done', progress, behind } });
		} catch {
			/* the check says why nothing can be searched; here nothing is lost */
			if (this.abort === abort) store.set({ outlook: { kind: 'none' } });
		}
	}

	/** The moment is another one. */
	drop(): void {
		this.abort?.abort();
		this.abort = null;
		if (this.desk.state.outlook.kind !== 'none') this.desk.store.set({ outlook: { kind: 'none' } });
	}

	/** Puts the shortest steps to what fails in front of the reader, who takes them. */
	showFault(): void {
		const { outlook } = this.desk.state;
		const path = outlook.kind === 'done' ? outlook.progress.path : [];
		if (outlook.kind !== 'done' || path.length === 0) {
			this.desk.say('No failing steps are known from here.');
			return;
		}
		this.documents.replaceSchedule([...outlook.behind, ...path], outlook.behind.length);
		this.desk.say(`Forward (→) takes the ${path.length} steps to the fault.`);
	}
}
