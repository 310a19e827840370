/** What to type to repeat a search of what is shown. */
import { ENV_LETTERS } from '../../../wasm/generated/machine';
import {
	actionEnv,
	actionTid,
	type Config,
	ENDLESS,
	type Facts,
	type ScenarioFacts,
	type Schedule,
} from '../../../wasm/src';

/** What to type to judge a recorded run anew; `id` of one that comes with the page. */
export const judging = (id: string | undefined): string =>
	`npm run lockstep -- conform ${id ? `web/traces/${id}.trace` : 'FILE'}`;

/** A story is a scenario with a stated verdict; free play is checked as it is set up. */
export function repeating(facts: Facts, scenario: ScenarioFacts, config: Config): string {
	if (!scenario.sandbox) return `npm run lockstep -- verify ${scenario.name}`;
	const command = checking(facts, config);
	return command && `npm run lockstep -- ${command}`;
}

const roundsOf = ({ rounds }: Config) => ` --rounds ${rounds === ENDLESS ? 'endless' : rounds}`;

/** The check of a set-up, as it follows `lockstep`; '' where nothing is known of its lock. */
export const checking = (facts: Facts, config: Config): string =>
	checkOf(facts, config, roundsOf(config), (times) => times !== ENDLESS);

/** The same of its search for starvation, whose rounds are endless, and so may be a clock. */
export const starving = (facts: Facts, config: Config): string =>
	checkOf(facts, config, '', () => true);

function checkOf(
	facts: Facts,
	config: Config,
	rounds: string,
	isGiven: (times: number) => boolean,
): string {
	const lock = facts.locks.find(({ id }) => id === config.lock);
	if (!lock) return '';
	const roles = config.roles.slice(0, config.threads).map((role) => lock.roles[role]?.letter ?? '');
	const budget = config.budget.flatMap((times, kind) => {
		const letter = ENV_LETTERS[kind];
		return letter && times > 0 && isGiven(times) ? [`${letter}${times}`] : [];
	});
	const switches = lock.switches.filter((_, bit) => config.switches & (1 << bit));
	return [
		`check ${lock.variants[config.variant]?.name ?? lock.name}`,
		`--threads ${roles.join('')}${rounds}`,
		...(budget.length > 0 ? [`--budget ${budget.join(',')}`] : []),
		...switches.map(({ name }) => `--switch ${name}`),
	].join(' ');
}

/** Steps as the command line reads them: "1*3 p2 2". */
export function stepsText(actions: Schedule): string {
	const runs: { step: string; times: number; own: boolean }[] = [];
	for (const action of Array.from(actions)) {
		const step = `${ENV_LETTERS[actionEnv(action)] ?? ''}${actionTid(action)}`;
		const last = runs.at(-1);
		if (last?.own && last.step === step) last.times++;
		else runs.push({ step, times: 1, own: actionEnv(action) === 0 });
	}
	return runs.map(({ step, times }) => (times > 1 ? `${step}*${times}` : step)).join(' ');
}
