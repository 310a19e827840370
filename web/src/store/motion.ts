/** Things that move the cursor by themselves: play at a pace, and runs that go as fast as they can. */

/** Says whether there is more to do. */
type Advance = () => boolean;

const SLICE_MS = 8;
/** between two steps at the pace of 1 */
export const STEP_MS = 800;

export class Motor {
	private timer: ReturnType<typeof setTimeout> | null = null;
	private readonly ended: () => void;

	constructor(ended: () => void) {
		this.ended = ended;
	}

	get moving(): boolean {
		return this.timer !== null;
	}

	stop(): void {
		if (this.timer === null) return;
		clearTimeout(this.timer);
		this.timer = null;
		this.ended();
	}

	/** One advance now, then one at every beat of the pace until it says stop. */
	play(advance: Advance, speed: () => number): void {
		this.stop();
		const beat = () => {
			if (advance()) this.timer = setTimeout(beat, STEP_MS / speed());
			else this.finish();
		};
		this.timer = setTimeout(beat, 0);
	}

	/** Advances in slices of a few milliseconds, so that the page stays alive; `shown` after each slice. */
	run(advance: Advance, shown: () => void): void {
		this.stop();
		const slice = () => {
			const end = performance.now() + SLICE_MS;
			let more = true;
			while (more && performance.now() < end) more = advance();
			if (more) this.timer = setTimeout(slice, 0);
			else this.timer = null;
			shown();
			if (!more) this.ended();
		};
		slice();
	}

	private finish(): void {
		this.timer = null;
		this.ended();
	}
}
