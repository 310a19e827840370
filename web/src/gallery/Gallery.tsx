import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { Brand } from '../app/Brand';
import { Space, TopBar } from '../app/TopBar';
import buttons from '../controls/buttons.module.css';
import { PauseIcon, PlayIcon } from '../controls/icons';
import { Key } from '../controls/Key';
import { PageTools } from '../controls/PageTools';
import { OnceEach, Prose } from '../glossary/Prose';
import { useAppState } from '../store/react';
import { RecordedSection } from '../trace/Section';
import { shippedMatching } from '../trace/shipped';
import { Card } from './Card';
import sections from './family.module.css';
import styles from './gallery.module.css';
import { pairsIn } from './pairs';
import {
	type Entry,
	type Family,
	families,
	firstEntries,
	firstMatch,
	loadWords,
	type Words,
} from './search';

/** Not the bare name: the address's hash belongs to the router. */
function idOf(family: string): string {
	return `family-${family.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

interface SectionProps {
	core: Core;
	family: Family;
	playing: boolean;
}

interface CardsProps {
	core: Core;
	entries: Entry[];
	playing: boolean;
	place?: string;
}

function Cards({ entries, ...rest }: CardsProps) {
	return (
		<div className={sections.cards}>
			{entries.map((entry) => (
				<Card key={entry.scenario.name} entry={entry} {...rest} />
			))}
		</div>
	);
}

/** Free play of each family, in its last variant: the others stand with their family. */
function Play({ groups }: { groups: readonly Family[] }) {
	return (
		<nav className={styles.families} aria-label="Free play">
			<span className="muted">Play freely:</span>
			{groups.map(({ family, free }) => {
				const scenario = free.at(-1)?.scenario;
				return (
					scenario && (
						<a key={family} className={buttons.tool} href={`#/${scenario.name}`}>
							{family}
						</a>
					)
				);
			})}
		</nav>
	);
}

function Start({
	core,
	groups,
	playing,
}: {
	core: Core;
	groups: readonly Family[];
	playing: boolean;
}) {
	const entries = firstEntries(groups);
	const [pair] = groups.flatMap(({ family }) => pairsIn(core, family));
	if (entries.length === 0) return null;
	return (
		<section
			className={`${sections.family} ${sections.start}`}
			data-region="family"
			aria-label="If you know locks already"
		>
			<div className={sections.note}>
				<h2>If you know locks already</h2>
				<p className="muted">Four stories. Open one and press → to take its next step.</p>
				{pair && (
					<nav aria-label="Side by side">
						<a href={`#/compare/${pair.left.name}/${pair.right.name}`}>
							The first two, side by side
						</a>
					</nav>
				)}
			</div>
			<Cards core={core} entries={entries} playing={playing} place="start" />
		</section>
	);
}

function SideBySide({ core, family }: { core: Core; family: string }) {
	const pairs = pairsIn(core, family);
	if (pairs.length === 0) return null;
	return (
		<nav className={sections.links} aria-label={`${family}, side by side`}>
			<h3>Side by side</h3>
			{pairs.map(({ left, right }) => (
				<a key={left.name} href={`#/compare/${left.name}/${right.name}`} data-testid="compare-link">
					{left.title} | {right.title}
				</a>
			))}
		</nav>
	);
}

function FreePlay({ family, entries }: { family: string; entries: Entry[] }) {
	if (entries.length === 0) return null;
	return (
		<nav className={sections.links} aria-label={`${family}, free play`}>
			<h3>Free play</h3>
			{entries.map(({ scenario, variant, lock }) => (
				<a key={scenario.name} href={`#/${scenario.name}`} data-testid={`free-${scenario.name}`}>
					{variant || lock.title}
				</a>
			))}
		</nav>
	);
}

function FamilySection({ core, family, playing }: SectionProps) {
	const { told, free } = family;
	const source = [...told, ...free][0]?.lock.source ?? '';
	return (
		<section
			className={sections.family}
			data-region="family"
			id={idOf(family.family)}
			aria-label={family.family}
		>
			<div className={sections.note}>
				<h2>{family.family}</h2>
				<p className="muted">{source}</p>
				<FreePlay family={family.family} entries={free} />
				<SideBySide core={core} family={family.family} />
			</div>
			<Cards core={core} entries={told} playing={playing} />
		</section>
	);
}

const TaughtSection = lazy(() =>
	import('./TaughtSection').then((m) => ({ default: m.TaughtSection })),
);

const WHAT =
	'Linux locks, one shared access at a time. The C you read is the C that runs here: choose who moves, and watch the lock word, the queue and the sleepers.';

/** They come with the first letter of a query. */
function useWords(query: string): Words | undefined {
	const [words, setWords] = useState<Words>();
	const wanted = query !== '';
	useEffect(() => {
		if (wanted) loadWords().then(setWords, () => {});
	}, [wanted]);
	return words;
}

/** Scenarios by family, each a small true run of itself. */
export function Gallery() {
	const core = useAppState((s) => s.core);
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const [query, setQuery] = useState('');
	const [paused, setPaused] = useState(false);
	const all = useMemo(() => (core ? families(core.facts, '') : []), [core]);
	const words = useWords(query);
	const groups = core ? families(core.facts, query, words) : [];
	const recorded = shippedMatching(query);
	const playing = !paused && !reducedMotion;
	return (
		<div className={styles.gallery}>
			<TopBar>
				<Brand />
				<Space />
				<PageTools />
			</TopBar>
			<main>
				<OnceEach>
					<div className={styles.hero} data-region="hero">
						<h1>You are the scheduler.</h1>
						<p>
							<Prose>{WHAT}</Prose>
						</p>
						<p className={styles.learn}>
							<a
								className={`${buttons.button} ${buttons.primary}`}
								href="#/learn"
								data-testid="learn"
							>
								Learn how locks work
							</a>{' '}
							<span className="muted">ten short lessons, from one word to a kernel’s trace</span>
						</p>
						<p>
							<a href="#/levels">Levels</a>: reach a goal, step by step.
						</p>
						<Play groups={all} />
						<div className={styles.tools}>
							<label>
								<span className="visually-hidden">Search scenarios</span>
								<input
									id="search"
									type="search"
									placeholder="Search: handoff, timeout, stampede …"
									value={query}
									data-testid="search"
									onChange={(e) => setQuery(e.target.value)}
									onKeyDown={(e) => {
										if (e.key !== 'Enter' || !query.trim()) return;
										const first = firstMatch(groups, query)?.name;
										const run = recorded[0] && `trace/${recorded[0].id}`;
										if (first ?? run) window.location.hash = `#/${first ?? run}`;
									}}
								/>
								<Key name="/" />
							</label>
							{!reducedMotion && (
								<button
									type="button"
									className={buttons.tool}
									data-testid="pause-pictures"
									onClick={() => setPaused(!paused)}
								>
									{paused ? <PlayIcon /> : <PauseIcon />}{' '}
									{paused ? 'Play pictures' : 'Pause pictures'}
								</button>
							)}
						</div>
					</div>
					{core && groups.length + recorded.length === 0 && (
						<p className={styles.empty} role="status">
							No story has all of these words. Try fewer.
						</p>
					)}
					{query.trim() !== '' && (
						<Suspense>
							<TaughtSection query={query} />
						</Suspense>
					)}
					{core && query === '' && <Start core={core} groups={all} playing={playing} />}
					{core && recorded.length > 0 && <RecordedSection shown={recorded} />}
					{core &&
						groups.map((family) => (
							<FamilySection key={family.family} core={core} family={family} playing={playing} />
						))}
				</OnceEach>
			</main>
		</div>
	);
}
