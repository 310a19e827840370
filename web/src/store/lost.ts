/** Where steps of the reader's own lost what a schedule could still save: asked of the search, in a Worker. */
import { commonPrefix } from './branches';
import type { Explore } from './checker';
import type { Desk } from './desk';
import type { Document } from './state';

/** Each of a few searches, which are over in well under a second. */
const MAX_STATES = 150_000;

/** No author and no recording speaks of these steps: a counterexample, or the reader's own. */
export const isOwn = ({ moment, recording, level }: Document): boolean =>
	!recording && !level && moment.length > 0 && ['left', 'none'].includes(moment.story);

/** The moment from which the reader's own steps are lost; 0: they are not. Undefined: not known. */
export function lostIn(doc: Document): number | undefined {
	const { lost, session } = doc;
	if (!lost || !isOwn(doc)) return undefined;
	const same = commonPrefix(lost.actions, session.columns().action);
	const needed = lost.at > 0 ? lost.at : session.length;
	return same >= needed && (lost.at > 0 || same === lost.actions.length) ? lost.at : undefined;
}

export class Losses {
	private abort: AbortController | null = null;

	constructor(
		private readonly desk: Desk,
		private readonly explore: Explore,
	) {}

	/** Of all steps that are kept. Known at once where it was found before. */
	async find(): Promise<number | undefined> {
		const { doc } = this.desk;
		if (!doc || !isOwn(doc)) return undefined;
		const known = lostIn(doc);
		if (known !== undefined) return known;
		this.abort?.abort();
		const abort = new AbortController();
		this.abort = abort;
		const actions = doc.session.actions();
		const saved = async (n: number) => {
			const { signal } = abort;
			const behind = actions.slice(0, n);
			return (await this.explore(doc.config, { maxStates: MAX_STATES, behind, signal })).saved;
		};
		const at = await firstLost(actions.length, saved).catch(() => undefined);
		const now = this.desk.doc;
		if (at === undefined || abort.signal.aborted || now?.session !== doc.session) return undefined;
		this.desk.store.set({ doc: { ...now, lost: { actions, at } } });
		return lostIn({ ...now, lost: { actions, at } });
	}
}

/** What is lost stays lost, so halving finds where it was; only with a proof at either side of it. */
export async function firstLost(
	length: number,
	saved: (n: number) => Promise<'yes' | 'no' | 'unknown'>,
): Promise<number | undefined> {
	const end = await saved(length);
	if (end !== 'no') return end === 'yes' ? 0 : undefined;
	let [before, lost] = [0, length];
	let proof = '';
	while (lost - before > 1) {
		const middle = (before + lost) >> 1;
		const answer = await saved(middle);
		if (answer === 'no') lost = middle;
		else [before, proof] = [middle, answer];
	}
	return (proof || (await saved(0))) === 'yes' ? lost : undefined;
}
