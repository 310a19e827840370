/** The kernel C of each text with one switch on, by TEXT@SWITCH.c. */
import type { PackedLine } from './lines';

export const kernels = import.meta.glob<PackedLine[]>('@generated/kernel-c/*@*.c', {
	query: '?tokens',
	import: 'default',
});
