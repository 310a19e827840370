import { type RefObject, useEffect, useLayoutEffect } from 'react';

const KEEPS = '[data-keeps]';

const partsOf = (stage: HTMLElement | null) => stage?.querySelectorAll<HTMLElement>(KEEPS) ?? [];

/**
 * Each part of a figure stays as high as it has been at any step, so that what stands below it keeps its place while the
 * reader goes back and forth. In another width, or when the letters have come, it is measured anew.
 */
export function useTallest(stage: RefObject<HTMLElement | null>, step: unknown): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: measured anew behind each step
	useLayoutEffect(() => {
		const grown = [...partsOf(stage.current)].flatMap((part) => {
			const { height } = part.getBoundingClientRect();
			return height > Number.parseFloat(part.style.minHeight || '0') ? [{ part, height }] : [];
		});
		for (const { part, height } of grown) part.style.minHeight = `${height}px`;
	}, [stage, step]);
	useEffect(() => {
		const element = stage.current;
		if (!element || typeof ResizeObserver === 'undefined') return;
		let width = element.clientWidth;
		const forget = () => {
			for (const part of partsOf(element)) part.style.minHeight = '';
		};
		const observer = new ResizeObserver(() => {
			if (element.clientWidth === width) return;
			width = element.clientWidth;
			forget();
		});
		observer.observe(element);
		document.fonts?.addEventListener('loadingdone', forget);
		return () => {
			observer.disconnect();
			document.fonts?.removeEventListener('loadingdone', forget);
		};
	}, [stage]);
}
