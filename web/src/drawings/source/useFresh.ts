/** Where a reader's text differs, as long as nothing has been done with it. */
import { useMemo, useRef } from 'react';
import type { Edited } from '../../../../wasm/src';

/** From 1; where lines went, the one that follows; 0: none differs. */
export function firstDiffering({ base, source }: Pick<Edited, 'base' | 'source'>): number {
	const [old, own] = [base.split('\n'), source.split('\n')];
	if (base === source) return 0;
	const at = own.findIndex((line, i) => line !== old[i]);
	return at < 0 ? own.length : at + 1;
}

/** The first changed line of a text that has just begun to run; 0 once a step was taken or another thread looked at. */
export function useFresh(own: Edited | undefined, at: number, focus: number | null): number {
	const since = useRef({ packed: '', at: -1, focus: null as number | null, stays: false });
	const now = since.current;
	const packed = own?.packed ?? '';
	if (now.packed !== packed) since.current = { packed, at, focus, stays: true };
	else if (now.at !== at || now.focus !== focus) now.stays = false;
	const line = useMemo(() => (own ? firstDiffering(own) : 0), [own]);
	return since.current.stays ? line : 0;
}
