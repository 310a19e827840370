/** Long work in short turns, so that the page answers meanwhile. */

const TURN_MS = 12;

/** Where a text goes as it is made. */
export type Sink = (text: string) => void;

/**
 * Runs `work`, which yields how far it is, for a moment at a time. Undefined when `signal` ended it
 * before its end.
 */
export async function inTurns<T>(
	work: Generator<number, T>,
	signal: AbortSignal,
	onProgress: (done: number) => void,
): Promise<T | undefined> {
	for (;;) {
		const until = performance.now() + TURN_MS;
		let done = 0;
		do {
			if (signal.aborted) return undefined;
			const next = work.next();
			if (next.done) return next.value;
			done = next.value;
		} while (performance.now() < until);
		onProgress(done);
		await new Promise((resolve) => setTimeout(resolve));
	}
}

const PIECE = 1 << 18;

/**
 * Gathers a text as blobs of its pieces: putting those together copies nothing, while to join a
 * long text at once would hold up the page.
 */
export class Pieces {
	private readonly pieces: Blob[] = [];
	private waiting: string[] = [];
	private length = 0;

	readonly sink: Sink = (text) => {
		this.waiting.push(text);
		this.length += text.length;
		if (this.length >= PIECE) this.pack();
	};

	private pack(): void {
		this.pieces.push(new Blob(this.waiting));
		this.waiting = [];
		this.length = 0;
	}

	blob(type: string, head = '', tail = ''): Blob {
		this.pack();
		return new Blob([head, ...this.pieces, tail], { type });
	}
}
