import type { Binding } from '../controls/binding';

const KEYS = [
	...['ArrowRight', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowLeft', 'Home', 'End'],
	...['PageDown', 'PageUp', ' ', '.', 'a', 'o', 'j', 'i', 'Escape'],
];

/** Of the page's keys, those that a stepper in somebody else's page takes: steps and beats. */
export function isEmbedKey({ keys }: Binding): boolean {
	return keys.some((key) => KEYS.includes(key) || /^[1-9]$/.test(key));
}
