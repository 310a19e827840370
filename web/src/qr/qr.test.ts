import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { qrOf } from './code';
import { isOwnComputer, roomLink } from './room-link';

const PIXELS = 3; /* of a module */

/** What a reader of such codes sees in it. */
function read(modules: readonly (readonly boolean[])[]): string | undefined {
	const side = modules.length * PIXELS;
	const image = new Uint8ClampedArray(side * side * 4).fill(255);
	for (let y = 0; y < side; y++)
		for (let x = 0; x < side; x++)
			if (modules[Math.floor(y / PIXELS)]?.[Math.floor(x / PIXELS)])
				image.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
	return jsQR(image, side, side)?.data;
}

describe('the code', () => {
	it.each([
		'https://example.org/#/mcs-queue?at=17',
		`https://example.org/any/base/#/tp-handoff?n=4&s=${'Zx9-_'.repeat(60)}&at=29`,
	])('says the address (%#)', (link) => {
		const code = qrOf(link);
		expect(read(code?.modules ?? [])).toBe(link);
		/* the path that is drawn has the same dark modules */
		const dark = code?.modules.flatMap((row, y) =>
			row.flatMap((on, x) => (on ? [`${x} ${y}`] : [])),
		);
		const drawn = [...(code?.path.matchAll(/M(\d+ \d+)h1v1h-1z/g) ?? [])].map((m) => m[1]);
		expect(drawn).toEqual(dark);
	});

	it('has light around it', () => {
		const { modules = [], size = 0 } = qrOf('https://example.org/') ?? {};
		expect(size).toBe(modules.length);
		for (const i of [0, 1, 2, 3, size - 4, size - 1]) {
			expect(modules[i]?.some(Boolean)).toBe(false);
			expect(modules.some((row) => row[i])).toBe(false);
		}
	});

	it('is as long as one can be, and no longer', () => {
		expect(qrOf('x'.repeat(2331))).not.toBeNull();
		expect(qrOf('x'.repeat(2332))).toBeNull();
	});
});

it('the address for the room is the moment, without the speaker’s own view', () => {
	expect(roomLink('https://e.org/a/#/mcs?s=A?b&p=code&text=3&at=7&theme=dark')).toBe(
		'https://e.org/a/#/mcs?s=A?b&at=7',
	);
	expect(roomLink('https://e.org/#/mcs?p=1')).toBe('https://e.org/#/mcs');
	expect(roomLink('https://e.org/#/mcs')).toBe('https://e.org/#/mcs');
});

it('says when no other device can open it', () => {
	expect(
		['http://localhost:4173/', 'http://127.0.0.1/x', 'file:///a.html'].every(isOwnComputer),
	).toBe(true);
	expect(['https://example.org/', 'http://192.168.1.7:4173/'].some(isOwnComputer)).toBe(false);
});
