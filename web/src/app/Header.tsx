import { lazy, memo, Suspense, startTransition, useEffect, useState } from 'react';
import type { Config, Core, ScenarioFacts } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { CheckBadge } from '../controls/CheckBadge';
import { CopyLink } from '../controls/CopyLink';
import { ExportButton } from '../controls/ExportButton';
import { CacheIcon, EvidenceIcon, PairIcon, SetupIcon } from '../controls/icons';
import { PageTools } from '../controls/PageTools';
import { pairAddress, partnerOf } from '../gallery/pairs';
import { isEasy } from '../levels/easy';
import { changesIn, changeText } from '../narration/changes';
import { textOfScenario } from '../narration/lock-name';
import { PlanButton } from '../plan/PlanButton';
import { storyTitle } from '../store/beats';
import { isOwn } from '../store/lost';
import { isPlain, plainly, withLesson } from '../store/plain';
import { useApp, useAppState } from '../store/react';
import type { State } from '../store/state';
import { Brand } from './Brand';
import styles from './header.module.css';
import { TopBar } from './TopBar';

const BackToLesson = lazy(() =>
	import('./BackToLesson').then((m) => ({ default: m.BackToLesson })),
);

interface OptionsProps {
	core: Core;
	/** of the one that is chosen */
	name: string;
	labelOf(scenario: ScenarioFacts): string;
}

/**
 * All scenarios by family, in the order of the core: hundreds, which no step changes. Nobody has opened the list when
 * it is first drawn: it has the one that is chosen then, and the others as soon as the page is seen.
 */
export const ScenarioOptions = memo(function ScenarioOptions(props: OptionsProps) {
	const { core, name, labelOf } = props;
	const [whole, setWhole] = useState(false);
	useEffect(() => startTransition(() => setWhole(true)), []);
	const groups = new Map<string, ScenarioFacts[]>();
	for (const scenario of core.facts.scenarios) {
		if (!whole && scenario.name !== name) continue;
		const family = core.facts.locks.find((l) => l.id === scenario.lock)?.family ?? '';
		const group = groups.get(family) ?? [];
		groups.set(family, group);
		group.push(scenario);
	}
	return [...groups].map(([family, scenarios]) => (
		<optgroup key={family} label={family}>
			{scenarios.map((s) => (
				<option key={s.name} value={s.name}>
					{labelOf(s)}
				</option>
			))}
		</optgroup>
	));
});

function ScenarioPicker({ core, name }: { core: Core; name: string }) {
	const app = useApp();
	const recorded = useAppState((s) => s.doc?.recording?.title ?? s.doc?.level?.facts.title);
	const isLevel = useAppState((s) => s.doc?.level != null);
	const title = useAppState(storyTitle);
	return (
		<label className={styles.picker}>
			<span className="visually-hidden">Scenario</span>
			<select
				value={recorded ? '' : name}
				data-testid="scenario"
				onChange={(e) => app.documents.openScenario(e.target.value)}
			>
				{recorded && (
					<optgroup label={isLevel ? 'the level that you play' : 'the recorded run'}>
						<option value="">{recorded}</option>
					</optgroup>
				)}
				<ScenarioOptions
					core={core}
					name={name}
					labelOf={(s) => (s.name === name ? title : s.title)}
				/>
			</select>
		</label>
	);
}

function Title({ core, name }: { core: Core; name: string }) {
	const title = useAppState(storyTitle);
	const recorded = useAppState((s) => s.doc?.recording?.title ?? s.doc?.level?.facts.title);
	const scenario = core.scenario(name);
	const lock = core.facts.locks.find((l) => l.id === scenario?.lock);
	const variant = lock && scenario ? lock.variants[scenario.variant] : undefined;
	const parts = [lock?.title, variant?.title, recorded ?? title].filter(Boolean);
	return <h1 className="visually-hidden">{parts.join(', ')}</h1>;
}

