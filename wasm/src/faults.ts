/** The configuration in which a planted fault shows: what `lockstep check ... --switch NAME` would search. */
import type { Config } from './config';
import type { LockFacts, SwitchFacts } from './facts';

export function configShowing(lock: LockFacts, fault: SwitchFacts): Config {
	const config = structuredClone(fault.showing);
	config.switches |= 1 << lock.switches.indexOf(fault);
	return config;
}
