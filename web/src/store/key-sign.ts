/** A key that a text names: whoever shows the text draws it as a key, and elsewhere its letter is read. */

/** Has no width and is not read out; on both sides of the name of a key. */
const SIGN = '\u2063';

export const keySign = (name: string): string => `${SIGN}${name}${SIGN}`;

/** By turns what is text and what is the name of a key. */
export const partsOfKeys = (text: string): string[] => text.split(SIGN);

/** Without the hints in brackets that name a key: for a place where that key does nothing. */
export const withoutKeys = (text: string): string =>
	text.replace(new RegExp(` \\([^()]*${SIGN}[^()]*\\)`, 'g'), '');
