import { useEffect, useState } from 'react';
import type { Entry as Term } from '../glossary/match';
import { loadPath } from '../lessons/load';
import type { LessonCard } from '../lessons/types';
import { Found } from './Found';
import sections from './family.module.css';
import { taughtOf } from './taught';
import { termFor } from './terms';

/** The words of the glossary come with the first query. */
function useTerm(query: string): Term | undefined {
	const [entries, setEntries] = useState<readonly Term[]>([]);
	useEffect(() => {
		import('../glossary/entries').then(
			(m) => setEntries(m.entries),
			() => {},
		);
	}, []);
	return termFor(entries, query);
}

function usePath(): readonly LessonCard[] {
	const [path, setPath] = useState<readonly LessonCard[]>([]);
	useEffect(() => {
		loadPath().then(setPath, () => {});
	}, []);
	return path;
}

function Levels({ hits }: { hits: ReturnType<typeof taughtOf>['levels'] }) {
	return hits.map(({ of: { name, title, task }, whys }) => (
		<p key={name}>
			<a href={`#/level/${name}`}>Level: {title}</a> <span className="muted">{task}</span>
			<Found whys={whys} />
		</p>
	));
}

/** Before the stories that a query finds: what the word means, what is taught of it, and what can be tried. */
export function TaughtSection({ query }: { query: string }) {
	const path = usePath();
	const term = useTerm(query);
	const { lessons, levels } = taughtOf(path, query);
	return (
		<>
			{term && (
				<section className={sections.family} data-region="family" aria-label="What the word means">
					<div className={sections.note}>
						<h2>The word</h2>
					</div>
					<p data-testid="meaning">
						<b>{term.term}</b>: {term.text}
					</p>
				</section>
			)}
			{lessons.length + levels.length > 0 && (
				<section
					className={sections.family}
					data-region="family"
					aria-label="Lessons and levels"
					data-testid="taught"
				>
					<div className={sections.note}>
						<h2>Lessons and levels</h2>
					</div>
					<div>
						{lessons.map(({ of: { slug, number, title, goal }, whys }) => (
							<p key={slug}>
								<a href={`#/learn/${slug}`}>
									Lesson {number}: {title}
								</a>{' '}
								<span className="muted">{goal}</span>
								<Found whys={whys} />
							</p>
						))}
						<Levels hits={levels} />
					</div>
				</section>
			)}
		</>
	);
}

/** Behind the stories: levels that do not speak of it, and close a lesson that does. */
export function BesideSection({ query }: { query: string }) {
	const { beside } = taughtOf(usePath(), query);
	if (beside.length === 0) return null;
	return (
		<section
			className={sections.family}
			data-region="family"
			aria-label="Levels of these lessons"
			data-testid="beside"
		>
			<div className={sections.note}>
				<h2>Levels of these lessons</h2>
			</div>
			<div>
				<Levels hits={beside} />
			</div>
		</section>
	);
}
