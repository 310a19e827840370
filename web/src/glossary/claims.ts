/** Whoever shows a term first in a part of the page has it, by its id: the others there leave it plain. */
import { createContext } from 'react';

export type Claims = Map<string, string>;

/** null: nobody keeps count, and each block of prose marks for itself. */
export const ClaimsContext = createContext<Claims | null>(null);
