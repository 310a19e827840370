/** Time since a talk was begun, without the pauses. */
export interface Clock {
	/** milliseconds that had passed when it was last started */
	before: number;
	/** when that was; null: it stands */
	since: number | null;
	/** nobody has pressed its buttons: it starts when the room first goes on */
	isNew?: boolean;
}

/** Set back by hand: it waits for a hand, too. */
export const STOPPED: Clock = { before: 0, since: null };

export const NEW: Clock = { ...STOPPED, isNew: true };

export const elapsed = ({ before, since }: Clock, now: number): number =>
	before + (since === null ? 0 : Math.max(0, now - since));

export const started = (clock: Clock, now: number): Clock =>
	clock.since === null ? { before: clock.before, since: now } : clock;

export const paused = (clock: Clock, now: number): Clock => ({
	before: elapsed(clock, now),
	since: null,
});

/** "7:05", "1:00:00" */
export function clockText(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (n: number) => String(n).padStart(2, '0');
	const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** As it was kept; one that makes no sense is as if none had been. */
export function clockIn(text: string | null): Clock {
	try {
		const { before, since } = JSON.parse(text ?? '');
		const isTime = (n: unknown) => typeof n === 'number' && Number.isFinite(n) && n >= 0;
		return isTime(before) && (since === null || isTime(since)) ? { before, since } : NEW;
	} catch {
		return NEW;
	}
}
