import type { App } from '../store/app';

/** A key, and what it does. */
export interface Binding {
	/** KeyboardEvent.key values; 'Shift+' only where shift itself is meant */
	keys: readonly string[];
	/** as the help shows them */
	shown: string;
	does: string;
	group: 'Steps' | 'Jumps' | 'Runs' | 'Page';
	/** needs an open scenario (or a comparison) */
	needs: 'moment' | 'stepper' | 'nothing';
	/** acts where the screen is black, too, and ends that; of the others a press only does the latter */
	inBlack?: boolean;
	/** a held key may act again, at most once a frame */
	holds?: boolean;
	run(app: App, key: string, held?: boolean): void;
}
