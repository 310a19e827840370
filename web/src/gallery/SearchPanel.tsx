/** The search of stories on every other page: in front of it, so that the moment stays. */
import { useState } from 'react';
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { Sheet } from '../controls/Sheet';
import { useApp, useAppState } from '../store/react';
import { openTold } from '../store/told-by';
import { useWords } from './asked';
import { nearestStories } from './nearest-stories';
import { firstMatch } from './open-first';
import { families, type Words } from './search';

/** So many are shown: what is wanted is asked for by one word more. */
const MOST = 8;

interface Hits {
	stories: readonly ScenarioFacts[];
	/** no story has all the words: these have most of them */
	isNear: boolean;
}

function hitsOf(core: Core, query: string, words: Words | undefined): Hits {
	if (query.trim() === '') return { stories: [], isNear: false };
	const groups = families(core.facts, query, words);
	const all = groups.flatMap(({ told, free }) =>
		[...told, ...free].map(({ scenario }) => scenario),
	);
	if (all.length === 0) return { stories: nearestStories(core.facts, query, words), isNear: true };
	const first = firstMatch(groups, query);
	const others = all.filter((one) => one !== first);
	return { stories: (first ? [first, ...others] : others).slice(0, MOST), isNear: false };
}

function saidOf({ stories, isNear }: Hits, query: string): string {
	if (query.trim() === '') return 'Type what it is about: handoff, timeout, stampede …';
	if (stories.length === 0) return 'No story has these words.';
	return isNear ? 'No story has all of these words. Most of them have:' : '';
}

export function SearchPanel() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const [query, setQuery] = useState('');
	const words = useWords(query);
	if (!core) return null;
	const hits = hitsOf(core, query, words);
	const open = (story: ScenarioFacts | undefined) => {
		if (story) openTold(app, story);
	};
	const [first] = hits.stories;
	return (
		<Sheet title="Search the stories" testid="search-panel" modal first="input">
			<input
				type="search"
				aria-label="Search the stories"
				value={query}
				data-testid="search-here"
				onChange={(e) => setQuery(e.target.value)}
				onKeyDown={(e) => {
					if (e.key === 'Enter') open(first);
				}}
			/>
			<p role="status">{saidOf(hits, query)}</p>
			<ul data-testid="search-hits">
				{hits.stories.map((story, i) => (
					<li key={story.name}>
						<a
							href={`#/${story.name}`}
							onClick={(event) => {
								event.preventDefault();
								open(story);
							}}
						>
							{story.title}
						</a>{' '}
						{i === 0 && <kbd>Enter</kbd>}
					</li>
				))}
			</ul>
			<p className="muted">
				Esc closes it, and the moment is as it was; from a story that was opened here, o leads back.
			</p>
		</Sheet>
	);
}
