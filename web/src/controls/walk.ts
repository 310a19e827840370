import type { KeyboardEvent } from 'react';

/** Left and right go from button to button, as in a toolbar. */
export function walk(event: KeyboardEvent<HTMLElement>): void {
	const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
	if (direction === 0 || event.shiftKey) return;
	const around = [...event.currentTarget.querySelectorAll('button')];
	const here = around.indexOf(document.activeElement as HTMLButtonElement);
	if (here < 0) return;
	event.preventDefault();
	around[(here + direction + around.length) % around.length]?.focus();
}
