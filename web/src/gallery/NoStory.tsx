import type { Core } from '../../../wasm/src';
import { families, type Words } from './search';
import { termsOf } from './terms';

interface NoStoryProps {
	core: Core;
	query: string;
	words: Words | undefined;
	className: string | undefined;
}

const stories = (n: number): string => (n === 0 ? 'none' : n === 1 ? 'one story' : `${n} stories`);

/** No story is found: which of the words is to blame, and what else there is. */
export function NoStory({ core, query, words, className }: NoStoryProps) {
	const asked = termsOf(query).map((term) => term.asked);
	const count = (one: string) =>
		families(core.facts, one, words).reduce(
			(n, { told, free }) => n + told.length + free.length,
			0,
		);
	const each = asked.map((one) => `“${one}” stands in ${stories(count(one))}`);
	return (
		<p className={className} role="status" data-testid="no-story">
			{asked.length > 1
				? `No story has all of these words: ${each.join(', ')}.`
				: `No story speaks of “${query.trim()}”.`}{' '}
			A search looks at the titles and texts of the stories, at what their searches found, and at
			the names of the locks and of their words; <a href="#/docs">the documents</a> have a list of
			their own.
		</p>
	);
}
