import type { Inline } from './types';

/** The words of a text, without what they look like. */
export const plainText = (inlines: readonly Inline[]): string =>
	inlines
		.map((part) =>
			typeof part === 'string' ? part : part.kind === 'code' ? part.text : plainText(part.of),
		)
		.join('');
