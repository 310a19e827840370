import { useState } from 'react';
import type { Race } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import { isRaceBeside, raceIn } from '../store/race';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './beat-note.module.css';
import { meansText, missingText, raceText } from './race';
import { isFault } from './verdicts';

/**
 * What no rule of the lock says: two steps race by the orders that the text declares. Where the reader's own steps lead,
 * or the story's note speaks of it, it stands where a fault does. In a story that tells of something else it is no
 * verdict, and none of steps that left it: one folded line `beside` the story, below all that is of it.
 */
export function RaceNote({ beside = false }: { beside?: boolean }) {
	const core = useAppState((s) => s.core);
	const staged = useAppState((s) => s.view.presenter || s.view.embed);
	const doc = useDocument();
	const race = core && !doc.level ? raceIn(core, doc) : null;
	if (!core || !race) return null;
	const apart = isRaceBeside(core, doc, race);
	if (apart !== beside) return null;
	if (!apart) return <AsVerdict race={race} />;
	if (!staged) return <Beside race={race} />;
	/* a room is shown what the story is about: this once, in one line */
	return doc.moment.at === race.second ? <Aside race={race} /> : null;
}

function Fold({ open, turn, children }: { open: boolean; turn(): void; children: string }) {
	return (
		<button type="button" className={buttons.tool} aria-expanded={open} onClick={turn}>
			<span aria-hidden="true">{open ? '▾' : '▸'}</span> {children}
		</button>
	);
}

function GoTo({ step }: { step: number }) {
	const app = useApp();
	const { moment } = useDocument();
	if (moment.at === step) return null;
	return (
		<button type="button" className={buttons.tool} onClick={() => app.cursor.seek(step)}>
			Go to step {step}
		</button>
	);
}

function Why({ race }: { race: Race }) {
	const { session } = useDocument();
	return (
		<>
			<p data-testid="race-between">
				<Prose>{raceText(session, race)}</Prose>
			</p>
			<p data-testid="race-why">
				<Prose>{missingText(session, race)}</Prose>
			</p>
			<p>{meansText(session, race)}</p>
		</>
	);
}

function AsVerdict({ race }: { race: Race }) {
	const { moment } = useDocument();
	const [turned, setTurned] = useState(false);
	const here = moment.at === race.second;
	const open = turned !== here;
	return (
		<div className={styles.aside} data-testid="race">
			<p>
				<Fold open={open} turn={() => setTurned(!turned)}>
					Data race, by the declared memory orders
				</Fold>{' '}
				{here ? 'This step' : `Step ${race.second}`} races with step {race.first}.{' '}
				{!isFault(moment.judgement.verdict) && 'No rule of the lock is broken. '}
				<GoTo step={race.second} />
			</p>
			{open && <Why race={race} />}
		</div>
	);
}

const besideText = ({ first, second }: Race) =>
	`by the declared memory orders, step ${second} has a data race with step ${first}.`;

function Aside({ race }: { race: Race }) {
	return (
		<p className={styles.aside} data-testid="race" data-beside="true">
			Beside the story: {besideText(race)}
		</p>
	);
}

function Beside({ race }: { race: Race }) {
	const [open, setOpen] = useState(false);
	return (
		<div className={styles.aside} data-testid="race" data-beside="true">
			<p>
				<Fold open={open} turn={() => setOpen(!open)}>
					Beside the story: memory orders
				</Fold>
			</p>
			{open && (
				<>
					<p>
						The story does not rest on it: {besideText(race)} <GoTo step={race.second} />
					</p>
					<Why race={race} />
				</>
			)}
		</div>
	);
}
