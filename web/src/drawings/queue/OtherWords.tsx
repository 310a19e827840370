import type { LockFacts, WordView } from '../../../../wasm/src';
import { wordText } from '../../../../wasm/src/format';
import { sharedWords } from '../../../../wasm/src/words';
import { Prose } from '../../glossary/Prose';
import { usePointed } from '../pointed';
import type { QueueViewProps } from '../props';
import { type Marked, wasOf } from '../since';
import { Now, ToWriter, Value, Was } from '../Value';
import { wordMeaning } from '../value';
import { lastWrite } from '../word/access';
import { isLater, isOfElement, undrawnNodeWords, wordsOfQueue } from './order';
import styles from './words.module.css';

export const FEW = 2; /* rows that stand below the queues; more stand beside them */
export const LONG = 6; /* more stand in two columns */

type Only = readonly string[] | undefined;

export const isShown = (name: string, only: Only) => !only || only.includes(name);

function otherWords(lock: LockFacts, variant: number, only: Only): string[] {
	const drawn = new Set(lock.queues.flatMap(wordsOfQueue));
	return sharedWords(lock)
		.slice(1)
		.filter(({ facts }) => !isLater(lock, variant, facts))
		.map(({ facts }) => facts.name)
		.filter((name) => !drawn.has(name) && !lock.queues.some((q) => isOfElement(name, q)))
		.filter((name) => isShown(name, only));
}

const nodeWords = (lock: LockFacts, variant: number, only: Only) =>
	undrawnNodeWords(lock, variant).filter((name) => isShown(name, only));

/** All that stand beside the queues. */
export const namesOfOthers = (lock: LockFacts, variant: number): string[] => [
	...otherWords(lock, variant, undefined),
	...nodeWords(lock, variant, undefined),
];

export function wordRows(lock: LockFacts, variant: number, only?: Only): number {
	return otherWords(lock, variant, only).length + nodeWords(lock, variant, only).length;
}

/** The words that neither the lock word nor a queue shows, a row each. */
export function OtherWords(props: QueueViewProps & { lock: LockFacts }) {
	const { session, at, machine, lock, onSeek, words: only } = props;
	const pointed = usePointed();
	const others = otherWords(lock, machine.variant, only);
	const words = machine.words.filter((w) => others.includes(w.facts.name));
	const names = nodeWords(lock, machine.variant, only);
	if (words.length + names.length === 0) return null;
	const threads = machine.threads.length;
	const toWriter = (id: number) => {
		const moment = lastWrite(session, id, at);
		if (moment !== null) onSeek?.(moment);
	};
	const onWriter = onSeek && toWriter;
	const rows = wordRows(lock, machine.variant, only);
	const look = [styles.words, rows > FEW && styles.many, rows > LONG && styles.long].filter(
		Boolean,
	);
	const own = (name: string) =>
		machine.nodes.map((n) => ({
			tid: n.tid,
			word: n.words.find((w) => w.facts.name === name) as WordView,
		}));
	return (
		<dl className={look.join(' ')}>
			{words.map((word) => (
				<div key={word.id} data-row={word.name} title={word.facts.meaning}>
					<dt data-pointed={pointed.has(word.name) || undefined}>{word.name}</dt>
					<dd>
						<One
							one={rows <= LONG}
							word={word}
							marked={props}
							threads={threads}
							onWriter={onWriter}
						/>
					</dd>
				</div>
			))}
			{names.map((name) => (
				<OfEach
					key={name}
					name={name}
					words={own(name)}
					marked={props}
					threads={threads}
					onWriter={onWriter}
				/>
			))}
		</dl>
	);
}

interface OneProps {
	word: WordView;
	marked: Marked;
	/** of several in a row, one that a run has changed has no room for what it was before */
	one?: boolean;
	threads: number;
	onWriter: ((id: number) => void) | undefined;
}

/** The last step wrote it, and not one before that. */
const isOfLast = (word: WordView, { before }: Marked): boolean => wasOf(word, { before }) !== null;

function One({ word, marked, one = true, threads, onWriter }: OneProps) {
	const was = wasOf(word, marked);
	const isNew = was !== null;
	const meaning = (value: number) => wordMeaning(value, word.facts, threads, word.list);
	return (
		<ToWriter
			className={isNew ? styles.changed : styles.value}
			word={word.id}
			onClick={onWriter && (() => onWriter(word.id))}
		>
			<Now value={`${word.value} ${word.list}`} changed={isNew}>
				<Value meaning={meaning(word.value)} size={18} />
			</Now>
			{was && word.facts.kind !== 'list' && (one || isOfLast(word, marked)) && (
				<Was meaning={meaning(was.value)} size={16} />
			)}
		</ToWriter>
	);
}

interface OfEachProps extends Omit<OneProps, 'word'> {
	name: string;
	words: { tid: number; word: WordView }[];
}

/** A word that each thread has one of: only those that are set, or have just been. */
function OfEach({ name, words, marked, threads, onWriter }: OfEachProps) {
	const pointed = usePointed();
	const said = words.filter(({ word }) => word.value !== 0 || isOfLast(word, marked));
	const facts = words[0]?.word.facts;
	if (!facts) return null;
	return (
		<div
			data-row={`each ${name}`}
			data-unset={said.length === 0 || undefined}
			title={`${facts.meaning} (one for each thread)`}
		>
			<dt data-pointed={words.some(({ word }) => pointed.has(word.name)) || undefined}>
				<Prose>{name}</Prose>
			</dt>
			<dd>
				{said.length === 0 && (
					<span className={styles.none}>
						<Value meaning={wordMeaning(0, facts, threads)} /> in each
					</span>
				)}
				{said.map(({ tid, word }) => {
					const value = wordText(facts, word.value);
					return (
						<span key={tid} className={styles.of} title={`${name} of T${tid}: ${value}`}>
							<span className={styles.none}>T{tid}:</span>
							<One one={false} word={word} marked={marked} threads={threads} onWriter={onWriter} />
						</span>
					);
				})}
			</dd>
		</div>
	);
}
