import { useContext, useEffect } from 'react';
import type { Core } from '../../../wasm/src';
import { useWay } from '../app/site';
import buttons from '../controls/buttons.module.css';
import { BackIcon, ForwardIcon, StartIcon } from '../controls/icons';
import { Keyed } from '../controls/Keyed';
import { StepButton } from '../controls/StepButton';
import { leftStory } from '../store/document';
import { withoutKeys } from '../store/key-sign';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './figure.module.css';
import { hasMore, playToNote, playWhatIf, startOver } from './figure-app';
import { fromLesson, LessonName } from './left';
import type { FigureData } from './types';

interface FigureControlsProps {
	figure: FigureData;
	core: Core;
	waits: boolean;
}

const LEFT = 'You went another way: back to where it parts';

function Steps({ figure, core, waits }: FigureControlsProps) {
	const app = useApp();
	const doc = useDocument();
	const { at, length, next } = doc.moment;
	const notes = figure.notes.length > 1;
	const left = leftStory(doc) !== null;
	const more = hasMore(figure, doc);
	const toLesson = left && !more;
	return (
		<div className={styles.steps} inert={waits} data-testid="figure-steps">
			<StepButton
				name="Start over"
				title="Start over"
				testId="start-over"
				onClick={() => startOver(app, core, figure)}
			>
				<StartIcon />
			</StepButton>
			<StepButton
				name="Back"
				title="Back (←)"
				testId="back"
				idle={at === 0}
				onClick={() => app.cursor.back()}
			>
				<BackIcon />
			</StepButton>
			<StepButton
				name="Forward"
				title="Forward (→)"
				testId="forward"
				primary={!notes}
				idle={!next}
				onClick={() => app.steps.forward()}
			>
				<ForwardIcon />
			</StepButton>
			{(notes || left) && (
				<button
					type="button"
					className={`${buttons.button} ${styles.toNote}`}
					title={toLesson ? LEFT : 'On to the next note'}
					data-testid={toLesson ? 'to-lesson' : 'next-note'}
					aria-disabled={!left && !more}
					onClick={() => (toLesson ? app.futures.back() : playToNote(app, figure))}
				>
					{toLesson ? 'To the lesson' : 'Next note'}
				</button>
			)}
			{left && more && (
				<button
					type="button"
					className={`${buttons.button} ${styles.toNote}`}
					title={LEFT}
					data-testid="to-lesson"
					onClick={({ currentTarget }) => {
						/* it goes with what it takes back: the focus stays in the row */
						const beside = currentTarget.previousElementSibling;
						if (beside instanceof HTMLElement) beside.focus();
						app.futures.back();
					}}
				>
					To the lesson
				</button>
			)}
			<output className={styles.position} data-testid="position">
				step {at} of {length}
			</output>
		</div>
	);
}

/** Under the threads: back and forward, and the same moment in the stepper, which would tell the answer to an open question. */
export function FigureControls(props: FigureControlsProps) {
	const { waits } = props;
	const { session, config, moment } = useDocument();
	const address = props.core.formatUrl(config, session.actions(), moment.at);
	const lesson = useContext(LessonName);
	const way = useWay(fromLesson(`#/${address}`, lesson));
	return (
		<div className={styles.controls}>
			<Steps {...props} />
			<div className={styles.under}>
				<Said />
				{way && waits && (
					<span className="muted" data-testid="stepper-waits">
						The stepper opens after the answer
					</span>
				)}
				{way && !waits && (
					<a {...way} data-testid="open-stepper">
						Open in the stepper
					</a>
				)}
			</div>
		</div>
	);
}

/** Why a pressed thread does not move, and the like. */
function Said() {
	const app = useApp();
	const toast = useAppState((s) => s.toast);
	const at = useAppState((s) => s.doc?.moment.at);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is of the moment
	useEffect(() => {
		return () => app.page.say('');
	}, [app, at]);
	return (
		<p className={styles.said} role="status" data-testid="said">
			<Keyed of={withoutKeys(toast)} />
		</p>
	);
}

/** Other schedules, each played at a button. */
export function WhatIfs({ figure, waits }: { figure: FigureData; waits: boolean }) {
	const app = useApp();
	if (figure.ifs.length === 0) return null;
	return (
		<div className={styles.ifs} inert={waits}>
			<span>What if …</span>
			{figure.ifs.map((what) => (
				<button
					key={what.label}
					type="button"
					className={buttons.button}
					onClick={() => playWhatIf(app, what)}
				>
					{what.label}
				</button>
			))}
		</div>
	);
}
