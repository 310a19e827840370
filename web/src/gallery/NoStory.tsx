import { useMemo } from 'react';
import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { levels } from '../levels/facts';
import { countedWords, guessOf, nearestTerm } from './guess';
import { nearestStories } from './nearest-stories';
import { families, type Words } from './search';
import { termsOf } from './terms';
import { useEntries, usePath } from './useTaught';

interface NoStoryProps {
	core: Core;
	query: string;
	words: Words | undefined;
	className: string | undefined;
	/** looks for something else */
	onAsk(query: string): void;
}

const stories = (n: number): string => (n === 0 ? 'none' : n === 1 ? 'one story' : `${n} stories`);

/** Every word of what is told and taught. */
function useKnown(core: Core, words: Words | undefined): ReadonlyMap<string, number> {
	const path = usePath();
	const entries = useEntries();
	return useMemo(
		() =>
			countedWords([
				...core.facts.scenarios.map(({ title }) => title),
				...core.facts.locks.flatMap(({ title, family }) => [title, family]),
				...Object.values(words?.lessons ?? {}),
				...levels.flatMap(({ title, task }) => [title, task]),
				...path.flatMap(({ title, goal, words, said }) => [title, goal, words, ...said]),
				...(entries ?? []).flatMap(({ term, forms }) => [term, ...forms]),
			]),
		[core, path, entries, words],
	);
}

/** In one sentence: which of the words stands nowhere. */
function missing(core: Core, words: Words | undefined, query: string): string {
	const asked = termsOf(query).map((term) => term.asked);
	if (asked.length < 2) return `No story speaks of “${query.trim()}”.`;
	const count = (one: string) =>
		families(core.facts, one, words).reduce(
			(n, { told, free }) => n + told.length + free.length,
			0,
		);
	const each = asked.map((one) => `“${one}” stands in ${stories(count(one))}`);
	return `No story has all of these words: ${each.join(', ')}.`;
}

/** No story is found: what else may have been meant, or which of the words is to blame. */
export function NoStory({ core, query, words, className, onAsk }: NoStoryProps) {
	const known = useKnown(core, words);
	const entries = useEntries();
	const nearest = entries?.find(({ term }) => term === nearestTerm(query));
	const guess = nearest?.term ?? guessOf(query, known);
	const near = nearestStories(core.facts, query, words);
	return (
		<div className={className} role="status" data-testid="no-story">
			<p>
				{nearest ? `“${query.trim()}” is not on this page.` : missing(core, words, query)}{' '}
				{guess && (
					<>
						{nearest ? 'The nearest word that is: ' : 'Did you mean '}
						<button
							type="button"
							className={buttons.button}
							data-testid="guess"
							onClick={() => onAsk(guess)}
						>
							{guess}
						</button>
						{!nearest && '?'}
					</>
				)}
			</p>
			{nearest && <p data-testid="nearest">{nearest.text}</p>}
			{near.length > 0 && (
				<>
					<p>Most of them stand in:</p>
					<ul data-testid="near-stories">
						{near.map(({ name, title }) => (
							<li key={name}>
								<a href={`#/${name}`}>{title}</a>
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
}
