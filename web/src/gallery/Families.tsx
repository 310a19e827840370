import { Fragment, type ReactNode, useId, useState } from 'react';
import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { Miniature } from '../drawings/Miniature';
import { useReached } from '../drawings/useReached';
import { PlanToggle } from '../plan/PlanToggle';
import { Card, useFilm } from './Card';
import sections from './family.module.css';
import styles from './fold.module.css';
import { pairAddress, pairItem, pairsIn, pairTitle } from './pairs';
import { type Entry, type Family, isStory } from './search';

/** Not the bare name: the address's hash belongs to the router. */
function idOf(family: string): string {
	return `family-${family.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

interface CardsProps {
	core: Core;
	entries: readonly Entry[];
	playing: boolean;
	query: string;
	/** the name of the story that a newcomer to the family begins with */
	start?: string | undefined;
}

function Cards({ entries, start, ...rest }: CardsProps) {
	return (
		<div className={sections.cards}>
			{entries.map((entry) => (
				<Card
					key={entry.scenario.name}
					entry={entry}
					isStart={entry.scenario.name === start}
					{...rest}
				/>
			))}
		</div>
	);
}

/** By what it opens, and not by its family: of that it is one variant. */
const playTitle = (title: string): string => title.replace(/, free play$/, '');

/** Free play of each family, in its last variant: the others stand with their family. */
export function Play({ groups }: { groups: readonly Family[] }) {
	return (
		<nav className={styles.play} aria-label="Free play">
			<span className="muted">Play freely, without a story:</span>
			{groups.map(({ family, free }) => {
				const scenario = free.at(-1)?.scenario;
				return (
					scenario && (
						<a key={family} className={buttons.tool} href={`#/${scenario.name}`}>
							{playTitle(scenario.title)}
						</a>
					)
				);
			})}
		</nav>
	);
}

function SideBySide({ core, family }: { core: Core; family: string }) {
	const pairs = pairsIn(core, family);
	if (pairs.length === 0) return null;
	return (
		<nav className={sections.links} aria-label={`${family}, side by side`}>
			<h3>Side by side</h3>
			{pairs.map((pair) => (
				<Fragment key={pairAddress(pair)}>
					<a href={pairAddress(pair)} data-testid="compare-link">
						{pairTitle(pair)}
					</a>
					<PlanToggle name={pairItem(pair)} title={`Side by side: ${pairTitle(pair)}`} />
				</Fragment>
			))}
		</nav>
	);
}

function FreePlay({ family, entries }: { family: string; entries: readonly Entry[] }) {
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

/** What was open when the reader left for a story is open when it comes back. */
const unfolded = new Set<string>();

function useUnfolded(name: string): [boolean, () => void] {
	const [open, setOpen] = useState(unfolded.has(name));
	const toggle = () => {
		if (open) unfolded.delete(name);
		else unfolded.add(name);
		setOpen(!open);
	};
	return [open, toggle];
}

interface FoldProps {
	name: string;
	label: ReactNode;
	testId: string;
	/** what was looked for is shown, whatever was folded */
	found: boolean;
	children: ReactNode;
}

/** Findings and planted faults, apart from the stories: they say most to those who know these. */
function Fold({ name, label, testId, found, children }: FoldProps) {
	const [unfoldedHere, toggle] = useUnfolded(name);
	const id = useId();
	const open = found || unfoldedHere;
	return (
		<div className={styles.fold}>
			{!found && (
				<button
					type="button"
					className={buttons.tool}
					aria-expanded={open}
					aria-controls={id}
					data-testid={testId}
					onClick={toggle}
				>
					<span aria-hidden="true">{open ? '▾' : '▸'}</span> {label}
				</button>
			)}
			<div id={id} hidden={!open}>
				{open && children}
			</div>
		</div>
	);
}

function RowPicture({ scenario, playing }: { scenario: string; playing: boolean }) {
	const [ref, reached] = useReached<HTMLSpanElement>('50px');
	const film = useFilm(scenario, reached);
	return (
		<span ref={ref} className={styles.picture} data-part="picture" aria-hidden="true">
			{reached && <Miniature film={film} playing={playing} />}
		</span>
	);
}

const counted = (count: number, one: string, many: string): string =>
	count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** "4 stories · 9 findings and faults" */
function countsOf(stories: number, others: number): string {
	const parts = [
		counted(stories, 'story', 'stories'),
		counted(others, 'finding or fault', 'findings and faults'),
	];
	return parts.filter(Boolean).join(' · ');
}

interface SectionProps {
	core: Core;
	family: Family;
	playing: boolean;
	/** what was looked for: all that was found is shown; '' = nothing */
	query: string;
}

/** One row with its picture; behind it the stories, and behind these the findings and faults. */
export function FamilySection({ core, family, playing, query }: SectionProps) {
	const found = query !== '';
	const { told, free } = family;
	const [unfoldedHere, toggle] = useUnfolded(family.family);
	const body = useId();
	const open = found || unfoldedHere;
	const stories = told.filter(isStory);
	const others = told.filter((entry) => !isStory(entry));
	const source = [...told, ...free][0]?.lock.source ?? '';
	const purpose = core.facts.locks.find(
		(lock) => lock.family === family.family && lock.purpose,
	)?.purpose;
	const first = (stories[0] ?? told[0])?.scenario.name;
	const id = idOf(family.family);
	return (
		<section className={styles.family} data-region="family" id={id} aria-label={family.family}>
			<div className={styles.row} data-open={open || undefined}>
				{!open && first ? (
					<RowPicture scenario={first} playing={playing} />
				) : (
					<span className={styles.picture} />
				)}
				<div className={styles.name}>
					<h3>
						<button
							type="button"
							aria-expanded={open}
							aria-controls={body}
							data-testid={id}
							onClick={found ? undefined : toggle}
						>
							<span aria-hidden="true">{open ? '▾' : '▸'}</span> {family.family}
						</button>
					</h3>
					<p>{purpose}</p>
					<p className="muted">{source}</p>
				</div>
				<p className={styles.counts}>{countsOf(stories.length, others.length)}</p>
			</div>
			<div id={body} className={styles.body} hidden={!open}>
				{open && (
					<>
						<div className={sections.note}>
							<FreePlay family={family.family} entries={free} />
							<SideBySide core={core} family={family.family} />
						</div>
						<div>
							{stories.length > 0 && (
								<Cards
									{...{ core, playing, query }}
									entries={stories}
									start={found || stories.length < 2 ? undefined : stories[0]?.scenario.name}
								/>
							)}
							{others.length > 0 && (
								<Fold
									name={`${family.family}, findings`}
									label={counted(
										others.length,
										'finding or planted fault',
										'findings and planted faults',
									)}
									testId={`${id}-findings`}
									found={found}
								>
									<Cards {...{ core, playing, query }} entries={others} />
								</Fold>
							)}
						</div>
					</>
				)}
			</div>
		</section>
	);
}
