/** What the speaker has of a level: its task, its hints, and the shortest way on once the search has it. */
import { actionEnv, actionTid, type Core, type Schedule } from '../../../wasm/src';
import type { Document } from '../store/state';
import type { Said } from './messages';

/** "T1 × 3, T2, preempt T1" */
export function stepsText(core: Core, steps: Schedule): string {
	const names = Array.from(steps, (action) => {
		const { name = '' } = core.facts.envKinds[actionEnv(action)] ?? {};
		return `${name ? `${name} ` : ''}T${actionTid(action)}`;
	});
	const runs: { name: string; times: number }[] = [];
	for (const name of names) {
		const last = runs.at(-1);
		if (last?.name === name) last.times++;
		else runs.push({ name, times: 1 });
	}
	return runs.map(({ name, times }) => (times > 1 ? `${name} × ${times}` : name)).join(', ');
}

function wayText(core: Core, { level, session, moment }: Document): string {
	if (!level) return '';
	const { shortest } = level.facts;
	if (shortest === 0) return 'It cannot be done: say so with “I think it cannot be done”.';
	const now = session.actions().slice(0, moment.at).join();
	const known = level.ahead?.behind.join() === now ? level.ahead.steps : null;
	if (known) return `The shortest way from here: ${stepsText(core, known)}.`;
	if (level.gone?.join() === now) return 'From here the goal can no longer be reached.';
	return `The shortest solution has ${shortest} ${shortest === 1 ? 'step' : 'steps'}.`;
}

/** null: no level is played. */
export function levelSaid(core: Core, doc: Document): Said | null {
	if (!doc.level) return null;
	const { task, idea, hint } = doc.level.facts;
	const note = `${task} Hint: ${idea} ${hint} ${wayText(core, doc)}`;
	return { at: doc.moment.at, ask: '', note, decisive: false };
}
