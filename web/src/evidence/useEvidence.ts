import { loadEvidence } from '../docs/load';
import type { Evidence } from '../docs/types';
import { useLoaded } from '../docs/useLoaded';

/** What the page can show of why it says something; null: it is on its way; text: why it does not come. */
export const useEvidence = (): Evidence | string | null =>
	useLoaded(loadEvidence, 'It could not be loaded. Is the network there?');
