/** Where the reader was before an edited text was run, so that the way back leads there: for this visit. */
import { keepNamed, readNamed } from '../store/kept';

const KEY = 'lockstep.left';

/** `packed`: the text that is to be run now, in the place of what the address shows. */
export function leaveFor(packed: string): void {
	const { hash } = window.location;
	/* from one edited text to another: the published one is behind the first */
	const own = /[?&]own=([^&]*)/.exec(hash)?.[1];
	keepNamed(KEY, packed, own === undefined ? hash : leftFor(decodeURIComponent(own)), true);
}

/** The address of the page’s text that was left for this one, if this visit has. */
export function leftFor(packed: string): string | undefined {
	const left = readNamed(KEY, packed, true);
	return typeof left === 'string' && left.startsWith('#/') ? left : undefined;
}
