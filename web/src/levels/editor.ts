/** From a level to the editor: its goal speaks of the page's text, so the way there leads out of it, for who asks twice. */
import { lockOf } from '../narration/phrases';
import type { App } from '../store/app';
import { keySign } from '../store/key-sign';

const FIXED = `In a level the text is fixed. ${keySign('E')} once more opens its set-up as free play, where it can be edited.`;

export function editOfLevel(app: App): void {
	const { core, doc, toast } = app.state;
	if (!core || !doc) return;
	if (toast !== FIXED) {
		app.page.say(FIXED);
		return;
	}
	const { procs = [], name = '' } = lockOf(core.facts, doc.config.lock) ?? {};
	const frames = doc.moment.machine.threads.find(({ tid }) => tid === doc.focusTid)?.frames ?? [];
	const text = procs[frames.at(-1)?.proc ?? -1]?.text ?? name;
	app.documents.restart({});
	app.page.edit(text);
}
