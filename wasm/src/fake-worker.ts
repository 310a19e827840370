/** For tests: a Worker in this very thread, which speaks as Comlink does and does what the test says. */
import { expose } from 'comlink';
import type { WorkerLike } from './in-worker';

export class FakeWorker<Api> extends EventTarget implements WorkerLike {
	ended = false;
	/** what was handed over, message by message */
	readonly moved: Transferable[][] = [];
	private readonly page: MessagePort;
	private readonly inside: MessagePort;

	constructor(api: Api) {
		super();
		const { port1, port2 } = new MessageChannel();
		this.page = port1;
		this.inside = port2;
		port1.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent('message', { data }));
		expose(api, port2);
	}

	postMessage(message: unknown, moved: Transferable[] | StructuredSerializeOptions = []): void {
		if (!Array.isArray(moved)) throw new TypeError('a list was expected');
		this.moved.push(moved);
		if (!this.ended) this.page.postMessage(message, moved);
	}

	terminate(): void {
		this.ended = true;
		this.inside.close();
	}

	/** Something arrives at the page that the call did not ask for. */
	blurt(data: unknown): void {
		this.dispatchEvent(new MessageEvent('message', { data }));
	}

	/** As when its script is missing, or throws where nobody catches. */
	die(message: string): void {
		this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
	}
}

/**
 * A while in which a message that must not count would arrive. What must arrive is awaited by its sign (Awaited,
 * vi.waitFor), since on a busy machine no such while is long enough.
 */
export const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

/** Something that a test can wait for: `called` resolves when `call` is called. */
export class Awaited {
	call: () => void = () => {};
	readonly called = new Promise<void>((resolve) => {
		this.call = resolve;
	});
}
