/** What follows '#/' in the address. */
export function fragmentOf(hash: string): string {
	return hash.replace(/^#?\/?/, '');
}
