/** The room's side of a talk: tells what it shows, and does what the notes window asks. */
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

const MOVES: Record<Move, (app: App) => void> = {
	next: (app) => app.jumps.beat(1),
	back: (app) => app.jumps.beat(-1),
	answer: (app) => void app.jumps.answer(),
	black: (app) => app.page.toggleBlackout(),
	unring: (app) => app.page.setRing(null),
	story: (app) => void app.futures.back(),
};

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
		this.forget = app.store.subscribe(() => this.tell());
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
		const told = toldOf(this.app.state, this.me);
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
		if (asked.kind === 'move') MOVES[asked.move](this.app);
	}
}
