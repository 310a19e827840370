/** What an author says of a lock: the names of its text open there, as the words of the glossary do. */
import type { ReactNode } from 'react';
import { NamesContext } from '../glossary/claims';
import { useAppState, useDocument } from '../store/react';

export function OfLock({ children }: { children: ReactNode }) {
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	return <NamesContext value={core?.lock(config.lock) ?? null}>{children}</NamesContext>;
}
