/** The key that asks whether a waiter may be passed for ever: of what a check has found nothing wrong with. */
import type { App } from '../store/app';

/** For so many ms the button is waited for: the panel comes with the evidence, which may have the answer. */
const PATIENCE = { all: 4000, each: 50 };

async function askWhenThere(app: App): Promise<void> {
	const found = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`);
	for (let waited = 0; waited <= PATIENCE.all; waited += PATIENCE.each) {
		if (app.state.panel !== 'check' || found('fair-play')) return;
		const ask = found('fair-ask');
		if (ask) {
			ask.click();
			return;
		}
		await new Promise((resolve) => setTimeout(resolve, PATIENCE.each));
	}
}

/** Whoever has closed the check asks it of what was found there; the answer stands in the panel. */
export function askFairness(app: App): void {
	const ask = document.querySelector<HTMLElement>('[data-testid="fair-ask"]');
	const { check, panel } = app.state;
	const isClean = check.kind === 'done' && check.progress.verdict === 'OK' && !check.from;
	if (ask) ask.click();
	else if (isClean) {
		if (panel !== 'check') app.page.setPanel('check');
		void askWhenThere(app);
	} else
		app.page.say(
			check.kind === 'done'
				? 'It is asked where a check from the start (x) has found nothing.'
				: 'Press x first; then A asks whether somebody may wait for ever.',
		);
}
