/** Of all that may come from outside, what is asked for first: the thread whose turn it is loses its CPU, or another does. */
import { askedThread, asksNow, beatAt, beatsOf, shownThread } from '../store/beats';
import { tidOf } from '../store/document';
import type { State } from '../store/state';

/** Whose step comes next; where a question is or was asked, whom it is about: the focus is seen by the room, too. */
export function threadMeant({ core, doc }: State): number {
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
		/* who is off its CPU cannot lose it: what is asked then is what another's loss comes to */
		'button[data-act="preempt"]',
		`button[data-act]:not([data-act="run"])[data-tid="${tid}"]`,
		`button[data-act="run"][data-tid="${tid}"]`,
		'button[data-act]',
		'button',
	];
	const found = ways.map((way) => row?.querySelector<HTMLElement>(way)).find(Boolean);
	found?.focus();
	return found !== undefined;
}

/** A digit that has chosen and is still down: in the row no second act comes of it, and behind it no step. */
let down = 0;

/**
 * While a button of that row has the focus, a digit chooses its thread there: what the button does, else what the row
 * has for that thread. Elsewhere: the focus is not there, and the digit means something else.
 */
export function choosesOutside(digit: number, held: boolean): 'chosen' | 'none' | 'elsewhere' {
	if (held && down === digit) return 'chosen';
	down = 0;
	const focused = document.activeElement;
	const row = focused?.matches('button[data-act]') ? focused.closest('[data-env]') : null;
	if (!row) return 'elsewhere';
	const act = focused?.getAttribute('data-act');
	const ways = [`[data-act="${act}"][data-tid="${digit}"]`, `[data-act][data-tid="${digit}"]`];
	const found = ways.map((way) => row.querySelector<HTMLElement>(`button${way}`)).find(Boolean);
	if (!found) return 'none';
	if (!held) found.click();
	down = digit;
	return 'chosen';
}
