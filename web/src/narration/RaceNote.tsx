import { useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import { storyBeats } from '../store/beats';
import { raceIn } from '../store/race';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './beat-note.module.css';
import { meansText, missingText, raceText } from './race';

/**
 * What no rule of the lock says: two steps race by the orders that the text declares. A story that tells of something
 * else has it folded; where the reader's own steps lead, or its own note speaks of it, it stands open.
 */
export function RaceNote() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const staged = useAppState((s) => s.view.presenter || s.view.embed);
	const doc = useDocument();
	const [turned, setTurned] = useState(false);
	const { moment, session, level } = doc;
	const race = core && !level ? raceIn(core, doc) : null;
	if (!core || !race) return null;
	const told = moment.story === 'telling' || moment.story === 'ended';
	const note = storyBeats(core, doc).find(({ at }) => at === race.second)?.note ?? '';
	const itsPoint = note.includes('data race');
	const here = moment.at === race.second;
	/* a room is shown what the story is about */
	if (staged && told && !itsPoint) return null;
	const open = turned !== (here && (!told || itsPoint));
	return (
		<div className={styles.aside} data-testid="race">
			<p>
				<button
					type="button"
					className={buttons.tool}
					aria-expanded={open}
					onClick={() => setTurned(!turned)}
				>
					<span aria-hidden="true">{open ? '▾' : '▸'}</span> Data race, by the declared memory
					orders
				</button>{' '}
				{here ? 'This step' : `Step ${race.second}`} races with step {race.first}.{' '}
				{!here && (
					<button
						type="button"
						className={buttons.tool}
						onClick={() => app.cursor.seek(race.second)}
					>
						Go to step {race.second}
					</button>
				)}
			</p>
			{open && (
				<>
					<p data-testid="race-between">
						<Prose>{raceText(session, race)}</Prose>
					</p>
					<p data-testid="race-why">
						<Prose>{missingText(session, race)}</Prose>
					</p>
					<p>{meansText(session, race)}</p>
				</>
			)}
		</div>
	);
}
