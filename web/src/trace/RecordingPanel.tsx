import { useMemo } from 'react';
import { type Core, NO_EVENT, type Trace } from '../../../wasm/src';
import { Sheet } from '../controls/Sheet';
import { lockOf } from '../narration/phrases';
import { useAppState, useDocument } from '../store/react';
import { factsOf, sourceText, verdictText } from './provenance';
import { SHIPPED } from './shipped';
import styles from './trace.module.css';

/** Why their numbers differ. */
const EVENTS_AND_STEPS: Record<Exclude<Trace['seen'], 'source'>, string> = {
	all: 'Each event is a step; only a sleep is one event and two steps, asleep and awake again.',
	calls:
		'Not every event is a step: entering the kernel, coming back and being awake again only say when. Of what the kernel does between its trace events there is no event.',
};

const WHAT_RAN: Record<Trace['seen'], string> = {
	all: 'What ran is this text itself, compiled; it is not the lock of the kernel that it ran on.',
	source:
		'What ran is the lock of the kernel itself and not this text: its steps unchanged, compiled so that each access is traced, and now and then comes late, so that tasks meet in odd moments.',
	calls: 'The kernel ran its own code, not this text: of it there are only its trace events.',
};

function Facts({ trace }: { trace: Trace }) {
	return (
		<dl className={styles.facts}>
			{factsOf(trace).map(({ name, text }) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{text}</dd>
				</div>
			))}
		</dl>
	);
}

function Differs({ trace }: { trace: Trace }) {
	if (!trace.differs) return null;
	return (
		<>
			<p>
				<b>Recorded:</b> {trace.differs.saw}
				{trace.differs.rival && `; ${trace.differs.rival.why}`}
			</p>
			<p>
				<b>The model allows:</b>
			</p>
			<ul className={styles.list}>
				{trace.differs.allowed.map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
		</>
	);
}

function Coverage({ trace }: { trace: Trace }) {
	if (!trace.lines) return null;
	const { covered, reachable, missed } = trace.lines;
	return (
		<>
			<p data-testid="coverage">
				The run covered {covered} of {reachable} lines that threads with these roles can reach.
			</p>
			{missed.length > 0 && (
				<details>
					<summary>Lines it did not go through</summary>
					<ul className={styles.list}>
						{missed.map((line) => (
							<li key={line}>{line}</li>
						))}
					</ul>
				</details>
			)}
		</>
	);
}

/** What was changed in the text that the run is held against. */
function Switches({ trace: { config } }: { trace: Trace }) {
	const facts = useAppState((s) => s.core?.facts);
	const all = (facts && lockOf(facts, config.lock)?.switches) ?? [];
	const on = all.filter((_, bit) => config.switches & (1 << bit));
	if (on.length === 0) return null;
	return (
		<>
			<p>The text that it is held against:</p>
			<ul className={styles.list} data-testid="recording-switches">
				{on.map(({ name, title }) => (
					<li key={name}>{title}</li>
				))}
			</ul>
		</>
	);
}

/** As it was recorded, event by event; and what kernel, patch and set-up that was. */
function Raw({ id }: { id: string }) {
	const shipped = SHIPPED.find((s) => s.id === id);
	return (
		<p>
			{shipped && (
				<>
					<a href={shipped.url} download={`${id}.trace`} data-testid="download-trace">
						Download the recording
					</a>
					: each event with its time, below a head that says where it was made.{' '}
				</>
			)}
			<a href="#/docs/traces">How one is made and read</a> ·{' '}
			<a href="#/docs/validation">what the kernel tests compare</a>
		</p>
	);
}

/** To count them every step is taken again: once. */
function OfSource({ core, trace }: { core: Core; trace: Trace }) {
	return useMemo(() => sourceText(core, trace), [core, trace]);
}

export function RecordingPanel() {
	const { recording } = useDocument();
	const core = useAppState((s) => s.core);
	const facts = core?.facts;
	if (!recording || !core) return null;
	const { trace, title, text } = recording;
	const inferred = trace.event.includes(NO_EVENT);
	return (
		<Sheet title={title} testid="recording-panel">
			<p>{text}</p>
			<p className="muted">Where it was made, as the file says:</p>
			<Facts trace={trace} />
			<h3>Against the model</h3>
			<p>
				{verdictText(trace, facts)}
				{inferred && ' Inferred are acts from outside, and steps that no event shows.'}
				{trace.cut &&
					trace.damaged === 0 &&
					' The recording was cut off: what ended after that is not judged.'}
			</p>
			<p className="muted" data-testid="events-and-steps">
				{trace.seen === 'source' ? (
					<OfSource core={core} trace={trace} />
				) : (
					EVENTS_AND_STEPS[trace.seen]
				)}
			</p>
			<Switches trace={trace} />
			<Differs trace={trace} />
			<Coverage trace={trace} />
			<p className="muted">{WHAT_RAN[trace.seen]}</p>
			<Raw id={recording.id} />
			{trace.notes.length > 0 && (
				<ul className={styles.list} data-testid="trace-notes">
					{trace.notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			)}
		</Sheet>
	);
}
