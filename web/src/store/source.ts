/** In which words the text of the lock is shown. */
import type { State } from './state';

/**
 * C first, as everybody reads it. A recording of our text is held against the text that runs, line by line; one of a
 * lock's own source is of C.
 */
export function sourceShown({ view, doc }: State): 'dialect' | 'kernel' {
	if (view.source) return view.source;
	return doc?.recording && doc.recording.trace.seen !== 'source' ? 'dialect' : 'kernel';
}
