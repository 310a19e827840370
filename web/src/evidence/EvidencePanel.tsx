import { Fragment } from 'react';
import type { LockFacts, ScenarioFacts } from '../../../wasm/src';
import { Brief } from '../controls/Brief';
import { CopyText } from '../controls/CopyText';
import { Sheet } from '../controls/Sheet';
import { Blocks, Line } from '../docs/Blocks';
import type { Evidence, FindingCard, SearchRow } from '../docs/types';
import { lockOf } from '../narration/phrases';
import { verdictSentence } from '../narration/searched';
import { originSaid, postedRow, published } from '../posted/rows';
import { useDocsOf } from '../posted/useDocsOf';
import { useAppState, useDocument } from '../store/react';
import { verdictText } from '../trace/provenance';
import { judging, repeating } from './command';
import styles from './evidence.module.css';
import { FairBrief } from './FairBrief';
import { Fairness } from './Fairness';
import { nearestFirst, ownAmong } from './nearest';
import { useEvidence } from './useEvidence';

/** So many rows are read at a look; the others are a press away. */
const ROWS = 8;

/** "Finding R1: granted before it is counted", which leads to the document. */
function Named({ finding: { id, title } }: { finding: FindingCard }) {
	return (
		<>
			<a href={`#/docs/findings/${id}`}>Finding {id}</a>: {title}
		</>
	);
}

function Finding({ finding }: { finding: FindingCard }) {
	return (
		<section data-testid="evidence-finding">
			<h3>
				<Named finding={finding} />
			</h3>
			<Blocks of={finding.blocks} />
		</section>
	);
}

/** What was found of the same text in other set-ups: a story in which nothing breaks is not all that there is to say. */
function Others({ findings }: { findings: readonly FindingCard[] }) {
	if (findings.length === 0) return null;
	return (
		<section data-testid="evidence-others">
			<h3>Found in this text, elsewhere</h3>
			<ul className={styles.list}>
				{findings.map((finding) => (
					<li key={finding.id}>
						<Named finding={finding} />
					</li>
				))}
			</ul>
		</section>
	);
}

/** A line of it ends between two options, not inside one. */
function Command({ text }: { text: string }) {
	return (
		<code>
			{text.split(/ (?=--)/).map((option, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: an option may stand there twice
				<Fragment key={i}>
					{i > 0 && ' '}
					<span className={styles.option}>{option}</span>
				</Fragment>
			))}
		</code>
	);
}

