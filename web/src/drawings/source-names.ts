/** Procedures by the name that they have in their source. */
import names from '@generated/source-names.json';

const all: Readonly<Record<string, string | undefined>> = names;

export const inSource = (proc: string): string => all[proc] ?? proc;

/** A sentence of the core, with them. */
export const withSourceNames = (text: string): string => text.replace(/\b\w+_\w+\b/g, inSource);
