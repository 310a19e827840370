import type { Config, Core } from '../../../wasm/src';
import type { FindingCard } from '../docs/types';
import { commonPrefix } from '../store/branches';
import type { Circle } from '../store/circle';
import type { Document } from '../store/state';

const sameSetUp = (a: Config, b: Config) =>
	a.lock === b.lock &&
	a.variant === b.variant &&
	a.switches === b.switches &&
	a.rounds === b.rounds &&
	String(a.roles) === String(b.roles) &&
	String(a.budget) === String(b.budget);

/** The finding whose address leads once round the circle that is shown, however often it is taken here. */
export function findingOfRound(
	core: Core,
	findings: readonly FindingCard[],
	{ config, session }: Pick<Document, 'config' | 'session'>,
	{ returns }: Circle,
): FindingCard | undefined {
	const shown = (address: string) => {
		const fragment = address.replace(/^#\//, '');
		if (core.lockOf(fragment) !== config.lock) return false;
		const told = core.parseUrl(fragment);
		const end = told.schedule.length;
		return (
			sameSetUp(told.config, config) &&
			returns.some((back) => back.end === end) &&
			commonPrefix(told.schedule, session.actions()) === end
		);
	};
	return findings.find(({ rounds }) => rounds.some(shown));
}
