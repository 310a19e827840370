/** The words of docs/glossary.md. Only for what comes in a chunk of its own: they are as large as a view. */
import { GLOSSARY } from '@generated/glossary';
import type { Entry } from './match';

export const entries: readonly Entry[] = GLOSSARY;
