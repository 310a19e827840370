/** What a key does that plays more than a step: the steps, and what is said of them. */
import type { Action, Schedule } from '../../../wasm/src';
import type { App } from './app';
import { stillPlayed } from './played';
import type { Document } from './state';

/** Puts these steps next, and behind them what still follows; plays them, and says it. */
export function playSteps(
	app: App,
	doc: Document,
	steps: readonly Action[],
	text: string,
	{ rest = [], joins = false }: { rest?: Schedule; joins?: boolean } = {},
): void {
	const { at } = doc.moment;
	const behind = [...doc.session.actions().slice(0, at), ...steps];
	const { scenario, threads } = doc.config;
	if (steps.length > 0) app.documents.replaceSchedule([...behind, ...rest], at, doc.aside);
	const before = stillPlayed(app.state);
	const played = { scenario, threads, behind, from: at, text, joins, before };
	app.store.set({ played, toast: '' });
	if (steps.length === 0) return;
	if (app.state.view.presenter) app.runs.stretch(behind.length);
	else app.runs.through(behind.length);
}
