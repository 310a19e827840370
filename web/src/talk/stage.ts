/** The room's side of a talk: tells what it shows, and does what the notes window asks. */
import { withKeys } from '../app/fragment';
import type { App } from '../store/app';
import {
	channelOf,
	type FromStage,
	fromNotes,
	fromStage,
	type Move,
	newName,
	sealed,
} from './messages';
import { toldOf } from './told';

/** Who has heard nothing for so long is not there. */
const PATIENCE_MS = 2500;

/** The button of what can come from outside that has the focus in the room, as after `e`. */
const chosen = (): HTMLElement | null =>
	document.activeElement instanceof HTMLButtonElement
		? document.activeElement.closest<HTMLElement>('[data-env] button, [data-comes] button')
		: null;

/** As the clicker in the room. */
const turn = (app: App, by: 1 | -1): void => app.press(by === 1 ? 'PageDown' : 'PageUp');

/** Along what can come from outside while one of it has the focus; else from beat to beat. */
function along(app: App, by: 1 | -1): void {
	const init = { key: by === 1 ? 'ArrowRight' : 'ArrowLeft', bubbles: true, cancelable: true };
	const button = chosen();
	if (button) button.dispatchEvent(new KeyboardEvent('keydown', init));
	else turn(app, by);
}

const MOVES: Record<Move, (app: App) => void> = {
	next: (app) => turn(app, 1),
	back: (app) => turn(app, -1),
	right: (app) => along(app, 1),
	left: (app) => along(app, -1),
	take: () => chosen()?.click(),
	/* that of a lesson comes with the clicker */
	answer: (app) => (app.state.slide?.open ? turn(app, 1) : void app.questions.answer()),
	black: (app) => app.page.toggleBlackout(),
	unring: (app) => app.page.setRing(null),
	story: (app) => void app.futures.back(),
};

/** As in the room: what is pressed behind a black screen only ends the black. */
function make(app: App, move: Move): void {
	if (app.state.blackout && move !== 'unring') app.page.toggleBlackout();
	else MOVES[move](app);
}

/** Esc closes what is open; the room does not leave its view by a key that was pressed in another window. */
function press(app: App, key: string): void {
	if (key === 'Escape' && !app.state.blackout) app.escape(false);
	else app.press(key);
}

/** Nobody sees what the ring would go on behind a black screen. */
function point(app: App, { x, y }: { x: number; y: number }): void {
	if (app.state.blackout) app.page.toggleBlackout();
	else app.page.askForRing({ x, y });
}

/** The page reads it as any address; presenter view stays, also when it is loaded anew there. */
function staged({ state: { view } }: App, to: string): string {
	if (!view.presenter || /[?&]p=/.test(to)) return to;
	return withKeys(to, `p=${view.stage === 'code' ? 'code' : '1'}`);
}

export class StageOfTalk {
	private readonly channel: BroadcastChannel;
	private readonly me = newName();
	private last = '';
	private patience: ReturnType<typeof setTimeout> | undefined;
	private readonly forget: () => void;

	constructor(
		private readonly app: App,
		pair: string,
		/** another window has this talk: as one has that was copied with its tab */
		private readonly onTaken: () => void,
	) {
		this.channel = new BroadcastChannel(channelOf(pair));
		this.channel.onmessage = (event) => this.hear(event.data);
		const look = () => this.tell();
		const forget = app.store.subscribe(look);
		/* what would be taken from outside shows by the focus alone */
		document.addEventListener('focusin', look);
		this.forget = () => {
			forget();
			document.removeEventListener('focusin', look);
		};
		this.say({ kind: 'hello', from: this.me });
		this.tell();
	}

	/** `gone`: the window goes, and may come back. */
	close(gone = false): void {
		if (gone) this.say({ kind: 'bye', from: this.me });
		clearTimeout(this.patience);
		this.forget();
		this.channel.close();
		if (this.app.state.apart) this.app.store.set({ apart: false });
	}

	private say(message: FromStage): void {
		this.channel.postMessage(sealed(message));
	}

	/** Only what is new, unless it is asked for. */
	private tell(always = false): void {
		const { open, pilot } = this.app.comparison;
		const beside = open ? pilot?.told() : null;
		const choice = chosen()?.getAttribute('aria-label') ?? '';
		const told = { ...toldOf(this.app.state, this.me, beside), choice };
		const text = JSON.stringify(told);
		if (text === this.last && !always) return;
		this.last = text;
		this.say(told);
		this.patience ??= setTimeout(() => this.setListening(false), PATIENCE_MS);
	}

	private setListening(apart: boolean): void {
		clearTimeout(this.patience);
		this.patience = undefined;
		if (this.app.state.apart !== apart) this.app.store.set({ apart });
	}

	private hear(data: unknown): void {
		const other = fromStage(data);
		if (other?.kind === 'hello' && other.from !== this.me)
			this.say({ kind: 'taken', from: this.me, to: other.from });
		if (other?.kind === 'taken' && other.to === this.me) this.onTaken();
		const asked = fromNotes(data);
		if (!asked) return;
		this.setListening(asked.kind !== 'closed');
		if (asked.kind === 'ask') this.tell(true);
		if (asked.kind === 'move') make(this.app, asked.move);
		if (asked.kind === 'key') press(this.app, asked.key);
		if (asked.kind === 'point') point(this.app, asked);
		if (asked.kind === 'open') window.location.hash = staged(this.app, asked.to);
	}
}
