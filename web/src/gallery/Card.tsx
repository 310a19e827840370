import { useEffect, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { Miniature } from '../drawings/Miniature';
import type { Film } from '../drawings/miniature/film';
import { countedRoles } from '../drawings/threads/roles';
import { useReached } from '../drawings/useReached';
import { Prose } from '../glossary/Prose';
import { verdictWords } from '../narration/verdicts';
import { useApp } from '../store/react';
import styles from './card.module.css';
import { loadFilm } from './films';
import type { Entry } from './search';

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
}

export function Card({ core, entry, playing, place = 'gallery' }: CardProps) {
	const app = useApp();
	const { scenario, lock, lesson } = entry;
	const variant = lock.variants[scenario.variant]?.name;
	const [ref, reached] = useReached<HTMLDivElement>('250px');
	const film = useFilm(scenario.name, reached);
	/* it will probably be opened */
	const prepare = () => {
		app.prefetchStepper();
		core.load(scenario.lock).catch(() => {});
	};
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
			<h3>
				<a href={`#/${scenario.name}`}>{scenario.title}</a>
			</h3>
			<p className={styles.lesson}>
				<Prose>{lesson}</Prose>
			</p>
			<p className={styles.facts}>
				<span className={styles.verdict} data-tone={words.tone} title={words.long}>
					{words.short}
				</span>
				<span>{variant || lock.name}</span>
				<span>{roles || `${scenario.threads} threads`}</span>
			</p>
		</article>
	);
}
