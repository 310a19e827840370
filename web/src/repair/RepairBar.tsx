import type { Edited, RepairFacts } from '../../../wasm/src';
import { useWay } from '../app/site';
import buttons from '../controls/buttons.module.css';
import { differingLines, differText } from '../edit/differing';
import { pack } from '../edit/packed';
import { type Ran, ranTexts } from '../edit/ran';
import { Prose } from '../glossary/Prose';
import { lessonOfRepair } from '../levels/facts';
import styles from '../levels/level-bar.module.css';
import { isSolved } from '../levels/progress';
import { OfLock } from '../narration/OfLock';
import { useApp, useAppState } from '../store/react';
import { repairAfter } from './facts';
import { cancel, hint, judgeText, showExample, useHinted, useKnown } from './judging';
import { keepText } from './kept';
import { useRepair } from './useRepair';

function Said({ repair, own }: { repair: RepairFacts; own: Edited }) {
	const { running, judged, looking, trouble } = useKnown(own.packed);
	const hinted = useHinted(repair.name);
	const staged = useAppState((s) => s.view.presenter);
	if (running)
		return (
			<>
				{running.says} … check {running.check} of {running.of},{' '}
				{running.states.toLocaleString('en')} states
			</>
		);
	if (looking) return <>Looking for the shortest counterexample …</>;
	if (trouble) return <b className={styles.wrong}>{trouble}</b>;
	if (judged?.kind === 'solved')
		return (
			<>
				<b className={styles.won}>
					<span aria-hidden="true">✓ </span>Repaired.
				</b>{' '}
				{judged.checks === 1 ? 'The check' : `All ${judged.checks} checks`} found nothing:{' '}
				{judged.states.toLocaleString('en')} states in {judged.seconds.toFixed(1)} s.{' '}
				<UnrunText ran={judged.ran} />
				<Prose>{repair.after}</Prose>
			</>
		);
	if (judged?.kind === 'refused')
		return (
			<>
				<b className={styles.wrong}>Not repaired.</b> <Prose>{judged.says}</Prose>
				<Hints repair={repair} hinted={hinted} />
			</>
		);
	if (hinted > 0) return <Hints repair={repair} hinted={hinted} />;
	return (
		<>
			{!staged && isSolved(repair.name) && (
				<b className={styles.won}>
					<span aria-hidden="true">✓ </span>You have repaired it before.{' '}
				</b>
			)}
			{own.source === own.base
				? 'This is the text with the fault.'
				: `${differText(differingLines(own.base, own.source).lines)} from the text with the fault. All that you see is what yours does.`}
		</>
	);
}

/** What was changed and not run was not judged either. */
function UnrunText({ ran }: { ran: Ran }) {
	if (ran.never === 0) return null;
	const [first] = ranTexts(ran, { whole: true, behind: false });
	return <span data-testid="repair-unrun">{first} </span>;
}

/** The lines of the last word are there from the start, so that nothing below them moves then. */
const longestOf = ({ after }: RepairFacts) =>
	`✓ Repaired. All 10 checks found nothing: 100,000 states in 0.0 s. ${after}`;

function Hints({ repair, hinted }: { repair: RepairFacts; hinted: number }) {
	if (hinted === 0) return null;
	return (
		<>
			{' '}
			Hint: <Prose>{hinted === 1 ? repair.idea : repair.hint}</Prose>
		</>
	);
}

function Commands({ repair, own }: { repair: RepairFacts; own: Edited }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const { running, judged, looking } = useKnown(own.packed);
	const hinted = useHinted(repair.name);
	const next = repairAfter(repair.name);
	const toNext = useWay(next ? `#/repair/${next.name}` : '#/levels');
	const isOver = judged?.kind === 'solved';
	const startAgain = async () => {
		keepText(repair.name, undefined);
		const packed = await pack(repair.name, own.base, own.base);
		const config = core?.configOf(repair.scenario, repair);
		if (core && config)
			window.location.hash = `#/${core.formatUrl(config, [], 0, { own: packed })}`;
	};
	if (running || looking)
		return (
			<button type="button" className={buttons.tool} data-testid="repair-cancel" onClick={cancel}>
				Cancel
			</button>
		);
	const isJudged = judged !== null && judged.kind !== 'cancelled';
	const hasShown = judged?.kind === 'refused' && judged.shown !== null;
	return (
		<>
			{(!isJudged || hasShown) && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="repair-example"
					onClick={() => void showExample(app, repair, own)}
				>
					{hasShown ? 'Show the schedule' : 'Show the counterexample'}
				</button>
			)}
			<button
				type="button"
				className={buttons.tool}
				data-testid="repair-edit"
				onClick={() => app.page.edit(own.text)}
			>
				Edit the text
			</button>
			<button
				type="button"
				className={isOver ? buttons.tool : `${buttons.button} ${buttons.primary}`}
				data-testid="repair-judge"
				onClick={() => {
					const lock = core?.lock(repair.lock);
					const { source, packed } = own;
					if (lock) void judgeText({ repair, lock, source, packed });
				}}
			>
				Judge it
			</button>
			{!isOver && hinted < 2 && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="repair-hint"
					onClick={() => hint(repair.name)}
				>
					{hinted === 0 ? 'Hint' : 'Another hint'}
				</button>
			)}
			{own.source !== own.base && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="repair-again"
					onClick={() => void startAgain()}
				>
					Start again
				</button>
			)}
			{isOver && next && toNext && (
				<a className={`${buttons.button} ${buttons.primary}`} {...toNext} data-testid="next-repair">
					Next: {next.title}
				</a>
			)}
		</>
	);
}

/** Over the panes of a text to be repaired: what is asked, what helps, and what the judge has said. */
export function RepairBar({ own }: { own: Edited }) {
	const repair = useRepair(own.repair);
	const staged = useAppState((s) => s.view.presenter);
	const lesson = lessonOfRepair(own.repair);
	const toLesson = useWay(`#/learn/${lesson?.slug}`);
	if (!repair) return null;
	return (
		<OfLock>
			<section
				className={styles.bar}
				data-region="repair"
				aria-label="Text to repair"
				data-testid="repair"
			>
				<p className={styles.task} data-part="task">
					{!staged && (
						<>
							<a href="#/levels">Levels</a>
							<span aria-hidden="true"> › </span>
						</>
					)}
					<b>{repair.title}.</b> <Prose>{repair.task}</Prose>
					{lesson && toLesson && !staged && (
						<>
							{' '}
							<a {...toLesson}>
								Lesson {lesson.number}: {lesson.title}
							</a>
						</>
					)}
				</p>
				<div className={styles.answer}>
					<div className={styles.room} data-room={longestOf(repair)}>
						<p className={styles.said} role="status" data-testid="repair-said">
							<Said repair={repair} own={own} />
						</p>
					</div>
					<span className={styles.commands}>
						<Commands repair={repair} own={own} />
					</span>
				</div>
			</section>
		</OfLock>
	);
}
