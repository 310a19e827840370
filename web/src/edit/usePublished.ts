import { useLoaded } from '../docs/useLoaded';
import { publishedText } from './own';

const load = async (name: string) => ({ name, text: await publishedText(name) });

/** The page’s text of that name; null while it is on its way, or does not come. */
export function usePublished(name: string): string | null {
	const loaded = useLoaded(() => load(name), null, name);
	return loaded?.name === name ? loaded.text : null;
}
