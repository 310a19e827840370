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
