export { FLAGS, RESULTS, THREAD_WORDS } from '../generated/machine';
export * from './actions';
export * from './config';
export * from './core';
export type { Edit, Edited } from './edited';
export { type ExploreOptions, exploreHere, type Towards } from './explorer';
export * from './facts';
export { configShowing } from './faults';
export * from './format';
export * from './lanes';
export { LoadError } from './load-error';
export type { CoreExports, CoreSource } from './loader';
export * from './moment';
export { OPS, type OpName, opDoes, opNumber, wrote } from './ops';
export { type Race, raceAlong } from './race';
export type { Session } from './session';
export type { Starvation, StarvationOptions } from './starvation';
export {
	lockOfTrace,
	MAX_TRACE_BYTES,
	NO_EVENT,
	type Trace,
	type TraceDiffers,
	type TraceLines,
	type TraceProgress,
	tooLong,
} from './trace';
export { sharedWords, threadWords, type WordPlace, wordPlace } from './words';
