/**
 * A part of the page that does not come at once is asked for again: a line that was gone for a moment is no reason for an
 * empty window. Of a style sheet the browser is told anew, for what asks for the part a second time believes it there.
 */
const WAITS_MS = [300, 1500, 4000];
const OF_STYLES = /Unable to preload CSS for (\S+)/;

/** Told what is waited for; '' once it has come. */
const listeners = new Set<(said: string) => void>();
let said = '';
const waiting = new Set<object>();

function tell(): void {
	said = waiting.size > 0 ? 'A part of this page has not come. It is asked for again.' : '';
	for (const listener of listeners) listener(said);
}

export const missing = {
	now: (): string => said,
	listen(listener: (said: string) => void): () => void {
		listeners.add(listener);
		return () => listeners.delete(listener);
	},
};

function styled(href: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const link = document.createElement('link');
		link.rel = 'stylesheet';
		link.href = href;
		link.onload = () => resolve();
		link.onerror = () => {
			link.remove();
			reject(new Error(`Unable to preload CSS for ${href}`));
		};
		document.head.append(link);
	});
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `load`, until it comes or has failed as often as there are waits. */
export async function patiently<T>(load: () => Promise<T>, waits = WAITS_MS): Promise<T> {
	const own = {};
	try {
		for (const wait of waits) {
			try {
				return await load();
			} catch (error) {
				waiting.add(own);
				tell();
				await pause(wait);
				const [, href] = OF_STYLES.exec(String(error)) ?? [];
				/* of several sheets each is missed by itself, by the next try */
				if (href) await styled(href).catch(() => {});
			}
		}
		return await load();
	} finally {
		if (waiting.delete(own)) tell();
	}
}
