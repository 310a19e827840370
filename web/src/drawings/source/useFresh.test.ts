// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Edited } from '../../../../wasm/src';
import { firstDiffering, useFresh } from './useFresh';

it('finds the first line that is not what it was', () => {
	expect(firstDiffering({ base: 'a\nb\nc', source: 'a\nx\nc' })).toBe(2);
	expect(firstDiffering({ base: 'a\nb\nc', source: 'a\nc' })).toBe(2);
	expect(firstDiffering({ base: 'a\nb', source: 'a' })).toBe(1);
	expect(firstDiffering({ base: 'a', source: 'a' })).toBe(0);
});

it('is that line until a step is taken or another thread is looked at, and again for another text', () => {
	const textOf = (packed: string, source: string) => ({ packed, base: 'a\nb', source }) as Edited;
	const first = textOf('1', 'a\nc');
	const { result, rerender } = renderHook(
		({ own, at, focus }: { own: Edited; at: number; focus: number }) => useFresh(own, at, focus),
		{ initialProps: { own: first, at: 3, focus: 1 } },
	);
	expect(result.current).toBe(2);
	rerender({ own: first, at: 4, focus: 1 });
	expect(result.current).toBe(0);
	rerender({ own: first, at: 3, focus: 1 });
	expect(result.current).toBe(0);
	rerender({ own: textOf('2', 'x\nb'), at: 3, focus: 1 });
	expect(result.current).toBe(1);
	rerender({ own: textOf('2', 'x\nb'), at: 3, focus: 2 });
	expect(result.current).toBe(0);
});
