/** Levels: what plays them comes when one is first asked for. */
import type { Explore } from './checker';
import type { Desk } from './desk';
import type { Documents } from './documents';
import type { Play } from './play';
import type { Route } from './state';

/** What plays levels; see levels/levels.ts. */
export interface Levels {
	/** what follows '#/' in the address of a level */
	goTo(route: Extract<Route, { kind: 'stepper' }>, notices: readonly string[]): void;
	/** in words; asked again, the next step of the shortest way on */
	hint(): void;
	/** without a word, unless the goal has got out of reach */
	watch(): Promise<void>;
	/** plays the shortest solution */
	show(): void;
	/** the reader says that there is no solution */
	claim(): void;
	cancel(): void;
	/** to the start, with nothing shown */
	reset(): void;
}

/** What they may do here. */
export interface LevelHost {
	readonly desk: Desk;
	readonly documents: Pick<Documents, 'show' | 'close' | 'replaceSchedule'>;
	readonly play: Pick<Play, 'toggle'>;
	readonly explore: Explore;
}

export type LoadLevels = (host: LevelHost) => Promise<Levels>;

export class LeveledRuns {
	private loaded: Promise<Levels> | null = null;

	constructor(
		private readonly host: LevelHost,
		private readonly load: LoadLevels,
	) {}

	use(act: (levels: Levels) => void): void {
		this.loaded ??= this.load(this.host);
		this.loaded.then(act).catch((error: unknown) => {
			this.loaded = null;
			this.host.desk.store.set({ notices: [`Levels cannot be played now: ${String(error)}`] });
		});
	}
}
