/** A talk of this tab: begun with its notes window, taken up again after a reload. */
import type { App } from '../store/app';
import { isPair, newName } from './messages';
import { StageOfTalk } from './stage';
import { storedTalk, storeTalk } from './stored';

const talks = new WeakMap<App, { pair: string; stage: StageOfTalk }>();

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
	talks.set(app, { pair, stage });
	storeTalk(pair);
	window.addEventListener('pagehide', () => end(true), { once: true });
	return pair;
}

/** After a reload. */
export function takeUpTalk(app: App): void {
	const pair = stored();
	if (pair && typeof BroadcastChannel === 'function') begin(app, pair);
}

/** In a window of its own, which a second call brings to the front. */
export function openNotes(app: App): void {
	if (typeof BroadcastChannel !== 'function') {
		app.page.say('This browser cannot keep two windows together.');
		return;
	}
	const pair = begin(app, stored() || newName());
	const address = `${window.location.href.replace(/#.*/s, '')}#/notes/${pair}`;
	const opened = window.open(address, `lockstep-notes-${pair}`, 'popup,width=900,height=720');
	if (opened) opened.focus();
	else app.page.say(`The browser opened no window. The notes are at ${address}`);
}
