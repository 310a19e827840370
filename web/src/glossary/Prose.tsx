/** Prose in which the words of the glossary open. Until the glossary is there, and without it, it is plain text. */
import { type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { type Claims, ClaimsContext } from './claims';

/** Each term is marked once in all of the prose inside, where it first stands. */
export function OnceEach({ children }: { children: ReactNode }) {
	const [claims] = useState<Claims>(() => new Map());
	return <ClaimsContext value={claims}>{children}</ClaimsContext>;
}

type Marked = typeof import('./Marked');

let marked: Marked | null = null;
const waiting = new Set<() => void>();
const SIGNS_OF_A_READER = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const;

/** When the reader first does anything: until then the page shows itself, and no word need open. */
function listen(on: boolean): void {
	for (const sign of SIGNS_OF_A_READER) {
		if (on) window.addEventListener(sign, load, { passive: true });
		else window.removeEventListener(sign, load);
	}
}

function load(): void {
	listen(false);
	import('./Marked').then(
		(module) => {
			marked = module;
			for (const tell of waiting) tell();
		},
		() => listen(true) /* offline: with the next sign, again */,
	);
}

function subscribe(tell: () => void): () => void {
	waiting.add(tell);
	if (!marked) listen(true);
	return () => {
		waiting.delete(tell);
	};
}

export const useMarked = () => useSyncExternalStore(subscribe, () => marked);

export function Prose({ children: text }: { children: string }) {
	const Terms = useMarked()?.Marked;
	const claims = useContext(ClaimsContext);
	return Terms ? <Terms key={text} text={text} claims={claims} /> : text;
}

/** The terms of what is pressed, beside it: in a button no word can be pressed for itself. None, and nothing stands there. */
export function WordsIn({ texts }: { texts: readonly string[] }) {
	const Words = useMarked()?.Words;
	return Words ? <Words texts={texts} /> : null;
}
