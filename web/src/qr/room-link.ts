import { withoutKeys } from '../store/query';

/** Of a speaker's address what is for everyone: the moment, without how the speaker looks at it and what else is in the talk. */
const OWN = ['p', 'text', 'theme', 'list', 'item'];

export const roomLink = (link: string): string => withoutKeys(link, OWN);

/** Nobody else's telephone can open it. */
export function isOwnComputer(link: string): boolean {
	const { hostname, protocol } = new URL(link);
	return (
		protocol === 'file:' ||
		hostname === 'localhost' ||
		hostname === '[::1]' ||
		/^127\./.test(hostname) ||
		hostname.endsWith('.localhost')
	);
}