/** What was changed in the text that is stepped: each change can be taken back here. */
function Switches({ core }: { core: Core }) {
	const app = useApp();
	const lock = useAppState((s) => s.doc?.config.lock);
	/* those of a recorded run or a level are no choice of the reader's: its own words name them */
	const switches = useAppState((s) =>
		s.doc?.recording || s.doc?.level ? 0 : (s.doc?.config.switches ?? 0),
	);
	const on = (core.facts.locks.find((l) => l.id === lock)?.switches ?? [])
		.map((s, bit) => ({ ...s, mask: 1 << bit }))
		.filter((s) => switches & s.mask);
	/* the lesson that led here says what is wrong, and no name of a switch */
	const lesson = useAppState((s) => s.view.lesson);
	if (on.length === 0) return null;
	return (
		<span className={styles.chips}>
			{on.map((s) => {
				const name = s.name.replace(/^mend_/, '');
				const says = changeText(s);
				return (
					<button
						key={s.name}
						type="button"
						className={styles.chip}
						data-tone={s.kind === 'planted' ? 'fault' : undefined}
						data-testid={`chip-${s.name}`}
						aria-label={`${says}. Take it back`}
						title={`${s.title} (${name}). Click to take this back and keep the steps that still apply.`}
						onClick={() => app.documents.restart({ switches: switches & ~s.mask })}
					>
						<span className={styles.chipName}>
							{lesson && s.kind === 'planted' ? 'with a fault' : says}
						</span>
						<span aria-hidden="true">×</span>
					</button>
				);
			})}
		</span>
	);
}

/** Of a text that the reader has changed by its switches: what it is to be seen beside, the same as it is told. */
function changedBeside(core: Core, config: Config | undefined, name: string): string | undefined {
	if (config?.scenario !== name || changesIn(core, config).length === 0) return undefined;
	return `#/compare/${name}/${encodeURIComponent(core.formatUrl(config, [], 0))}`;
}

/** Steps of the reader's own, beside the story that they left, at the same moment. */
function stepsBeside({ core, doc }: State): string | undefined {
	if (!core || core.edited || !doc || !isOwn(doc) || doc.moment.story !== 'left') return undefined;
	const { config, session, moment } = doc;
	const own = encodeURIComponent(core.formatUrl(config, session.actions(), session.length));
	return `#/compare/${config.scenario}/${own}?l=${moment.at}&r=${moment.at}`;
}

/** Beside another scenario: its other half, or one of the same family that does the same work. */
function PairLink({ core, name }: { core: Core; name: string }) {
	const pair = partnerOf(core, name);
	const plain = useAppState(isPlain);
	/* the set-up stays while its schedule is stepped */
	const config = useAppState((s) => (s.doc?.recording || s.doc?.level ? undefined : s.doc?.config));
	const changed = changedBeside(core, config, name);
	const steps = useAppState(stepsBeside);
	const lesson = useAppState((s) => s.view.lesson);
	const address = steps ?? changed ?? (pair && pairAddress(pair));
	if (!address) return null;
	const other = pair?.left.name === name ? pair.right : pair?.left;
	const says = steps
		? 'Your steps side by side with the story'
		: changed
			? 'Side by side with the text as it was, without your change'
			: `Side by side with ${other ? textOfScenario(core, other.name).name : ''}: “${other?.title}”`;
	return (
		<a
			className={buttons.tool}
			href={withLesson(plain ? plainly(address) : address, lesson)}
			data-testid="compare"
			aria-label={says}
			title={says}
		>
			<PairIcon /> <span className={buttons.wideLabel}>Compare</span>
		</a>
	);
}

/** "rwsem, before the handoff patch": which text is being stepped. */
function LockName({ core, name }: { core: Core; name: string }) {
	const text = textOfScenario(core, name);
	return (
		<span className={styles.lockName} data-testid="lock-name" title={text.title}>
			{text.name}
		</span>
	);
}

