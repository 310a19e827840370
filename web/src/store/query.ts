/** What stands before the first '?' of an address, and behind it: behind that one further ones are part of a value. */
export function parted(address: string): { path: string; query: string } {
	const [path = '', query = ''] = address.split(/\?(.*)/s);
	return { path, query };
}

/** The same address without some keys behind its '?'; what it had of others stays as it stands. */
export function withoutKeys(address: string, keys: readonly string[]): string {
	const { path, query } = parted(address);
	const kept = query.split('&').filter((pair) => pair && !keys.includes(pair.split('=')[0] ?? ''));
	return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
