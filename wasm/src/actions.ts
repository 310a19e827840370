/** An action of a schedule is one number: who, and whether the thread itself or the environment on it. */
import { LIMITS } from '../generated/machine';
import type { Action } from './config';

/* An action is actors * kind + tid - 1; kind 0 is the thread's own step. */
const ACTORS = LIMITS.actors;
export const actionTid = (action: Action): number => (action % ACTORS) + 1;
export const actionEnv = (action: Action): number => Math.floor(action / ACTORS);
/** An act of the environment, not a thread's own step. */
export const isEnvAction = (action: Action): boolean => action >= ACTORS;
export const stepOf = (tid: number): Action => tid - 1;
export const envOf = (kind: number, tid: number): Action => ACTORS * kind + tid - 1;
