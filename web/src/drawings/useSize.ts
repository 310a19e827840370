import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { pixelsPerUnit, zoomOf } from './units';

/** The size of an element's content box in units, kept up to date. 0 by 0 until it is laid out. */
export function useSize<E extends Element>(): [RefObject<E | null>, number, number] {
	const ref = useRef<E>(null);
	const [size, setSize] = useState({ width: 0, height: 0 });
	useLayoutEffect(() => {
		const element = ref.current;
		if (!element) return;
		const take = (box: { width: number; height: number }) => {
			const pixels = pixelsPerUnit();
			const width = Math.floor(box.width / pixels);
			const height = Math.floor(box.height / pixels);
			setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
		};
		const { width, height } = element.getBoundingClientRect();
		const zoom = zoomOf(element);
		take({ width: width / zoom, height: height / zoom });
		if (typeof ResizeObserver === 'undefined') return;
		const observer = new ResizeObserver(([entry]) => {
			if (entry) take(entry.contentRect);
		});
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	return [ref, size.width, size.height];
}
