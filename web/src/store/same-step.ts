import type { StepRecord } from '../../../wasm/src';

type Did = Pick<StepRecord, 'env' | 'result' | 'op' | 'proc' | 'line' | 'wordName' | 'ok'> &
	Pick<StepRecord, 'acquired' | 'released' | 'finished' | 'target'>;

const PARTS: readonly (keyof Did)[] = [
	...(['env', 'result', 'op', 'proc', 'line', 'wordName', 'ok'] as const),
	...(['acquired', 'released', 'finished', 'target'] as const),
];

/** A step does the same in two schedules: at the same place, with the same outcome. The values may be others. */
export const doesSame = (a: Did, b: Did): boolean => PARTS.every((part) => a[part] === b[part]);
