import { useEffect, useState } from 'react';
import { loadEvidence } from '../docs/load';
import type { Evidence } from '../docs/types';

/** What the page can show of why it says something; null: it is on its way; text: why it does not come. */
export function useEvidence(): Evidence | string | null {
	const [evidence, setEvidence] = useState<Evidence | string | null>(null);
	useEffect(() => {
		let stays = true;
		loadEvidence()
			.then((e) => stays && setEvidence(e))
			.catch(() => stays && setEvidence('It could not be loaded. Is the network there?'));
		return () => {
			stays = false;
		};
	}, []);
	return evidence;
}
