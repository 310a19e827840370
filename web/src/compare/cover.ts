/** Before a room what two schedules come to is not told before they have been played. */
import { useState } from 'react';
import { useAppState } from '../store/react';
import type { Pair } from './pair';

/** Once both have been at their end it stays uncovered, for whoever goes back over them. */
export function useCovered(pair: Pair): boolean {
	const presenter = useAppState((s) => s.view.presenter);
	const [played, setPlayed] = useState<Pair | null>(null);
	const atEnd = pair.isAtEnd;
	if (atEnd && played !== pair) setPlayed(pair);
	return presenter && !atEnd && played !== pair;
}
