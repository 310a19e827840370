import { useEffect, useRef, useState } from 'react';

/** True from when the element first comes so near to the screen: what is further down costs nothing until then. */
export function useReached<T extends Element>(margin: string) {
	const ref = useRef<T>(null);
	const [reached, setReached] = useState(typeof IntersectionObserver === 'undefined');
	useEffect(() => {
		const element = ref.current;
		if (!element || reached) return;
		const watch = (entries: IntersectionObserverEntry[]) => {
			if (entries.some((e) => e.isIntersecting)) setReached(true);
		};
		const observer = new IntersectionObserver(watch, { rootMargin: margin });
		observer.observe(element);
		return () => observer.disconnect();
	}, [reached, margin]);
	return [ref, reached] as const;
}
