/** A reader's text, as a core takes it. */
import type { Compiled } from '../../core-c/dialect/emit';
import type { ProcFacts } from './facts';
import type { CoreExports, CoreSource } from './loader';

/** The text of a lock that is run in the place of the built one, compiled; it goes to Workers as it is. */
export interface Edit extends Compiled {
	lock: number;
	/** by the names of its procedures, their numbers in the lock */
	numbers: Record<string, number>;
}

/** A lock whose text the reader has edited: its module is another, and takes the text in. */
export interface Edited {
	lock: number;
	lockName: string;
	/** name of the text: NAME.c */
	text: string;
	/** as the reader has it */
	source: string;
	/** as an address has it */
	packed: string;
	/** the text that the reader began with: the page's, or that of a repair */
	base: string;
	/** name of the repair that it is written for; '' = none */
	repair: string;
	/** for a search, which has a module of its own */
	edit: Edit;
	instantiate(source: CoreSource): Promise<CoreExports>;
	procs(built: readonly ProcFacts[]): ProcFacts[];
}
