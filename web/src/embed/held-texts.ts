/** In place of drawings/source/texts: the file holds no lock's text, and no lesson in it has a pane for one. */
import type { LockText } from '../drawings/source/texts';

const NONE: LockText = { dialect: [], lines: [] };

export const useText = (): LockText => NONE;
