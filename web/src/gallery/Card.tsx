import { useEffect, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { Miniature } from '../drawings/Miniature';
import type { Film } from '../drawings/miniature/film';
import { countedRoles } from '../drawings/threads/roles';
import { useReached } from '../drawings/useReached';
import { Prose } from '../glossary/Prose';
import { verdictWords } from '../narration/verdicts';
import { PlanToggle } from '../plan/PlanToggle';
import { foundAt, plainly } from '../store/plain';
import { useApp } from '../store/react';
import styles from './card.module.css';
import { Found } from './Found';
import { loadFilm } from './films';
import { useLesson } from './lessons';
import { type Entry, isStory } from './search';
import { fieldsOf, whyOf } from './why';

export function useFilm(scenario: string, wanted: boolean): Film | null {
	const [film, setFilm] = useState<Film | null>(null);
	useEffect(() => {
		let stays = true;
		if (wanted) loadFilm(scenario).then((come) => stays && setFilm(come));
		return () => {
			stays = false;
		};
	}, [scenario, wanted]);
	return film;
}

interface CardProps {
	core: Core;
	entry: Entry;
	playing: boolean;
	/** where it stands, since a story may be shown twice */
	place?: string;
	/** what was looked for */
	query?: string;
	/** of its family it is the one to begin with */
	isStart?: boolean;
	/** it is opened without what it can be followed without */
	plain?: boolean;
}

export function Card(props: CardProps) {
	const { core, entry, playing, place = 'gallery', query = '', plain = false } = props;
	const { isStart = false } = props;
	const app = useApp();
	const { scenario, lock } = entry;
	const lesson = useLesson(scenario.name, entry.lesson);
	const variant = lock.variants[scenario.variant]?.name;
	const [ref, reached] = useReached<HTMLDivElement>('250px');
	const film = useFilm(scenario.name, reached);
	/* it will probably be opened */
	const prepare = () => {
		app.prefetchStepper();
		core.load(scenario.lock).catch(() => {});
	};
	const address = `#/${scenario.name}`;
	const roles = countedRoles(lock.roles, scenario.roles);
	const words = verdictWords(scenario.verdict);
	return (
		<article
			className={styles.card}
			data-testid={`${place}-card-${scenario.name}`}
			onPointerEnter={prepare}
			onFocus={prepare}
		>
			<div ref={ref} className={styles.picture} data-part="picture" aria-hidden="true">
				{reached && <Miniature film={film} playing={playing} />}
			</div>
			{isStart && <p className={styles.start}>Start here</p>}
			<h3>
				<a
					href={
						plain ? plainly(address) : query !== '' && isStory(entry) ? foundAt(address) : address
					}
				>
					{scenario.title}
				</a>
			</h3>
			<p className={styles.lesson}>
				<Prose>{lesson}</Prose>
			</p>
			{query !== '' && <Found whys={whyOf(query, fieldsOf(entry))} />}
			<p className={styles.facts}>
				<span className={styles.verdict} data-tone={words.tone} title={words.long}>
					{words.short}
				</span>
				<span>{variant || lock.name}</span>
				<span>{roles || `${scenario.threads} threads`}</span>
			</p>
			<PlanToggle name={scenario.name} title={scenario.title} />
		</article>
	);
}
