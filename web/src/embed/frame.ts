/** The page in a frame: the page around it may send commands, and hears where it stands. It alone is listened to. */
import type { App } from '../store/app';
import { NOTHING_OPEN, perform, tellMoments, tellRefusals, toldOf } from './commands';
import { messageOf, readMessage, type Saying } from './protocol';

export function bindFrame(app: App, win: Window = window): () => void {
	const { parent } = win;
	if (parent === win) return () => {};
	/* what is shown is no secret, and whoever shows it may be anywhere */
	const say = (saying: Saying) => parent.postMessage(messageOf(saying), '*');
	const onMessage = (event: MessageEvent<unknown>) => {
		if (event.source !== parent) return;
		const command = readMessage(event.data);
		if (command === null) return;
		const refused = command.type === 'error' ? command.message : perform(app, command);
		if (refused !== '') return say({ type: 'error', message: refused });
		if (command.type !== 'state') return;
		const told = toldOf(app.state);
		say(told ? { type: 'state', ...told } : { type: 'error', message: NOTHING_OPEN });
	};
	win.addEventListener('message', onMessage);
	const silence = tellMoments(app, (type, told) => say({ type, ...told }));
	const quiet = tellRefusals(app, (message) => say({ type: 'error', message }));
	return () => {
		quiet();
		win.removeEventListener('message', onMessage);
		silence();
	};
}
