import { useEffect, useState } from 'react';
import { loadPath } from '../lessons/load';
import type { LessonCard } from '../lessons/types';
import sections from './family.module.css';
import { taughtOf } from './taught';

/** Before the stories that a query finds: what is taught of it, and what can be tried. */
export function TaughtSection({ query }: { query: string }) {
	const [path, setPath] = useState<readonly LessonCard[]>([]);
	useEffect(() => {
		loadPath().then(setPath, () => {});
	}, []);
	const { lessons, levels } = taughtOf(path, query);
	if (lessons.length + levels.length === 0) return null;
	return (
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
				{lessons.map(({ slug, number, title, goal }) => (
					<p key={slug}>
						<a href={`#/learn/${slug}`}>
							Lesson {number}: {title}
						</a>{' '}
						<span className="muted">{goal}</span>
					</p>
				))}
				{levels.map(({ name, title, task }) => (
					<p key={name}>
						<a href={`#/level/${name}`}>Level: {title}</a> <span className="muted">{task}</span>
					</p>
				))}
			</div>
		</section>
	);
}
