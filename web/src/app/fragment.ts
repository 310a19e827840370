/** What follows '#/' in the address. */
export function fragmentOf(hash: string): string {
	return hash.replace(/^#?\/?/, '');
}

/** Percent-decoded; what does not decode stays as it is. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The scenario's name, with which an address of one begins. */
export const nameIn = (fragment: string): string => fragment.replace(/\?.*/s, '');

/** An address, or what follows its '#/', with more keys. */
export const withKeys = (address: string, keys: string): string =>
	`${address}${address.includes('?') ? '&' : '?'}${keys}`;
