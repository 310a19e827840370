/** Prose with its terms marked. In a chunk of its own, with the glossary. */
import { useContext, useEffect, useId } from 'react';
import type { LockFacts } from '../../../wasm/src';
import { type Claims, NamesContext } from './claims';
import { entries } from './entries';
import styles from './glossary.module.css';
import { matcher } from './match';
import { namesOf } from './names';
import { Term } from './Term';

const ofAll = matcher(entries);
const ofLock = new WeakMap<LockFacts, typeof ofAll>();

/** With the names of a lock, in what is told of it. */
function finderFor(facts: LockFacts | null): typeof ofAll {
	if (!facts) return ofAll;
	const finder = ofLock.get(facts) ?? matcher([...entries, ...namesOf(facts)]);
	ofLock.set(facts, finder);
	return finder;
}

export function Marked({ text, claims }: { text: string; claims: Claims | null }) {
	const self = useId();
	const piecesOf = finderFor(useContext(NamesContext));
	const pieces = piecesOf(text, ({ term }) => (claims?.get(term) ?? self) !== self);
	/* while it renders, for what comes after it renders next; to claim it once more changes nothing */
	for (const { entry } of pieces) if (entry) claims?.set(entry.term, self);
	useEffect(
		() => () => {
			for (const [term, owner] of claims ?? []) if (owner === self) claims?.delete(term);
		},
		[claims, self],
	);
	let at = 0;
	return pieces.map(({ text: part, entry }) => {
		const key = at;
		at += part.length;
		return entry ? (
			<Term key={key} entry={entry}>
				{part}
			</Term>
		) : (
			part
		);
	});
}

export function Words({ texts }: { texts: readonly string[] }) {
	const piecesOf = finderFor(useContext(NamesContext));
	const found = texts.flatMap((text) => piecesOf(text)).flatMap(({ entry }) => entry ?? []);
	if (found.length === 0) return null;
	return (
		<span className={styles.words} data-testid="words-in">
			Words:{' '}
			{[...new Set(found)].map((entry) => (
				<Term key={entry.term} entry={entry}>
					{entry.term}
				</Term>
			))}
		</span>
	);
}

/** One word that stands in no prose, as a part of a name in the code does. */
export function Word({ term, text }: { term: string; text: string }) {
	const entry = entries.find((one) => one.term === term);
	return entry ? <Term entry={entry}>{text}</Term> : text;
}