function Rows({ rows }: { rows: readonly SearchRow[] }) {
	return (
		<table className={styles.rows}>
			<thead>
				<tr>
					<th scope="col">lockstep check</th>
					<th scope="col">verdict</th>
					<th scope="col">states</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ check, verdict, steps, states }) => (
					<tr key={check}>
						<td>
							<Command text={check} />
						</td>
						<td>
							{verdict}
							{steps && `, ${steps} steps`}
						</td>
						<td>{states}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

const isFixed = ({ check }: SearchRow) => / --switch mend_/.test(check);

function Searched({ title, rows }: { title: string; rows: readonly SearchRow[] }) {
	const more = rows.slice(ROWS);
	if (rows.length === 0) return null;
	return (
		<>
			<h3>{title}</h3>
			<Rows rows={rows.slice(0, ROWS)} />
			{more.length > 0 && (
				<details>
					<summary>{more.length} more</summary>
					<Rows rows={more} />
				</details>
			)}
		</>
	);
}

/** fixed: what is shown has a fix of ours in its text, so searches with fixes come first. */
function Searches(props: {
	variant: string;
	rows: readonly SearchRow[];
	own: readonly SearchRow[];
	fixed: boolean;
}) {
	const { variant, rows, own, fixed } = props;
	const others = rows.filter((row) => !own.includes(row));
	const posted = (
		<Searched title="Searched, without fixes" rows={others.filter((row) => !isFixed(row))} />
	);
	return (
		<section data-testid="evidence-searches">
			{rows.length === 0 && (
				<p>
					No search of <code>{variant}</code> stands in the{' '}
					<a href="#/docs/searches">list of searches</a>; it is a part of others.
				</p>
			)}
			<Searched title="Searched: what is shown" rows={own} />
			{!fixed && posted}
			<Searched title="Searched, with fixes" rows={others.filter(isFixed)} />
			{fixed && posted}
		</section>
	);
}

interface ClaimProps {
	scenario: ScenarioFacts;
	/** a finding speaks of it */
	found: boolean;
}

/** What the set-up rests on, beside its findings. */
function Claim({ scenario, found }: ClaimProps) {
	const core = useAppState((s) => s.core);
	const { recording } = useDocument();
	if (recording)
		return (
			<p>
				A recorded run: {verdictText(recording.trace, core?.facts)} Where and when it was made
				stands under Provenance.
			</p>
		);
	if (scenario.sandbox)
		return <p>Free play claims nothing. Check (x) searches the set-up that you have chosen.</p>;
	const verdict = verdictSentence(
		scenario.verdict,
		scenario.what,
		core ? lockOf(core.facts, scenario.lock) : undefined,
	);
	return (
		<p>
			Over every schedule of this set-up the search says: <b>{verdict}</b>
			{scenario.planted &&
				(found
					? ' A switch of ours is on that shows what the finding below speaks of. What of it was posted, the finding says.'
					: ' The fault is ours: it was put into the text to show what the line is for. It is not in the text as posted.')}
		</p>
	);
}

/** The postings and commits themselves, outside this page. */
function Published({ text }: { text: string }) {
	const doc = useDocsOf(text).get(text);
	const links = doc ? published(doc) : [];
	if (links.length === 0) return null;
	return (
		<>
			<p>Published, outside this page:</p>
			<ul className={styles.list} data-testid="evidence-published">
				{links.map(({ link, file }) => (
					<li key={link.to}>
						<Line of={[link]} />
						{file && (
							<>
								, <code>{file}</code>
							</>
						)}
					</li>
				))}
			</ul>
		</>
	);
}

interface SourceProps {
	lock: LockFacts;
	evidence: Evidence;
	/** a fault of the text is shown, or one of ours */
	fault: boolean;
}

function Source({ lock, evidence, fault }: SourceProps) {
	const against = evidence.against[lock.name] ?? [];
	return (
		<section>
			<h3>Whose text</h3>
			<p>{lock.source}.</p>
			<Published text={lock.name} />
			<p>
				<a href={`#/docs/locks/${lock.name}`}>
					The page of this text: states of its words, what must hold, where each step comes from
				</a>
			</p>
			{against.length > 0 && (
				<>
					<h3>The text is held against</h3>
					{fault && (
						<p>
							That speaks for the text as a whole, and is no proof of the fault. What shows faults
							outside the model stands under{' '}
							<a href="#/docs/findings/on-real-threads">On real threads</a>.
						</p>
					)}
					<ul className={styles.list}>
						{against.map((of, i) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
							<li key={i}>
								<Line of={of} />
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	);
}

/** A finding of one release alone, "(only 5.3)", is none of another's text. */
const isOfRelease = ({ title }: FindingCard, variant: string): boolean => {
	const [, release = ''] = /\(only (\d[\d.]*\d)/.exec(title) ?? [];
	return variant.includes(release);
};

/** What was searched or found, and what that means. */
function briefOf(
	scenario: ScenarioFacts,
	lock: LockFacts,
	isRecorded: boolean,
	findings: readonly FindingCard[],
): string[] {
	if (isRecorded) return ['This is a recorded run of real threads, held against the text.'];
	if (scenario.sandbox) return ['This is free play: nothing is claimed of it.'];
	const { verdict, what, planted } = scenario;
	const searched =
		verdict === 'OK'
			? 'A search has tried every order of steps of this set-up.'
			: 'A search has tried the orders of steps of this set-up, and has found one that fails.';
	const [finding] = findings;
	const found = finding
		? verdict === 'OK'
			? ` It shows something all the same, finding ${finding.id}: ${finding.title.replace(/^[\w-]+: /, '')}.`
			: ` It is finding ${finding.id}.`
		: '';
	const ours = planted && !finding ? ' The fault was put in by us.' : '';
	return [searched, `${verdictSentence(verdict, what, lock)}${found}${ours}`];
}

/** Where the line comes from that the last step ran; before the first step, that of the thread in view. */
function useOrigin(lock: LockFacts | undefined): readonly string[] {
	const { moment, focusTid } = useDocument();
	const { before, at, machine } = moment;
	const ran = before?.env === '' ? before : null;
	const stands = machine.threads.find(({ tid }) => tid === focusTid)?.frames.at(-1);
	const proc = lock?.procs[(ran ?? stands)?.proc ?? -1];
	const doc = useDocsOf(proc?.text ?? '').get(proc?.text ?? '');
	const row = proc && doc && postedRow(doc, proc.name);
	const [series = ''] = lock?.source.split(':') ?? [];
	return row ? originSaid(row, ran ? `Step ${at}` : `The next step of T${focusTid}`, series) : [];
}

/** Why the page says what it says of this story or set-up: finding, source, searches, and how to repeat them. */
export function EvidencePanel() {
	const core = useAppState((s) => s.core);
	const { config, recording } = useDocument();
	const evidence = useEvidence();
	const scenario = core?.scenario(config.scenario);
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const origin = useOrigin(lock);
	if (!core || !scenario || !lock) return null;
	const own = core.editedOf(lock.id);
	if (own)
		return (
			<Sheet title="Why we say so" testid="evidence-panel">
				<p>
					What you see is what your {own.text}.c does, compiled in this page. Nothing was published
					or found of it. Check (x) searches every schedule of it.
				</p>
				<Fairness evidence={null} />
				<p>
					<a href="#/docs/dialect/run-a-text-of-your-own">What the page does with your text</a>
				</p>
			</Sheet>
		);
	const told = evidence !== null && typeof evidence !== 'string' ? evidence : null;
	const findings =
		told?.findings.filter(({ scenarios }) => scenarios.includes(scenario.name)) ?? [];
	const variant = lock.variants[config.variant]?.name ?? lock.name;
	const others =
		told?.findings.filter(
			(finding) =>
				!findings.includes(finding) &&
				isOfRelease(finding, variant) &&
				core.scenario(finding.scenarios[0] ?? '')?.lock === scenario.lock,
		) ?? [];
	const rows = nearestFirst(told?.searches[variant] ?? [], config, lock);
	const isClean = scenario.verdict === 'OK' && !scenario.sandbox;
	const command = recording
		? judging(recording.own ? undefined : recording.id)
		: repeating(core.facts, scenario, config);
	return (
		<Sheet title="Why we say so" testid="evidence-panel">
			<Brief
				says={briefOf(scenario, lock, recording !== null, findings)}
				also={isClean && <FairBrief evidence={told} />}
				beside={origin}
			>
				{typeof evidence === 'string' && <p role="alert">{evidence}</p>}
				<Claim scenario={scenario} found={findings.length > 0} />
				{!recording && <Fairness evidence={told} />}
				<p className={styles.command} data-testid="evidence-command">
					<Command text={command} />
					<CopyText text={command} what="the command" />
				</p>
				{findings.map((finding) => (
					<Finding key={finding.id} finding={finding} />
				))}
				<Others findings={others} />
				{told && (
					<>
						<Source
							lock={lock}
							evidence={told}
							fault={scenario.verdict !== 'OK' || findings.length > 0}
						/>
						<Searches
							variant={variant}
							rows={rows}
							own={recording ? [] : ownAmong(rows, findings, config, lock)}
							fixed={lock.switches.some(
								({ name }, bit) => name.startsWith('mend_') && config.switches & (1 << bit),
							)}
						/>
					</>
				)}
				<p className="muted">
					One access follows the other here, and all threads see each write at once.{' '}
					<a href="#/docs/checking/what-a-check-does-not-say">What a check does not say</a> ·{' '}
					<a href="#/docs/validation">Against a real kernel</a>
				</p>
			</Brief>
		</Sheet>
	);
}
