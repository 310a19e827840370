/** The page in a single file: a story, or those of a talk, from a disk, without a network. */
import { asksNow } from '../store/beats';
import { addressOf } from './commands';
import { addFaces } from './faces';
import { held, heldModule } from './held';
import { isEmbedKey } from './keys';
import { makeCore, mount } from './mount';

/** CSS pixels in which a story is laid out where the window has them: in a larger one all of it is larger. */
const LAID_OUT = { width: 853, height: 480 };
/** Beside those of any stepper: the size of the text, and the black screen of a clicker. */
const OWN_KEYS = ['+', '-', 'b'];
/** Each step of the text size is so much of it. */
const WISH = 1 / 16;
const PAUSE_MS = 200;

const { fragment, home } = held();
const core = makeCore(heldModule);
addFaces();
const place = document.createElement('main');
document.body.append(place);
const { app, look, open } = mount(
	place.attachShadow({ mode: 'open' }),
	core,
	undefined,
	/* it is all there is on the page */
	(binding) => isEmbedKey(binding) || binding.keys.some((key) => OWN_KEYS.includes(key)),
);

/** The file is shown to a room: “.” is a clicker's black screen, and a question is answered before the story goes on. */
function pressed(event: KeyboardEvent): void {
	const { key, repeat } = event;
	if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
	const { core: known, doc, blackout } = app.state;
	if (blackout || !known || !doc) return;
	const isBlack = key === '.';
	if (!isBlack && (key !== 'ArrowRight' || !asksNow(known, doc))) return;
	event.preventDefault();
	event.stopPropagation();
	if (repeat) return;
	if (isBlack) app.page.toggleBlackout();
	else app.questions.answer();
}
place.addEventListener('keydown', pressed, { capture: true });

function fillWindow(): void {
	const { innerWidth: width, innerHeight: height } = window;
	const fits = Math.max(1, Math.min(width / LAID_OUT.width, height / LAID_OUT.height));
	const zoom = fits * (1 + app.state.view.textSize * WISH);
	place.style.setProperty('zoom', zoom.toFixed(4));
	place.style.setProperty('--embed-height', `${height / zoom}px`);
	place.style.height = `${height / zoom}px`;
}

/** The keys are its own from the start, and after a story has come in the place of another. */
function takeKeys(): void {
	if (!place.shadowRoot?.activeElement)
		place.shadowRoot?.querySelector<HTMLElement>('[data-lockstep]')?.focus();
}

app.store.set({ alone: true });
look({ controls: 'full', home, alone: true, theme: 'auto' });
open(fragment);
/* a story that stands alone leads to none: no other is in here */
const [name = ''] = fragment.split('?');
const { view } = app.state;
if (!view.list.includes(name)) app.store.set({ view: { ...view, list: [name] } });
/** Opened again, as by a reload, it goes on where it was, if that is a moment of what is in here. */
function goOn(): void {
	const kept = window.location.hash.replace(/^#\/?/, '');
	const [story = ''] = kept.split('?');
	const { list } = app.state.view;
	if (!list.includes(story)) return;
	open(kept);
	app.store.set({ view: { ...app.state.view, list } });
}
goOn();
fillWindow();
takeKeys();
window.addEventListener('resize', fillWindow);

/** Written when the steps pause, for the browser takes its time over it. */
let pause: ReturnType<typeof setTimeout> | undefined;
function keepPlace(): void {
	clearTimeout(pause);
	pause = setTimeout(() => {
		const hash = `#/${addressOf(app.state)}`;
		if (hash === window.location.hash) return;
		try {
			window.history.replaceState(null, '', hash);
		} catch {
			// Sandboxed frames and some webviews refuse; the file works without its address.
		}
	}, PAUSE_MS);
}

let [shown, size] = ['', app.state.view.textSize];
app.store.subscribe(() => {
	const { core: known, doc, view: now } = app.state;
	keepPlace();
	if (now.textSize !== size) {
		size = now.textSize;
		fillWindow();
	}
	const title = doc && known?.scenario(doc.config.scenario)?.title;
	if (!title || title === shown) return;
	shown = title;
	document.title = `${title} · Lockstep`;
	takeKeys();
});
