import { lockOf } from '../narration/phrases';
import { useAppState } from '../store/react';
import styles from './help.module.css';
import { BINDINGS, type Binding } from './keys';
import { Sheet } from './Sheet';

/** By column: what belongs together stays together. */
const COLUMNS = [['Steps', 'Runs'], ['Jumps'], ['Page']] as const;

const GLOSSARY: readonly [term: string, meaning: string][] = [
	['step', 'one access to shared memory by one thread, with the private work up to the next one'],
	[
		'beat',
		'a step worth a stop: the lock is taken or given up, a thread sleeps, is woken, or the environment acts',
	],
	[
		'contention',
		'a step in which a thread polls in vain, loses a compare-and-swap, or goes to sleep',
	],
	[
		'env',
		'the environment: what happens to a thread from outside, such as losing its CPU, a timer, a signal, death',
	],
	['budget', 'how often the environment may act; “+1” in its row allows one more'],
	['CAS', 'compare-and-swap: writes the new value only if the word still has the expected one'],
	['spin', 'to look at a word again and again until it changes; the lanes draw such looks as one'],
	[
		'handoff',
		'the unlock gives the lock to a chosen waiter, so that no newcomer can take it first',
	],
	['preemption off', 'the thread keeps its CPU; it is only marked that it should give it up'],
	['ghost', 'a future that was left; it stays below the lanes and can be taken up again'],
	['holds', 'every reachable state keeps the rules of the lock'],
	['violated', 'some reachable state breaks a rule; the rule is named'],
	['deadlock', 'nobody can move, and not everybody is done'],
	['lost wake-up', 'a thread sleeps and nobody is left who could wake it'],
	['no progress', 'threads can move, but from there they can never all finish'],
	['bug', 'the text itself says that this must not happen: a BUG or a NULL pointer'],
	['not complete', 'the search stopped at its bound, and found nothing wrong so far'],
];

function Keys({ shown }: { shown: string }) {
	return shown.split(/\s{2,}/).map((key) => <kbd key={key}>{key}</kbd>);
}

function Shortcuts({ group }: { group: Binding['group'] }) {
	return (
		<section>
			<h3>{group}</h3>
			<dl>
				{BINDINGS.filter((b) => b.group === group).map((b) => (
					<div key={b.shown}>
						<dt>
							<Keys shown={b.shown} />
						</dt>
						<dd>{b.does}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

function AllShortcuts() {
	return (
		<div className={styles.keys}>
			{COLUMNS.map((groups) => (
				<div key={groups[0]}>
					{groups.map((group) => (
						<Shortcuts key={group} group={group} />
					))}
				</div>
			))}
		</div>
	);
}

/** The letters of the open lock's roles. */
function useRoles(): [term: string, meaning: string][] {
	const core = useAppState((s) => s.core);
	const lock = useAppState((s) => s.doc?.config.lock);
	const roles = core && lock !== undefined ? (lockOf(core.facts, lock)?.roles ?? []) : [];
	return roles.length > 1 ? roles.map((r) => [`role ${r.letter}`, r.title]) : [];
}

function Glossary() {
	const roles = useRoles();
	return (
		<section>
			<h3>Words</h3>
			<dl className={styles.words}>
				{[...GLOSSARY, ...roles].map(([term, meaning]) => (
					<div key={term}>
						<dt>{term}</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

export function HelpOverlay() {
	return (
		<Sheet title="Help" testid="help" modal>
			<p className={styles.note}>
				Every step is one access to shared memory, taken by one thread. You are the scheduler. Go
				back and choose otherwise: the old future stays below the lanes and can be taken again. The
				address of this page is always the moment you see.
			</p>
			<AllShortcuts />
			<Glossary />
			<p className={styles.note}>
				Modelled: sequential consistency, one access at a time. Not modelled: the reordering that
				weaker memory allows, and real time; clocks run out when you say so.
			</p>
		</Sheet>
	);
}
