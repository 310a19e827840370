/** The front end of the dialect: reads texts and headers into a typed tree. No dependencies. */
export { allProblems, problemsOf } from './check';
export { cli } from './cli';
export { exprOf, stringOf } from './code';
export { constantsOf } from './constants';
export { kernelC, sideOf } from './kernel-c';
export type { Settings } from './kernel-fold';
export { kernelHeader } from './kernel-header';
export { structsOf } from './layout';
export { deadMasks, liveAt, MASK_WORDS } from './liveness';
export { type Meaning, type MeaningSpan, meaningsOf } from './meanings';
export { type Place, placesOf } from './places';
export { parseProject, type SourceFile } from './project';
export { type Scope, scopeOf } from './scope';
export type * from './tree';
export { LIMITS } from './tree';
export { namesIn, textNamed, withUsed } from './uses';
export { childrenOf, exprsOf, forEachExpr, forEachStmt, innerOf } from './walk';
export { INVARIANT_WORDS, isCall, isStep, LINES, ORDERS, STATES, WORDS } from './words';
