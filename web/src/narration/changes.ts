/** What a reader has changed in a text by its switches, in words. */
import type { Config, Core, SwitchFacts } from '../../../wasm/src';

/** What is done to the text, before the words for it. */
const SAYS: Readonly<Record<SwitchFacts['kind'], string>> = {
	planted: 'fault',
	fixed: 'fix',
	asserted: 'assertion',
	reordered: 'order',
};

/** "fix: readers are counted before they are granted the lock" */
export const changeText = ({ kind, title }: SwitchFacts): string =>
	`${SAYS[kind]}: ${title.replace(/^fixed: /, '')}`;

/** In what a set-up is not that of the scenario whose name it bears; whose title tells of a fault, if it has one alone. */
export function changesIn(core: Core, config: Config): string[] {
	const told = core.scenario(config.scenario);
	if (!told || told.lock !== config.lock) return [];
	const hasOne = (told.switches & (told.switches - 1)) === 0;
	return core.lock(config.lock).switches.flatMap((s, bit) => {
		const mask = 1 << bit;
		if (!((config.switches ^ told.switches) & mask)) return [];
		if (config.switches & mask) return changeText(s);
		return `without the ${hasOne ? SAYS[s.kind] : changeText(s)}`;
	});
}
