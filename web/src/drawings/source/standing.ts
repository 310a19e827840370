/** Which lines nobody posted, from the tables of the text's page that "Origin" shows. */
import STANDING from '@generated/standing.json';
import type { ProcFacts } from '../../../../wasm/src';

const of = STANDING as Readonly<Record<string, string>>;

export interface StandingSign {
	sign: string;
	title: string;
}

export interface Standing {
	/** at the head of a procedure: what it is called, and what that means */
	heads: ReadonlyMap<number, StandingSign>;
	/** lines of procedures of which all is inferred */
	inferred: ReadonlySet<number>;
}

const SIGNS: Readonly<Record<string, StandingSign>> = {
	inferred: {
		sign: 'inferred',
		title:
			'No posting shows these lines (dots under their numbers): they are inferred from the kernel of that time. Origin says from which',
	},
	part: {
		sign: 'partly inferred',
		title: 'Some of these lines stand in no posting. Origin says of each step which',
	},
};

export function standingIn(procs: readonly ProcFacts[], text: string): Standing {
	const heads = new Map<number, StandingSign>();
	const inferred = new Set<number>();
	for (const proc of procs) {
		const what = of[proc.name] ?? '';
		const sign = SIGNS[what];
		if (proc.text !== text || !sign) continue;
		heads.set(proc.first, sign);
		if (what === 'inferred') for (let l = proc.first; l <= proc.last; l++) inferred.add(l);
	}
	return { heads, inferred };
}
