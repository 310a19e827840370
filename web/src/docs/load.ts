/** The documents, each in a file of its own that comes when it is opened. */
import type { Doc, DocCard, DocText, Evidence } from './types';

const FOLDER = '../../../build/generated/docs';
const FILES = import.meta.glob<unknown>('../../../build/generated/docs/*.json', {
	import: 'default',
});

async function load(file: string): Promise<unknown> {
	return (await FILES[`${FOLDER}/${file}.json`]?.()) ?? null;
}

const OTHERS = new Set(['cards', 'evidence', 'found', 'talks', 'texts']);

export const loadCards = () => load('cards') as Promise<DocCard[]>;
/** Large: only for whoever searches. */
export const loadTexts = () => load('texts') as Promise<DocText[]>;
export const loadEvidence = () => load('evidence') as Promise<Evidence>;

/** null: there is none of that name. */
export const loadDoc = (name: string) =>
	load(OTHERS.has(name) ? '' : name.replace(/^locks\//, 'lock-')) as Promise<Doc | null>;
