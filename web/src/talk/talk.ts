/** A talk of this tab: begun with its notes window, taken up again after a reload. */
import type { App } from '../store/app';
import { isPair, newName } from './messages';
import { StageOfTalk } from './stage';
import { storedTalk, storeTalk } from './stored';

interface Talk {
	pair: string;
	stage: StageOfTalk;
	/** `gone`: this window goes, and may come back */
	end(gone: boolean): void;
	/** the notes window, where it was opened from here */
	notes?: Window;
}

const talks = new WeakMap<App, Talk>();

/** What is stored may have been put there by anyone. */
function stored(): string {
	const pair = storedTalk();
	return isPair(pair) ? pair : '';
}

function begin(app: App, pair: string): string {
	const going = talks.get(app);
	if (going) return going.pair;
	const end = (gone: boolean) => {
		talks.get(app)?.stage.close(gone);
		talks.delete(app);
	};
	const stage = new StageOfTalk(app, pair, () => {
		end(false);
		storeTalk('');
	});
	talks.set(app, { pair, stage, end });
	storeTalk(pair);
	window.addEventListener('pagehide', () => end(true), { once: true });
	return pair;
}

/** After a reload. */
export function takeUpTalk(app: App): void {
	const pair = stored();
	if (pair && typeof BroadcastChannel === 'function') begin(app, pair);
}

/** Into a window of its own, or back from there: the room sees them again, and that window closes. */
export function toggleNotes(app: App): void {
	const talk = talks.get(app);
	if (!talk || !app.state.apart) {
		openNotes(app);
		return;
	}
	talk.end(false);
	storeTalk('');
	talk.notes?.close();
	app.page.say('The notes are in this window again.');
}

function openNotes(app: App): void {
	if (typeof BroadcastChannel !== 'function') {
		app.page.say('This browser cannot keep two windows together.');
		return;
	}
	const pair = begin(app, stored() || newName());
	const address = `${window.location.href.replace(/#.*/s, '')}#/notes/${pair}`;
	const opened = window.open(address, `lockstep-notes-${pair}`, 'popup,width=900,height=720');
	const talk = talks.get(app);
	if (talk && opened) talk.notes = opened;
	if (opened) opened.focus();
	else app.page.say(`The browser opened no window. The notes are at ${address}`);
}
