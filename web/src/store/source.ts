/** In which words the text of the lock is shown. */
import type { State } from './state';

/** C first, as everybody reads it; a recording is held against the text that runs, line by line. */
export function sourceShown({ view, doc }: State): 'dialect' | 'kernel' {
	if (view.source) return view.source;
	return doc?.recording ? 'dialect' : 'kernel';
}
