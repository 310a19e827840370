/** The page’s texts, each fetched when it is asked for. */
import { type Loaders, loaderOf } from '../drawings/source/loaders';
import type { Sources } from './compile';

const texts: Loaders<string> = import.meta.glob<string>('@generated/sources/*.c', {
	query: '?raw',
	import: 'default',
});
const headers: Loaders<string> = import.meta.glob<string>('@generated/sources/*.h', {
	query: '?raw',
	import: 'default',
});

export const publishedSources: Sources = async (name) => {
	const [text, header] = await Promise.all([
		loaderOf(texts, `${name}.c`)?.(),
		loaderOf(headers, `${name}.h`)?.(),
	]);
	return text === undefined || header === undefined ? undefined : { text, header };
};
