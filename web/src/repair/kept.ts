/** The text that each repair has come to, kept in this browser; and why the one of an address could not be run. */
import { reasonOf } from '../../../wasm/src/reason';
import { keepNamed, readNamed } from '../store/kept';

const TEXTS = 'lockstep.repair-texts';

/** As an address has it: the last that was run; undefined takes it away. */
export function keepText(name: string, packed: string | undefined): void {
	keepNamed(TEXTS, name, packed);
}

export function textKept(name: string): string | undefined {
	const text = readNamed(TEXTS, name);
	return typeof text === 'string' ? text : undefined;
}

let trouble = { name: '', says: '' };

/** A text that cannot be run is not opened again. */
export function leaveTrouble(name: string, packed: string, error: unknown): void {
	const why = reasonOf(error);
	trouble = { name, says: `The edited text of the address cannot be run: ${why}.` };
	if (textKept(name) === packed) keepText(name, undefined);
}

/** What is to be said once the repair is open; told once. */
export function takeTrouble(name: string): string {
	const { says } = trouble.name === name ? trouble : { says: '' };
	trouble = { name: '', says: '' };
	return says;
}
