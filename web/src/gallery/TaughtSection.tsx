import { type ReactNode, useEffect, useState } from 'react';
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

interface PartProps {
	title: string;
	/** for who hears it, where the title is not enough */
	label?: string;
	testid?: string;
	children: ReactNode;
}

/** Of what a query finds: laid out as a family's stories are. */
function Part({ title, label = title, testid, children }: PartProps) {
	return (
		<section
			className={sections.family}
			data-region="family"
			aria-label={label}
			data-testid={testid}
		>
			<div className={sections.note}>
				<h2>{title}</h2>
			</div>
			{children}
		</section>
	);
}

/** Before the stories that a query finds: what the word means, what is taught of it, and what can be tried. */
export function TaughtSection({ query }: { query: string }) {
	const path = usePath();
	const term = useTerm(query);
	const { lessons, levels } = taughtOf(path, query);
	return (
		<>
			{term && (
				<Part title="The word" label="What the word means">
					<p data-testid="meaning">
						<b>{term.term}</b>: {term.text}
					</p>
				</Part>
			)}
			{lessons.length + levels.length > 0 && (
				<Part title="Lessons and levels" testid="taught">
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
				</Part>
			)}
		</>
	);
}

/** Behind the stories: levels that do not speak of it, and close a lesson that does. */
export function BesideSection({ query }: { query: string }) {
	const { beside } = taughtOf(usePath(), query);
	if (beside.length === 0) return null;
	return (
		<Part title="Levels of these lessons" testid="beside">
			<div>
				<Levels hits={beside} />
			</div>
		</Part>
	);
}
