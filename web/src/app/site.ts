/** Where the rest of the page is, for what leads there from a part that stands alone. */
import { createContext, useContext } from 'react';

/** '': in this very page; null: nowhere */
export const Site = createContext<string | null>('');

interface Way {
	href: string;
	target?: '_blank';
	rel?: string;
}

/** `to` begins with '#/'. null: there is no way. */
export function useWay(to: string): Way | null {
	const site = useContext(Site);
	if (site === null) return null;
	if (site === '') return { href: to };
	return { href: `${site}${to}`, target: '_blank', rel: 'noopener' };
}
