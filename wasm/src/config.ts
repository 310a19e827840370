/** What a session is started with, and the actions that it takes. */
import { LIMITS } from '../generated/machine';

/** One byte: 0..15 = thread's own step, 16*kind+(tid-1) = environment. See core-c/machine.h. */
export type Action = number;

export type Schedule = readonly Action[] | Uint8Array;

/** As rounds or as a budget of a configuration: never used up. */
export const ENDLESS = LIMITS.endless;

export interface Config {
	scenario: string;
	lock: number;
	variant: number;
	threads: number;
	rounds: number;
	switches: number;
	budget: number[];
	/** role index per thread, length = threads */
	roles: number[];
}
