/** From a story to the comparison that it stands in, and back to the moment that was left. */
import { withKeys } from '../app/fragment';
import type { App } from '../store/app';
import { pairAddress, partnerOf } from './pairs';

/** Before a room the comparison is a slide, too. */
export function openBeside(app: App): void {
	const { core, doc, view } = app.state;
	const told = doc && !doc.recording && !doc.level;
	const pair = core && told ? partnerOf(core, doc.config.scenario) : undefined;
	if (!pair) {
		app.page.say('No other story stands beside this one.');
		return;
	}
	const address = pairAddress(pair);
	const to = view.presenter ? withKeys(address, 'p=1') : address;
	app.futures.leave(to);
	app.address.open(to);
}
