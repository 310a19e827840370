/** The marks of the cache lines on the lanes, once what draws them is there. */
import { useEffect, useState } from 'react';
import type { Session } from '../../../wasm/src';
import type { LaneOverlay } from '../drawings/props';
import { loadCache } from './load';

type OverlayOf = (session: Session) => LaneOverlay;

export function useOverlay(session: Session, on: boolean): LaneOverlay | undefined {
	const [overlayOf, setOverlayOf] = useState<OverlayOf | null>(null);
	useEffect(() => {
		if (on) void loadCache().then((cache) => setOverlayOf(() => cache.overlayOf));
	}, [on]);
	return on && overlayOf ? overlayOf(session) : undefined;
}
