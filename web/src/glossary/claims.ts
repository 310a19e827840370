/** Whoever shows a term first in a part of the page has it, by its id: the others there leave it plain. */
import { createContext } from 'react';
import type { LockFacts } from '../../../wasm/src';

export type Claims = Map<string, string>;

/** null: nobody keeps count, and each block of prose marks for itself. */
export const ClaimsContext = createContext<Claims | null>(null);

/** The lock that prose speaks of, whose names open as terms do; null: it speaks of none. */
export const NamesContext = createContext<LockFacts | null>(null);