/** On a narrow window it stands at the memory, where there is room for it. */
export function CacheButton({ narrow = false }: { narrow?: boolean }) {
	const app = useApp();
	const on = useAppState((s) => s.view.cache);
	return (
		<button
			type="button"
			className={
				narrow ? `${buttons.tool} ${styles.narrowOnly}` : `${buttons.round} ${styles.wideOnly}`
			}
			data-testid={narrow ? 'cache-button-narrow' : 'cache-button'}
			aria-label={narrow ? undefined : 'Cache lines'}
			aria-pressed={on}
			title="Cache lines: who has which, and whom a step disturbs (v)"
			onClick={() => app.page.setView({ cache: !on })}
		>
			<CacheIcon /> {narrow && 'Cache lines'}
		</button>
	);
}

function EvidenceButton() {
	const app = useApp();
	return (
		<button
			type="button"
			className={`${buttons.round} ${styles.wideOnly}`}
			data-testid="evidence"
			aria-label="Why we say so"
			title="Why we say so: the finding, whose text, the searches, how to repeat them (y)"
			onClick={() => app.page.setPanel('evidence')}
		>
			<EvidenceIcon />
		</button>
	);
}

/** What can be shown before a room in an order of the reader's own. */
function TalkButton() {
	/* an address of a file of the reader's means nothing elsewhere */
	const is = useAppState(({ doc }) => doc && !doc.recording?.own);
	return is && <PlanButton className={`${buttons.round} ${styles.wideOnly}`} />;
}

/** All that can be done with what is open, besides stepping it; the keys are the same. */
function Tools({ core, name, plain }: { core: Core; name: string; plain: boolean }) {
	const app = useApp();
	return (
		<div className={styles.tools} data-tools>
			<PairLink core={core} name={name} />
			<CheckBadge />
			<button
				type="button"
				className={buttons.tool}
				data-testid="setup"
				aria-label="Set up"
				title="Threads, rounds, faults, budgets (s)"
				onClick={() => app.page.setPanel('setup')}
			>
				<SetupIcon /> <span className={buttons.wideLabel}>Set up</span>
			</button>
			<CacheButton />
			{!plain && <EvidenceButton />}
			{!plain && <TalkButton />}
			<CopyLink />
			{!plain && <ExportButton />}
		</div>
	);
}

/** Whoever plays an easy level wants none of them yet: they come at a press. */
function ToolsOfLevel(props: { core: Core; name: string; plain: boolean }) {
	const [shown, setShown] = useState(false);
	return (
		<>
			{shown && <Tools {...props} />}
			<button
				type="button"
				className={buttons.tool}
				data-testid="level-tools"
				aria-expanded={shown}
				title={shown ? 'Put the tools away' : 'Check, set up, compare, cache lines, a link'}
				onClick={() => setShown(!shown)}
			>
				{shown ? 'Fewer tools' : 'Tools'}
			</button>
		</>
	);
}

/** Has no part in a step but what its own parts ask for. */
export const StepperHeader = memo(function StepperHeader() {
	const core = useAppState((s) => s.core);
	const name = useAppState((s) => s.doc?.config.scenario ?? '');
	const easy = useAppState(({ doc }) =>
		doc?.level && isEasy(doc.level.facts) ? doc.level.facts.name : '',
	);
	const lesson = useAppState((s) => s.view.lesson);
	/* who meets a story first has few things to choose from; the keys are the same */
	const plain = useAppState(isPlain);
	if (!core) return null;
	const of = { core, name, plain };
	return (
		<TopBar>
			<Brand />
			<Suspense>{lesson && <BackToLesson lesson={lesson} />}</Suspense>
			<Title core={core} name={name} />
			<LockName core={core} name={name} />
			<ScenarioPicker core={core} name={name} />
			<Switches core={core} />
			{easy ? <ToolsOfLevel key={easy} {...of} /> : <Tools {...of} />}
			<PageTools />
		</TopBar>
	);
});
