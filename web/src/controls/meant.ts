/** Of all that may come from outside, what is asked for first: the thread whose turn it is loses its CPU, or another does. */
import { askedThread, asksNow, beatAt, beatsOf, shownThread } from '../store/beats';
import { tidOf } from '../store/document';
import type { State } from '../store/state';

/** Whose step comes next; where a question is or was asked, whom it is about: the focus is seen by the room, too. */
function threadMeant({ core, doc }: State): number {
	if (!core || !doc) return 0;
	const { at, next } = doc.moment;
	const beat = beatAt(beatsOf(core, doc), at);
	if (asksNow(core, doc)) return shownThread(beat, doc);
	const asked = beat?.at === at ? askedThread(beat) : 0;
	if (asked > 0) return asked;
	return next ? tidOf(next.action) : doc.focusTid;
}

/** False: there is nothing to choose. */
export function focusMeant(row: ParentNode | null, state: State): boolean {
	const tid = threadMeant(state);
	const ways = [
		`button[data-act="preempt"][data-tid="${tid}"]`,
		`button[data-act="run"][data-tid="${tid}"]`,
		'button[data-act="preempt"]',
		`button[data-act][data-tid="${tid}"]`,
		'button[data-act]',
		'button',
	];
	const found = ways.map((way) => row?.querySelector<HTMLElement>(way)).find(Boolean);
	found?.focus();
	return found !== undefined;
}
