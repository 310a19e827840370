/**
 * Keeps the address bar and the store together: the address is the moment. Stepping replaces the
 * entry as soon as the steps pause, for the browser takes its time over it; a branch or another
 * scenario is a new entry to come back from.
 */
import type { App } from '../store/app';
import type { Landing } from '../store/desk';
import { patiently } from './patient';
import { hashOf, itemsIn, routeOf, viewFromHash } from './route';
import { knownIn } from './talk-list';

const PAUSE_MS = 200;
const LATEST_MS = 1500;

export function bindAddress(app: App, win: Window = window): () => void {
	let timer: ReturnType<typeof setTimeout> | null = null;
	let since = 0;
	let written = '';
	/** reads a talk of more than stories, once it has come */
	let courses: typeof import('../plan/course') | undefined;

	const write = (landing: Landing) => {
		if (timer !== null) clearTimeout(timer);
		timer = null;
		/* the reader has gone elsewhere, and the event that says so is on its way */
		if (landing === 'replace' && win.location.hash !== written) return;
		const hash = hashOf(app.state);
		if (hash === win.location.hash || (hash === '#/' && win.location.hash === '')) return;
		written = hash;
		try {
			/* in a frame an entry would be one of the page around it */
			if (landing === 'push' && !app.state.view.embed) win.history.pushState(null, '', hash);
			else win.history.replaceState(null, '', hash);
		} catch {
			// Sandboxed frames and some webviews refuse; the page works without its address.
		}
	};

	const writeSoon = () => {
		const now = performance.now();
		if (timer === null) since = now;
		else clearTimeout(timer);
		const wait = Math.min(PAUSE_MS, Math.max(0, since + LATEST_MS - now));
		timer = setTimeout(() => write('replace'), wait);
	};

	const read = () => {
		const { core } = app.state;
		const { hash } = win.location;
		if (!core || hash === written) return;
		const items = itemsIn(hash);
		if (items && !courses) {
			patiently(() => import('../plan/course')).then(
				(come) => {
					courses = come;
					read();
				},
				(error: unknown) => app.store.set({ loadError: String(error) }),
			);
			return;
		}
		if (timer !== null) clearTimeout(timer);
		timer = null;
		written = win.location.hash;
		const { route, notices } = routeOf(core, hash);
		/* what was put away or asked for at one place was not for the next; a talk is left where its address is */
		const view = {
			...app.state.view,
			notes: true,
			plain: 'no' as const,
			cache: false,
			list: [],
			lesson: '',
			...viewFromHash(hash),
		};
		const { course, came } = app.state;
		const isThere = came?.to === win.location.hash;
		app.store.set({
			view: { ...view, list: knownIn(core, view.list) },
			course: null,
			came: came && isThere ? { ...came, isThere } : null,
		});
		const said = items ? courses?.takeUp(app, core, items, hash, course) : undefined;
		app.goTo(route, said ? [...notices, ...said] : notices);
	};

	app.address.open = (hash) => {
		app.address.onLeaving();
		win.location.hash = hash;
		/* the event would come after the next key */
		read();
	};
	app.address.link = () => new URL(hashOf(app.state), win.location.href).href;
	app.address.onLanding = (landing) => {
		if (landing === 'push') write('push');
		else writeSoon();
	};
	app.address.onLeaving = () => {
		if (timer !== null) write('replace');
	};
	win.addEventListener('hashchange', read);
	win.addEventListener('popstate', read);
	read();
	return () => {
		if (timer !== null) clearTimeout(timer);
		app.address.onLanding = () => {};
		app.address.onLeaving = () => {};
		win.removeEventListener('hashchange', read);
		win.removeEventListener('popstate', read);
	};
}
