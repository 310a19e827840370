/** The published texts, each fetched when it is asked for. */
import type { Sources } from './compile';

type Loaders = Record<string, () => Promise<string>>;
const texts: Loaders = import.meta.glob<string>('@generated/sources/*.c', {
	query: '?raw',
	import: 'default',
});
const headers: Loaders = import.meta.glob<string>('@generated/sources/*.h', {
	query: '?raw',
	import: 'default',
});

const loaderOf = (loaders: Loaders, file: string) =>
	Object.entries(loaders).find(([path]) => path.endsWith(`/${file}`))?.[1];

export const publishedSources: Sources = async (name) => {
	const [text, header] = await Promise.all([
		loaderOf(texts, `${name}.c`)?.(),
		loaderOf(headers, `${name}.h`)?.(),
	]);
	return text === undefined || header === undefined ? undefined : { text, header };
};
