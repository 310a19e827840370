/** Which story shows a waiter that is passed: played out, not looked up. */
import { type Config, type Core, opDoes, type ScenarioFacts } from '../../../wasm/src';
import { Waiting } from '../compare/waiting';
import { isFinding } from '../store/beats';

const known = new WeakMap<ScenarioFacts, number>();

/** How often a waiter is passed in it, at most; 0: each comes in its turn. */
function passesIn(core: Core, scenario: ScenarioFacts): number {
	const found = known.get(scenario);
	if (found !== undefined) return found;
	const session = core.session(core.configOf(scenario.name));
	session.load(scenario.story);
	const writes = (step: number) => opDoes(session.record(step).op, 'reads', 'writes');
	const waiting = new Waiting(session, writes);
	let most = 0;
	for (let i = 0; i < session.length; i++) {
		waiting.took(i);
		most = Math.max(most, waiting.all.most()?.times ?? 0);
	}
	known.set(scenario, most);
	return most;
}

/** Of the same lock, first of the same text of it, without a fault, and not the one that is open: that in which one is passed most often. */
export function storyOfPassing(core: Core, config: Config): ScenarioFacts | undefined {
	if (core.editedOf(config.lock)) return undefined;
	const stories = core.facts.scenarios.filter(
		(one) =>
			one.lock === config.lock &&
			one.name !== config.scenario &&
			one.story.length > 0 &&
			!one.sandbox &&
			!one.planted &&
			!isFinding(one),
	);
	const shows = (isSame: boolean): ScenarioFacts | undefined => {
		const some = stories.filter(({ variant }) => (variant === config.variant) === isSame);
		const most = Math.max(1, ...some.map((one) => passesIn(core, one)));
		return some.find((one) => passesIn(core, one) === most);
	};
	return shows(true) ?? shows(false);
}
