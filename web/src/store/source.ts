/** In which words the text of the lock is shown. */
import type { State } from './state';

/** Where a story teaches, the kernel's C; where the reader plays or looks for something, the text that runs. */
export function sourceShown({ view, core, doc }: State): 'dialect' | 'kernel' {
	if (view.source) return view.source;
	const scenario = doc && core?.scenario(doc.config.scenario);
	const teaches = scenario && !scenario.sandbox && !doc.level && !doc.recording;
	return teaches ? 'kernel' : 'dialect';
}
