/** What a test asks of a browser, whatever drives it: addresses, real keys and clicks, and what a page says. */

/** How WebDriver and WebDriver BiDi both write what hands do. */
type Hands = object;

export interface Driver {
	open(url: string): Promise<void>;
	/** the body of a function that is run in the page, or in the frame that is entered; what it returns is JSON */
	run(body: string, ...args: unknown[]): Promise<unknown>;
	/** as the protocol refers to an element: what `body` returns */
	element(body: string, ...args: unknown[]): Promise<object | null>;
	act(hands: Hands): Promise<void>;
	/** null: back to the page itself */
	enter(frame: object | null): Promise<void>;
	close(): Promise<void>;
}

/** The protocols' names of keys. */
const KEYS: Record<string, string> = {
	ArrowLeft: '\uE012',
	ArrowRight: '\uE014',
	PageDown: '\uE00F',
	End: '\uE010',
	Escape: '\uE00C',
};

/** Finds in shadow roots, too, and takes the first that is there. */
const FIND = `
	const find = (root, selector) => {
		const found = root.querySelector(selector);
		if (found) return found;
		for (const host of root.querySelectorAll('*'))
			if (host.shadowRoot) {
				const inside = find(host.shadowRoot, selector);
				if (inside) return inside;
			}
		return null;
	};
	const element = find(document, arguments[0]);
`;

/** In sight, and where it was when it was looked for before. */
const STILL = `${FIND}
	element?.scrollIntoView({ block: 'center' });
	const place = element && arguments[0] + JSON.stringify(element.getBoundingClientRect());
	const rests = place === window.placeBefore;
	window.placeBefore = place;
	return rests ? element : null;
`;

/**
 * Where a hand would press it, in CSS pixels of the window, if that is not the middle of its rectangle: WebKitGTK tells a rectangle
 * without the zoom of what is around it, and its driver would press there.
 */
const POINT = `${FIND}
	const { left, top, width, height } = element.getBoundingClientRect();
	const around = (e) => e.parentElement ?? e.getRootNode().host;
	let zoom = 1;
	for (let e = element; e; e = around(e)) zoom *= Number.parseFloat(e.style.zoom) || 1;
	const pressed = (x, y) => {
		let found = document.elementFromPoint(x, y);
		for (let inner = found; inner; inner = inner.shadowRoot?.elementFromPoint(x, y)) found = inner;
		return found;
	};
	const middle = (by) => [left + width / 2, top + height / 2].map((at) => Math.round(at * by));
	const isHit = (point) => element.contains(pressed(...point));
	return isHit(middle(1)) || !isHit(middle(zoom)) ? null : middle(zoom);
`;

/** ms */
export const PATIENCE = 20_000;

export const testId = (id: string) => `[data-testid="${id}"]`;

export class Page {
	constructor(private readonly driver: Driver) {}

	open(url: string): Promise<void> {
		return this.driver.open(url);
	}

	/** '': there is none */
	async text(selector: string): Promise<string> {
		const body = `${FIND} return (element?.textContent ?? '').replace(/\\s+/g, ' ').trim();`;
		return (await this.driver.run(body, selector)) as string;
	}

	async attribute(selector: string, name: string): Promise<string | null> {
		const body = `${FIND} return element?.getAttribute(arguments[1]) ?? null;`;
		return (await this.driver.run(body, selector, name)) as string | null;
	}

	async title(): Promise<string> {
		return (await this.driver.run('return document.title;')) as string;
	}

	/** As soon as `body` gives it. */
	private async there(body: string, selector: string): Promise<object> {
		const end = performance.now() + PATIENCE;
		while (performance.now() < end) {
			const element = await this.driver.element(body, selector);
			if (element) return element;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		throw new Error(`there is no ${selector}`);
	}

	async click(selector: string): Promise<void> {
		const origin = await this.there(STILL, selector);
		const point = (await this.driver.run(POINT, selector)) as [number, number] | null;
		const to = point ? { x: point[0], y: point[1] } : { x: 0, y: 0, origin };
		await this.driver.act({
			type: 'pointer',
			id: 'mouse',
			parameters: { pointerType: 'mouse' },
			actions: [
				{ type: 'pointerMove', ...to },
				{ type: 'pointerDown', button: 0 },
				{ type: 'pointerUp', button: 0 },
			],
		});
	}

	async press(name: string): Promise<void> {
		const value = KEYS[name] ?? name;
		await this.driver.act({
			type: 'key',
			id: 'keys',
			actions: [
				{ type: 'keyDown', value },
				{ type: 'keyUp', value },
			],
		});
	}

	async enter(selector: string): Promise<void> {
		await this.driver.enter(await this.there(`${FIND} return element;`, selector));
	}

	leave(): Promise<void> {
		return this.driver.enter(null);
	}

	/** What the page, or the frame that is entered, has complained of since it was opened: see ear.ts. */
	async complaints(): Promise<string[]> {
		return (await this.driver.run('return window.heard ?? ["nobody listens"];')) as string[];
	}
}
