/**
 * What the reader has written and not run yet: by the name of the text, and of an edited one that runs, by its address; so
 * that a text that came with a link is shown as it is, whatever draft there is of the published one.
 */
import { keepNamed, readNamed } from '../store/kept';

const KEY = 'lockstep.drafts';
const MOST = 200_000;

export const draftKey = (name: string, packed = ''): string =>
	packed ? `${name} ${packed}` : name;

export function draftOf(name: string): string | null {
	const draft = readNamed(KEY, name);
	return typeof draft === 'string' && draft.length <= MOST ? draft : null;
}

/** null: there is none any more. */
export function keepDraft(name: string, draft: string | null): void {
	keepNamed(KEY, name, draft ?? undefined);
}
