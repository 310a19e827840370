import type { DocInline } from './types';

/** The words alone. */
export const plain = (of: readonly DocInline[]): string =>
	of.map((p) => (typeof p === 'string' ? p : p.kind === 'code' ? p.text : plain(p.of))).join('');
