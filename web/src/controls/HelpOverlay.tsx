import { useState } from 'react';
import { roleMeaning, roleWord } from '../drawings/threads/roles';
import { entries } from '../glossary/entries';
import { Prose } from '../glossary/Prose';
import { lockOf } from '../narration/phrases';
import { useAppState } from '../store/react';
import styles from './help.module.css';
import { KEY_HELP, type KeyHelp } from './keys';
import { Sheet } from './Sheet';

/** By column: what belongs together stays together. */
const COLUMNS = [['Steps', 'Runs'], ['Jumps'], ['Page']] as const;

const WHAT =
	'Every step is one access to shared memory, taken by one thread. You are the scheduler. Go back and choose otherwise: the old future stays below the lanes and can be taken again. The address of this page is always the moment you see.';
const LIMITS =
	'Modelled: sequential consistency, one access at a time. Not modelled: the reordering that weaker memory allows, and real time; clocks run out when you say so.';

function Keys({ shown }: { shown: string }) {
	return shown.split(/\s{2,}/).map((key) => <kbd key={key}>{key}</kbd>);
}

function Shortcuts({ group }: { group: KeyHelp['group'] }) {
	return (
		<section>
			<h3>{group}</h3>
			<dl>
				{KEY_HELP.filter((k) => k.group === group).map((k) => (
					<div key={k.shown}>
						<dt>
							<Keys shown={k.shown} />
						</dt>
						<dd>{k.does}</dd>
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

/** The roles of the open lock, with the letters that the command line has for them. */
function useRoles(): [term: string, meaning: string][] {
	const core = useAppState((s) => s.core);
	const lock = useAppState((s) => s.doc?.config.lock);
	const roles = core && lock !== undefined ? (lockOf(core.facts, lock)?.roles ?? []) : [];
	return roles.map(({ letter }) => [
		`${roleWord(roles, letter)} (${letter})`,
		`A thread’s role: ${roleMeaning(roles, letter)}.`,
	]);
}

const holds = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

function Glossary() {
	const roles = useRoles();
	const [query, setQuery] = useState('');
	const words = [
		...roles.map(([term, text]) => ({ term, forms: [], text })),
		...entries.map(({ term, forms, text }) => ({ term, forms, text })),
	].filter(({ term, forms, text }) => [term, ...forms, text].some((t) => holds(t, query.trim())));
	return (
		<section aria-labelledby="help-words">
			<h3 id="help-words">Words</h3>
			<label>
				<span className="visually-hidden">Search the words</span>
				<input
					type="search"
					placeholder="Search the words"
					className={styles.search}
					value={query}
					data-testid="words-search"
					onChange={(e) => setQuery(e.target.value)}
				/>
			</label>
			<p className="visually-hidden" role="status">
				{words.length === 1 ? '1 word' : `${words.length} words`}
			</p>
			<dl className={styles.words} data-testid="words">
				{words.map(({ term, text }) => (
					<div key={term}>
						<dt>{term}</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
			{words.length === 0 && <p className={styles.note}>No word here has that in it.</p>}
		</section>
	);
}

/** What stands in the text of a lock besides the text. */
const SIGNS: readonly { sign: string; look?: 'done' | 'fault' | 'decides'; text: string }[] = [
	{ sign: '✓ just done', look: 'done', text: 'the last step ran this line' },
	{
		sign: 'planted fault',
		look: 'fault',
		text: 'a switch that is on acts here: a fault that was planted, a fix, an added assertion',
	},
	{ sign: '◆ decides it', look: 'decides', text: 'the step that decides the story runs this line' },
	{ sign: 'calls …', look: 'decides', text: 'where the caller stands that you look at' },
	{ sign: '▸ 3 lines of a fault that is off', text: 'lines that do not run; press to see them' },
	{ sign: 'f ‹ g ‹ h', text: 'the call, and who called it; press a name to see its line' },
];

function Signs() {
	return (
		<section aria-labelledby="help-signs">
			<h3 id="help-signs">In the code</h3>
			<dl className={styles.signs} data-testid="code-signs">
				{SIGNS.map(({ sign, look, text }) => (
					<div key={sign}>
						<dt>
							<span data-look={look}>{sign}</span>
						</dt>
						<dd>{text}</dd>
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
				<Prose>{WHAT}</Prose>
			</p>
			<AllShortcuts />
			<Signs />
			<Glossary />
			<p className={styles.note}>
				<Prose>{LIMITS}</Prose>
			</p>
		</Sheet>
	);
}
