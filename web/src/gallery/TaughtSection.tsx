import { type ReactNode, useEffect, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import type { DocCard } from '../docs/types';
import { OwnTalk } from '../plan/OwnTalk';
import { foundAt } from '../store/plain';
import { bestOf } from './best';
import { Found } from './Found';
import sections from './family.module.css';
import { isNotHere } from './guess';
import { forRoom } from './room';
import { type Family, isStory } from './search';
import { taughtOf } from './taught';
import { termFor } from './terms';
import { useEntries, usePath } from './useTaught';

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

interface TaughtProps {
	query: string;
	groups: readonly Family[];
}

/** Before the stories that a query finds: which is called so, what the word means, what is taught of it, and what can be tried. */
export function TaughtSection({ query, groups }: TaughtProps) {
	const path = usePath();
	const term = termFor(useEntries() ?? [], query);
	const { lessons, levels } = taughtOf(path, query);
	const best = bestOf(path, groups, query);
	const isTold = (name: string) =>
		groups.some(({ told }) => told.some((one) => one.scenario.name === name && isStory(one)));
	return (
		<>
			{best && !best.isTaught && (
				<Part title="Best match">
					<p data-testid="best-match">
						<a href={isTold(best.address) ? foundAt(`#/${best.address}`) : `#/${best.address}`}>
							{best.title}
						</a>{' '}
						<span className="muted">{best.about}</span>
					</p>
				</Part>
			)}
			{isNotHere(query) && (
				<Part title="Not on this page">
					<p data-testid="not-here">
						No lock of this page is one, or is looked at so:{' '}
						<a href="#/docs/not-here">what is not here, and what is nearest</a>.
					</p>
				</Part>
			)}
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

/** Behind the locks: how they are shown to a room. */
export function RoomSection({ query }: { query: string }) {
	const [found, setFound] = useState<readonly DocCard[]>([]);
	useEffect(() => {
		let stays = true;
		forRoom(query).then(
			(cards) => stays && setFound(cards),
			() => {},
		);
		return () => {
			stays = false;
		};
	}, [query]);
	if (found.length === 0) return null;
	return (
		<Part title="Teaching and talks" testid="for-room">
			<div>
				{found.map(({ name, title, about }) => (
					<p key={name}>
						<a href={`#/docs/${name}`}>{title}</a> <span className="muted">{about}</span>
					</p>
				))}
				<p>
					<OwnTalk className={buttons.tool}>My talk</OwnTalk>{' '}
					<span className="muted">A talk of your own: stories in your order, as one address.</span>
				</p>
			</div>
		</Part>
	);
}
