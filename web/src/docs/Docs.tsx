import { useEffect, useState } from 'react';
import { Brand } from '../app/Brand';
import { Foot } from '../app/Foot';
import { Space, TopBar } from '../app/TopBar';
import buttons from '../controls/buttons.module.css';
import { PageTools } from '../controls/PageTools';
import { Blocks } from './Blocks';
import styles from './docs.module.css';
import { loadCards, loadDoc, loadTexts } from './load';
import { findDocs, grouped } from './search';
import type { Doc, DocCard, DocText } from './types';
import { useLoaded } from './useLoaded';

type Loaded = { cards: readonly DocCard[]; doc: Doc | null } | string | null;

async function loadDocs(name: string) {
	const [cards, doc] = await Promise.all([loadCards(), name ? loadDoc(name) : null]);
	return { cards, doc };
}

const useDocs = (name: string): Loaded =>
	useLoaded(() => loadDocs(name), 'The documents could not be loaded. Is the network there?', name);

type Texts = readonly DocText[] | 'failed' | null;

/** All texts, for whoever searches: they are large, and nobody else needs them. */
const useTexts = (wanted: boolean): Texts => useLoaded(wanted ? loadTexts : null, 'failed');

function Nothing({ texts }: { texts: Texts }) {
	const said =
		texts === null
			? 'No heading has all of these words. Looking in the texts …'
			: texts === 'failed'
				? 'No heading has all of these words. The texts could not be loaded. Is the network there?'
				: 'No document has all of these words. Try fewer.';
	return <p role="status">{said}</p>;
}

function List({ cards }: { cards: readonly DocCard[] }) {
	const [query, setQuery] = useState('');
	const texts = useTexts(query.trim() !== '');
	const groups = grouped(findDocs(cards, query, Array.isArray(texts) ? texts : []));
	return (
		<>
			<h1>Documents</h1>
			<p className={styles.measure}>
				What the page says of a lock is searched, recorded and measured. These pages say how, with
				every figure and the command that repeats it.
			</p>
			<label>
				<span className="visually-hidden">Search the documents</span>
				<input
					id="search"
					type="search"
					placeholder="Search: R1, smp_wmb, lockdep …"
					value={query}
					data-testid="docs-search"
					onChange={(e) => setQuery(e.target.value)}
				/>
			</label>
			{groups.length === 0 && <Nothing texts={texts} />}
			{groups.map(({ title, of }) => (
				<section key={title} aria-label={title}>
					<h2>{title}</h2>
					<ul className={styles.cards}>
						{of.map(({ name, title: called, about, shown }) => (
							<li key={name}>
								<h3>
									<a href={`#/docs/${name}`}>{called}</a>
								</h3>
								<p>{about}</p>
								{shown.length > 0 && (
									<ul>
										{shown.slice(0, 8).map((place) => (
											<li key={place.id}>
												<a href={`#/docs/${name}/${place.id}`}>{place.title}</a>
											</li>
										))}
									</ul>
								)}
							</li>
						))}
					</ul>
				</section>
			))}
		</>
	);
}

function Contents({ doc }: { doc: Doc }) {
	const heads = doc.blocks.filter((block) => block.kind === 'heading' && block.level === 2);
	if (heads.length < 3) return null;
	return (
		<nav aria-label="On this page" className={styles.contents}>
			<ul>
				{heads.map((block) =>
					block.kind === 'heading' ? (
						<li key={block.id}>
							<a href={`#/docs/${doc.name}/${block.id}`}>
								{block.text
									.map((p) => (typeof p === 'string' ? p : 'text' in p ? p.text : ''))
									.join('')}
							</a>
						</li>
					) : null,
				)}
			</ul>
		</nav>
	);
}

function Page({ doc, place }: { doc: Doc; place: string }) {
	useEffect(() => {
		const there = place && document.getElementById(place);
		if (!there) {
			window.scrollTo(0, 0);
			return;
		}
		there.scrollIntoView();
		there.focus({ preventScroll: true });
	}, [place]);
	/* what a document is comes first, then what is in it */
	const intro = doc.blocks.findIndex(({ kind }) => kind === 'heading' || kind === 'table');
	const from = intro < 0 ? doc.blocks.length : intro;
	const known = place === '' || doc.blocks.some((b) => b.kind === 'heading' && b.id === place);
	return (
		<article className={styles.doc} data-testid="doc">
			{!known && (
				<p className={styles.none} role="alert">
					Nothing in this document is called “{place.slice(0, 60)}”. It is shown from its beginning.
				</p>
			)}
			<h1>{doc.title}</h1>
			<Blocks of={doc.blocks.slice(0, from)} />
			<Contents doc={doc} />
			<Blocks of={doc.blocks.slice(from)} />
		</article>
	);
}

/** The list of the documents, or one of them, at a place in it. */
export function Docs({ name, place }: { name: string; place: string }) {
	const loaded = useDocs(name);
	const told = typeof loaded === 'string' ? null : loaded;
	const title = told?.doc?.title ?? 'Documents';
	useEffect(() => {
		document.title = `${title} · Lockstep`;
	}, [title]);
	return (
		<div className={styles.docs}>
			<TopBar>
				<Brand />
				{name && (
					<a className={buttons.tool} href="#/docs">
						Documents
					</a>
				)}
				<Space />
				<PageTools />
			</TopBar>
			<main>
				{typeof loaded === 'string' && <p role="alert">{loaded}</p>}
				{told && name && !told.doc && (
					<p className={styles.none} role="alert">
						There is no document called “{name.slice(0, 60)}”. These are the ones there are.
					</p>
				)}
				{told?.doc ? <Page doc={told.doc} place={place} /> : told && <List cards={told.cards} />}
			</main>
			<Foot />
		</div>
	);
}
