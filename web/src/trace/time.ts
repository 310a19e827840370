/** Times of a recording, for reading. */

/** 0.42 µs, 12.35 µs, 1.234 ms, 2.5 s: of a number of microseconds. */
export function timeText(microseconds: number): string {
	if (microseconds < 1000) return `${microseconds.toFixed(2)} µs`;
	if (microseconds < 1e6) return `${(microseconds / 1000).toFixed(3)} ms`;
	return `${(microseconds / 1e6).toFixed(3)} s`;
}

/** A span of the recording's clock; in ticks, where the file does not say how long one is. */
export function spanText(ticks: number, perMicrosecond: number): string {
	if (perMicrosecond > 0) return timeText(ticks / perMicrosecond);
	return `${Math.round(ticks).toLocaleString('en')} ticks`;
}
