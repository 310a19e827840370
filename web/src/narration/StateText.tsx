import {
	decodeWord,
	type LockFacts,
	type MachineView,
	type WordView,
	wordText,
} from '../../../wasm/src';
import { laterWords } from '../drawings/queue/order';
import { inSource } from '../drawings/source-names';
import { stateText } from '../drawings/threads/status';
import { OnceEach, Prose } from '../glossary/Prose';
import { useAppState, useDocument } from '../store/react';
import { actorPhrase, placePhrase, roleTitle } from './actor-phrases';
import { useAsked } from './asked';
import { lockOf } from './phrases';
import { verdictSentence } from './searched';
import styles from './state-text.module.css';

function textOf(word: WordView): string {
	const text = wordText(word.facts, word.value, word.list);
	if (word.facts.kind !== 'bits') return text;
	const fields = decodeWord(word.facts, word.value)
		.filter((f) => f.kind !== 'reserved')
		.map((f) => `${f.name} ${f.text}`);
	return fields.length ? `${text}: ${fields.join(', ')}` : text;
}

function Words({ words }: { words: readonly WordView[] }) {
	return (
		<dl className={styles.words}>
			{words.map((word) => (
				<div key={word.id}>
					<dt>{word.name}</dt>
					<dd>{textOf(word)}</dd>
				</div>
			))}
		</dl>
	);
}

function Nodes({ machine, later }: { machine: MachineView; later: ReadonlySet<string> }) {
	const shown = machine.nodes.map(({ tid, words }) => ({
		tid,
		words: words.filter((w) => !later.has(w.facts.name)),
	}));
	if (!shown[0]?.words.length) return null;
	return (
		<ul>
			{shown.map((node) => (
				<li key={node.tid}>
					Node of T{node.tid}: {node.words.map((w) => `${w.facts.name} ${textOf(w)}`).join(', ')}
				</li>
			))}
		</ul>
	);
}

function Invariants({ lock }: { lock: LockFacts }) {
	return (
		<ul>
			{lock.invariants.map((invariant) => (
				<li key={invariant.name}>
					<Prose>{`${invariant.name}: ${invariant.meaning}`}</Prose>
				</li>
			))}
		</ul>
	);
}

/** Everything that the picture shows, as text: for screen readers, and for whoever prefers it. */
export function StateText() {
	const core = useAppState((s) => s.core);
	const { moment, config } = useDocument();
	const asked = useAsked();
	if (!core) return null;
	const lock = lockOf(core.facts, config.lock);
	const { machine, options } = moment;
	const later = lock ? laterWords(lock, machine.variant) : new Set<string>();
	return (
		<details className={styles.state} data-testid="state-text">
			<summary>State as text</summary>
			<OnceEach>
				<h3>Shared memory</h3>
				<Words words={machine.words.filter((w) => !later.has(w.facts.name))} />
				<Nodes machine={machine} later={later} />
				<h3>Threads</h3>
				<ul>
					{machine.threads.map((thread) => {
						const own = options.find((o) => o.env === '' && o.tid === thread.tid);
						const phrase = asked ? placePhrase(own, lock, true) : actorPhrase(own, thread);
						const where = thread.frames.map((f) => inSource(lock?.procs[f.proc]?.name ?? ''));
						return (
							<li key={thread.tid}>
								<Prose>
									{`T${thread.tid}, ${roleTitle(lock, thread)}: ${stateText(thread)}${phrase && `; ${phrase}`}`}
								</Prose>
								{where.length > 0 && <span className="muted"> ({where.join(' › ')})</span>}
							</li>
						);
					})}
				</ul>
				{lock && (
					<>
						<h3>Invariants</h3>
						<p>
							In this state:{' '}
							{verdictSentence(moment.judgement.verdict, moment.judgement.what, lock)}
						</p>
						<Invariants lock={lock} />
					</>
				)}
			</OnceEach>
		</details>
	);
}
