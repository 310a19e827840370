import type { MachineView, ProcFacts, StepRecord } from '../../../wasm/src';
import { Sheet } from '../controls/Sheet';
import { Blocks, Line } from '../docs/Blocks';
import type { Doc, DocBlock } from '../docs/types';
import { lockOf } from '../narration/phrases';
import { useAppState, useDocument } from '../store/react';
import styles from './posted.module.css';
import { postedRow, SECTIONS, sectionOf, stepsOf } from './rows';
import { useDocsOf } from './useDocsOf';

/** Of the line that was just run and of the thread in view, innermost first; the workload only when there is nothing else. */
function procsInView(
	procs: readonly ProcFacts[],
	machine: MachineView,
	before: StepRecord | null,
	focus: number,
): ProcFacts[] {
	const ran = before?.env === '' ? [before.proc] : [];
	const thread = machine.threads.find(({ tid }) => tid === focus);
	const frames = (thread?.frames ?? []).map(({ proc }) => proc);
	const inner = [...new Set([...ran, ...frames.slice(1).reverse()])];
	const shown = inner.filter((id) => id !== frames[0]);
	return (shown.length > 0 ? shown : frames.slice(0, 1)).flatMap((id) => procs[id] ?? []);
}

function Origin({ doc, name }: { doc: Doc; name: string }) {
	const row = postedRow(doc, name);
	if (!row) return <p>The page of this text does not say where it comes from.</p>;
	const steps = stepsOf(doc, name);
	return (
		<>
			<dl className={styles.origin}>
				<dt>called</dt>
				<dd>
					<Line of={row.names} />
				</dd>
				{row.file.length > 0 && (
					<>
						<dt>file</dt>
						<dd>
							<Line of={row.file} />
						</dd>
					</>
				)}
				{row.of.length > 0 && (
					<>
						<dt>of</dt>
						<dd data-testid="posted-of">
							<Line of={row.of} />
						</dd>
					</>
				)}
			</dl>
			{steps && (
				<div className={styles.section} data-testid="posted-steps">
					<Blocks of={[steps]} />
				</div>
			)}
		</>
	);
}

function Section({ title, of }: { title: string; of: DocBlock[] }) {
	if (of.length === 0) return null;
	return (
		<section className={styles.section}>
			<h3>{title}</h3>
			<Blocks of={of} />
		</section>
	);
}

/** Where the procedure in view comes from, and what is different here; the lines themselves are where the link leads. */
export function PostedPanel() {
	const core = useAppState((s) => s.core);
	const { moment, config, focusTid } = useDocument();
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const procs = procsInView(lock?.procs ?? [], moment.machine, moment.before, focusTid);
	const docs = useDocsOf([...new Set(procs.map(({ text }) => text))].join(' '));
	const first = procs[0];
	const doc = first && docs.get(first.text);
	return (
		<Sheet title="Origin" testid="posted-panel">
			{!first && <p>No thread is in a procedure any more.</p>}
			{procs.map(({ name, text }) => {
				const own = docs.get(text);
				return (
					<section key={name} data-testid="posted-proc">
						<h3 className={styles.name}>{name}</h3>
						{own && <Origin doc={own} name={name} />}
						{own === null && <p role="alert">It could not be loaded. Is the network there?</p>}
					</section>
				);
			})}
			{doc && (
				<>
					<p>
						<a href={`#/docs/locks/${first.text}`}>The whole page of {first.text}.c</a>
					</p>
					<Section
						title={`Where each step of ${first.text}.c comes from`}
						of={sectionOf(doc, SECTIONS.steps)}
					/>
					<Section title="What is different here" of={sectionOf(doc, SECTIONS.differs)} />
					<Section title="Not modelled" of={sectionOf(doc, SECTIONS.left)} />
				</>
			)}
		</Sheet>
	);
}
