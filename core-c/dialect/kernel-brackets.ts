/** Brackets in printed C: which are needed, and which are not. */

/** `!x`, where nothing but x follows. */
export const isNegation = (code: string): boolean => code[0] === '!' && isPrimary(code.slice(1));

/** Index of the bracket that closes the one there, or -1. */
function closesAt(code: string, open: number): number {
	if (code[open] !== '(') return -1;
	for (let i = open, depth = 0; i < code.length; i++) {
		if (code[i] === '(') depth++;
		else if (code[i] === ')' && --depth === 0) return i;
	}
	return -1;
}

/** Without brackets round the whole. */
export const stripped = (code: string): string =>
	closesAt(code, 0) === code.length - 1 ? code.slice(1, -1) : code;

/** A name, a call, or something in brackets as a whole. */
export const isPrimary = (code: string): boolean => {
	const name = /^[\w>.-]*/.exec(code)?.[0].length ?? 0;
	return name === code.length || closesAt(code, name) === code.length - 1;
};
