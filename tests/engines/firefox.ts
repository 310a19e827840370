/** Firefox over WebDriver BiDi, as it comes: https://w3c.github.io/webdriver-bidi/ */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { findFirefox } from '../../scripts/lib/engines.mjs';
import type { Driver } from './driver';
import { ended, said } from './programs';

interface Answer {
	id?: number;
	type: string;
	result?: unknown;
	error?: string;
	message?: string;
}

/** Commands and their answers, by number. */
class Line {
	private readonly waiting = new Map<number, (answer: Answer) => void>();
	private last = 0;

	private constructor(private readonly socket: WebSocket) {
		socket.on('message', (data) => {
			const answer = JSON.parse(String(data)) as Answer;
			if (answer.id !== undefined) this.waiting.get(answer.id)?.(answer);
		});
	}

	static async open(address: string): Promise<Line> {
		const socket = new WebSocket(address);
		await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
		return new Line(socket);
	}

	async send<T>(method: string, params: object): Promise<T> {
		const id = ++this.last;
		const answer = await new Promise<Answer>((resolve) => {
			this.waiting.set(id, resolve);
			this.socket.send(JSON.stringify({ id, method, params }));
		});
		if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
		return answer.result as T;
	}
}

interface Remote {
	type: string;
	value?: unknown;
	sharedId?: string;
}

interface Evaluated {
	type: 'success' | 'exception';
	result?: Remote;
	exceptionDetails?: { text: string };
}

class FirefoxDriver implements Driver {
	private context: string;

	constructor(
		private readonly line: Line,
		private readonly page: string,
		readonly close: () => Promise<void>,
	) {
		this.context = page;
	}

	async open(url: string): Promise<void> {
		this.context = this.page;
		await this.line.send('browsingContext.navigate', { context: this.page, url, wait: 'complete' });
	}

	private async call(body: string, args: unknown[]): Promise<Remote> {
		const { result, exceptionDetails } = await this.line.send<Evaluated>('script.callFunction', {
			functionDeclaration: `function () { ${body} }`,
			arguments: args.map((value) => ({ type: 'string', value })),
			target: { context: this.context },
			awaitPromise: true,
		});
		if (!result) throw new Error(exceptionDetails?.text);
		return result;
	}

	async run(body: string, ...args: unknown[]): Promise<unknown> {
		const told = await this.call(
			`return JSON.stringify((function () { ${body} }).apply(null, arguments));`,
			args,
		);
		return JSON.parse(told.value as string);
	}

	async element(body: string, ...args: unknown[]): Promise<object | null> {
		const { type, sharedId } = await this.call(body, args);
		return type === 'null' ? null : { type: 'element', element: { sharedId } };
	}

	async act(hands: object): Promise<void> {
		await this.line.send('input.performActions', { context: this.context, actions: [hands] });
	}

	async enter(frame: object | null): Promise<void> {
		if (frame === null) {
			this.context = this.page;
			return;
		}
		const { result } = await this.line.send<Evaluated>('script.callFunction', {
			functionDeclaration: 'function (frame) { return frame.contentWindow; }',
			arguments: [(frame as { element: object }).element],
			target: { context: this.context },
			awaitPromise: false,
		});
		const { context } = (result?.value ?? {}) as { context?: string };
		if (!context) throw new Error('that is no frame');
		this.context = context;
	}
}

/** '': it can be had */
export const firefoxMissing = (): string =>
	findFirefox() ? '' : 'there is no firefox-esr or firefox on the PATH';

export async function openFirefox(): Promise<Driver> {
	const profile = mkdtempSync(join(tmpdir(), 'lockstep-firefox-'));
	const browser = spawn(
		String(findFirefox()),
		['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
		{ stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
	);
	const close = async () => {
		await ended(browser);
		rmSync(profile, { recursive: true, force: true });
	};
	try {
		const [, address] = await said(browser, browser.stderr, /listening on (ws:\/\/\S+)/);
		const line = await Line.open(`${address}/session`);
		await line.send('session.new', { capabilities: {} });
		const { contexts } = await line.send<{ contexts: { context: string }[] }>(
			'browsingContext.getTree',
			{},
		);
		const context = String(contexts[0]?.context);
		const viewport = { width: 1280, height: 720 };
		await line.send('browsingContext.setViewport', { context, viewport });
		return new FirefoxDriver(line, context, close);
	} catch (error) {
		await close();
		throw error;
	}
}
