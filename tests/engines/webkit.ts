/** WebKitGTK's own small browser over WebDriver: https://www.w3.org/TR/webdriver2/ */
import { spawn } from 'node:child_process';
import { findWebKit, findXvfb } from '../../scripts/lib/engines.mjs';
import { freePort } from '../../scripts/serve.mjs';
import type { Driver } from './driver';
import { ended, said } from './programs';

type Method = 'GET' | 'POST' | 'DELETE';

async function ask<T>(base: string, method: Method, path: string, body?: object): Promise<T> {
	const response = await fetch(`${base}${path}`, {
		method,
		body: body ? JSON.stringify(body) : null,
	});
	const { value } = (await response.json()) as { value: T & { error: string; message: string } };
	if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
	return value;
}

class WebKitDriver implements Driver {
	constructor(
		private readonly session: string,
		readonly close: () => Promise<void>,
	) {}

	private post<T>(path: string, body: object): Promise<T> {
		return ask<T>(this.session, 'POST', path, body);
	}

	async open(url: string): Promise<void> {
		await this.enter(null);
		await this.post('/url', { url });
	}

	run(body: string, ...args: unknown[]): Promise<unknown> {
		return this.post('/execute/sync', { script: body, args });
	}

	element(body: string, ...args: unknown[]): Promise<object | null> {
		return this.post('/execute/sync', { script: body, args });
	}

	async act(hands: object): Promise<void> {
		await this.post('/actions', { actions: [hands] });
	}

	async enter(frame: object | null): Promise<void> {
		await this.post('/frame', { id: frame });
	}
}

/** '': it can be had */
export function webKitMissing(): string {
	if (!findWebKit()) return 'there is no WebKitWebDriver with a MiniBrowser (webkit2gtk-driver)';
	return findXvfb() ? '' : 'there is no Xvfb on the PATH (xvfb)';
}

/** Until it answers. */
async function awake(base: string): Promise<void> {
	for (let tries = 100; ; tries--)
		try {
			await ask(base, 'GET', '/status');
			return;
		} catch (error) {
			if (tries === 0) throw error;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
}

export async function openWebKit(): Promise<Driver> {
	const found = findWebKit();
	if (!found) throw new Error(webKitMissing());
	const screen = spawn(
		String(findXvfb()),
		['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'],
		{ stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
	);
	const programs = [screen];
	const close = async () => {
		for (const program of programs.toReversed()) await ended(program);
	};
	try {
		const [display] = await said(screen, screen.stdio[3] as never, /\d+(?=\n)/);
		const port = await freePort();
		const env = { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' };
		programs.push(spawn(found.driver, [`--port=${port}`], { stdio: 'ignore', env }) as never);
		const base = `http://127.0.0.1:${port}`;
		await awake(base);
		const options = { binary: found.browser, args: ['--automation'] };
		const { sessionId } = await ask<{ sessionId: string }>(base, 'POST', '/session', {
			capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
		});
		const session = `${base}/session/${sessionId}`;
		await ask(session, 'POST', '/window/rect', { width: 1280, height: 800 });
		return new WebKitDriver(session, async () => {
			await ask(session, 'DELETE', '').catch(() => {});
			await close();
		});
	} catch (error) {
		await close();
		throw error;
	}
}
