/** In place of drawings/source/texts: the file holds no lock's text, and no lesson in it has a pane for one. */
import type { LockText } from '../drawings/source/texts';

const NONE: LockText = {
	of: '',
	dialect: [],
	lines: [],
	plain: [],
	switches: { blocks: [], tests: [] },
};

export const useText = (): LockText => NONE;

export const unfolded = async (): Promise<LockText['lines']> => [];
