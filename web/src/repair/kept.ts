/** Which repairs the reader has made, and the text that each has come to, kept in this browser. */
import { keepNamed, readKept, readNamed } from '../store/kept';

const SOLVED = 'lockstep.repairs';
const TEXTS = 'lockstep.repair-texts';

/** Where nothing may be kept, they are for this visit. */
const known = new Set<string>();

export function isSolved(name: string): boolean {
	const kept = readKept(SOLVED);
	const all: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
	return known.has(name) || all[name] === true;
}

export function keepSolved(name: string): void {
	known.add(name);
	keepNamed(SOLVED, name, true);
}

/** As an address has it: the last that was run; undefined takes it away. */
export function keepText(name: string, packed: string | undefined): void {
	keepNamed(TEXTS, name, packed);
}

export function textKept(name: string): string | undefined {
	const text = readNamed(TEXTS, name);
	return typeof text === 'string' ? text : undefined;
}
