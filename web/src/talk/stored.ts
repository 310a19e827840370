/** The talk of this tab alone, which a reload does not end. Storage may be refused, and then it does. */
const TALK = 'lockstep-talk';

/** '' for none. */
export function storedTalk(): string {
	try {
		return sessionStorage.getItem(TALK) ?? '';
	} catch {
		return '';
	}
}

export function storeTalk(pair: string): void {
	try {
		if (pair) sessionStorage.setItem(TALK, pair);
		else sessionStorage.removeItem(TALK);
	} catch {
		// the talk lasts as long as the page
	}
}
