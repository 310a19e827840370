/** For tests: recorded runs that nobody recorded, made by the machine itself. */
import { type Action, type Core, ENDLESS, NO_EVENT, type Trace } from '../../../wasm/src';
import type { TraceOpened } from '../../../wasm/src/trace';
import { seededRandom } from '../store/random';

/** A run of so many steps in which anybody may do anything; acts of the environment are in no event. */
export function madeTrace(core: Core, scenario: string, steps: number): Trace {
	const base = core.configOf(scenario);
	const kinds = core.facts.envKinds;
	const budget = base.budget.map((left, i) => (kinds[i]?.budget && left > 0 ? ENDLESS : 0));
	const config = { ...base, rounds: ENDLESS, budget };
	const session = core.session(config);
	const random = seededRandom(7);
	while (session.length < steps) {
		const possible = session
			.options()
			.filter((o) => o.result === 'moved' && (o.env === '' || random() < 0.1));
		const option = possible[Math.floor(random() * possible.length)];
		if (option) session.step(option.action);
	}
	const actions = Uint8Array.from(session.actions());
	let events = 0;
	return {
		config,
		seen: 'all',
		events: actions.filter((a) => a < 16).length,
		ticks: 1000,
		cut: false,
		damaged: 0,
		about: { kernel: '6.12.117', cpus: '2', emulation: 'TCG', date: '2026-11-21', module: 'made' },
		notes: [],
		conforming: actions.filter((a) => a < 16).length,
		differs: null,
		lines: { covered: 61, reachable: 63, missed: ['unlock:7 gives up', 'unlock:9 tries again'] },
		actions,
		when: Float64Array.from(actions, (_, i) => 1500 * (i + 1)),
		event: Uint32Array.from(actions, (a: Action) => (a < 16 ? events++ : NO_EVENT)),
	};
}

export const openedAs = (trace: Trace): TraceOpened => ({ ok: true, trace });
