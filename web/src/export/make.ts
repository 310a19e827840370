/** From an order to a file: made in turns, cancelled by its signal. */
import { chromeTrace } from './chrome';
import { latex } from './latex';
import { markdown } from './markdown';
import { inTurns, Pieces, type Sink } from './slices';
import type { Order } from './telling';
import { type Ends, plainText } from './text';

export type Format = 'text' | 'markdown' | 'latex' | 'trace';

export const ENDINGS: Record<Format, string> = {
	text: 'txt',
	markdown: 'md',
	latex: 'tex',
	trace: 'trace.json',
};

type Writer = (order: Order, sink: Sink) => Generator<number, Ends>;

const TEXTS: Record<Exclude<Format, 'trace'>, { write: Writer; type: string }> = {
	text: { write: plainText, type: 'text/plain;charset=us-ascii' },
	markdown: { write: markdown, type: 'text/markdown;charset=utf-8' },
	latex: { write: latex, type: 'application/x-tex;charset=us-ascii' },
};

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
	const { write, type } = TEXTS[format];
	const ends = await inTurns(write(order, pieces.sink), signal, onProgress);
	return ends && pieces.blob(type, ends.head, ends.tail);
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
