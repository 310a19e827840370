import { useEffect } from 'react';
import { useAppState } from '../store/react';

/** The page's look hangs on attributes of the root element, where the style sheets read it. */
export function useLook(): void {
	const { theme, presenter, stage, textSize } = useAppState((s) => s.view);
	const staged = useAppState((s) => s.view.presenter && s.route.kind === 'stepper');
	const legend = useAppState((s) => s.legend && s.view.presenter);
	const systemDark = useAppState((s) => s.systemDark);
	useEffect(() => {
		const root = document.documentElement;
		const dark = theme === 'dark' || (theme === 'auto' && systemDark);
		root.dataset.theme = dark ? 'dark' : 'light';
		root.toggleAttribute('data-presenter', presenter);
		root.toggleAttribute('data-legend', legend);
		if (staged) root.dataset.stage = stage;
		else delete root.dataset.stage;
		const wish = 1 + textSize * 0.125;
		root.style.setProperty('--text-wish', String(wish));
		root.style.setProperty('--text-scale', String(wish * (presenter ? 1.25 : 1)));
	}, [theme, presenter, staged, stage, textSize, systemDark, legend]);
}
