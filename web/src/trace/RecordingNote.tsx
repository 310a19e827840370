import { NO_EVENT } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { useApp, useDocument } from '../store/react';
import type { Document, Recording } from '../store/state';
import { isInferred } from './held';
import { isPutIn } from './provenance';
import { spanText } from './time';
import styles from './trace.module.css';

/** When the step was, and how long after the step before. */
function times({ trace }: Recording, at: number): string {
	const start = trace.when[0] ?? 0;
	const now = trace.when[at - 1] ?? 0;
	if (at === 1) return 'the start of the recording';
	const since = now - (trace.when[at - 2] ?? 0);
	const text = (ticks: number) => spanText(ticks, trace.ticks);
	const gap = since > 0 ? `${text(since)} after` : 'at the time of';
	return `${text(now - start)} after the start, ${gap} the step before`;
}

function Inferred({ env }: { env: boolean }) {
	return (
		<>
			<b className={styles.inferred}>inferred</b>{' '}
			{env
				? 'The recording cannot show this act from outside; what follows needs it.'
				: 'The recording does not show this step; what follows needs it.'}
		</>
	);
}

function Step({ doc, recording }: { doc: Document; recording: Recording }) {
	const { at, before } = doc.moment;
	if (at === 0 || at > doc.parted) return null;
	const event = recording.trace.event[at - 1] ?? NO_EVENT;
	return (
		<p className={styles.note} data-testid="recorded-step">
			{event === NO_EVENT ? (
				<Inferred env={before?.env !== ''} />
			) : (
				<>
					Event {(event + 1).toLocaleString('en')}
					{before && isPutIn(recording.trace, before) && ', put in by the recorder'}
				</>
			)}
			<span data-testid="recorded-time"> · {times(recording, at)}</span>
		</p>
	);
}

/** Of the same thread, which comes first; more would be cut off where the text is large. */
const SHOWN = 1;

/** What was recorded and what could have been instead, at the first event that does not fit. */
function Disagreement({ recording }: { recording: Recording }) {
	const { differs } = recording.trace;
	if (!differs) return null;
	const { saw, allowed, rival } = differs;
	const more = allowed.length - SHOWN;
	return (
		<div className={styles.disagreement} data-testid="disagreement">
			<p>
				<b>
					<span aria-hidden="true">⚑ </span>Recorded:
				</b>{' '}
				{saw}
				{rival && `; ${rival.why}`}
			</p>
			<p>
				<b>The model allows:</b> {allowed.slice(0, SHOWN).join(' · ') || 'nothing more'}
				{more > 0 && ` · ${more} more under Provenance`}
			</p>
		</div>
	);
}

/** The steps that show it, for a finger too: a phone shows no bookmarks elsewhere. */
function Lookouts({ doc, recording }: { doc: Document; recording: Recording }) {
	const app = useApp();
	return (
		<p className={styles.note}>
			<kbd>]</kbd> leads to the steps that show it:
			{doc.bookmarks.map((at) => (
				<button key={at} type="button" className={buttons.tool} onClick={() => app.cursor.seek(at)}>
					{at}
					{at <= doc.parted && isInferred(recording.trace, at) && ' (inferred)'}
				</button>
			))}
		</p>
	);
}

/** Under the sentence of the step: what the recording says about it. */
export function RecordingNote() {
	const doc = useDocument();
	const { recording, moment, parted } = doc;
	if (!recording) return null;
	return (
		<>
			{moment.at === 0 && doc.bookmarks.length > 0 && <Lookouts doc={doc} recording={recording} />}
			<Step doc={doc} recording={recording} />
			{moment.story === 'ended' && parted === moment.at && <Disagreement recording={recording} />}
		</>
	);
}
