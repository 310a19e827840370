/** From an order to a file: made in turns, cancelled by its signal. */
import { chromeTrace } from './chrome';
import { inTurns, Pieces } from './slices';
import type { Order } from './telling';
import { plainText } from './text';

export type Format = 'text' | 'trace';

export const ENDINGS: Record<Format, string> = { text: 'txt', trace: 'trace.json' };

/** Undefined when `signal` ended the work. */
export async function make(
	format: Format,
	order: Order,
	signal: AbortSignal,
	onProgress: (steps: number) => void,
): Promise<Blob | undefined> {
	const pieces = new Pieces();
	if (format === 'trace') {
		const whole = function* () {
			yield* chromeTrace(order, pieces.sink);
			return true;
		};
		const done = await inTurns(whole(), signal, onProgress);
		return done ? pieces.blob('application/json') : undefined;
	}
	const ends = await inTurns(plainText(order, pieces.sink), signal, onProgress);
	return ends && pieces.blob('text/plain;charset=us-ascii', ends.head, ends.tail);
}

/** Hands a file to the browser, to save. */
export function save(blob: Blob, name: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(blob);
	link.download = name;
	document.body.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
