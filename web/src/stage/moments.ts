/** The moments of a story that need the most room: what fits at these fits at the others. */
import type { Beat, Core, Session } from '../../../wasm/src';
import { storyBeats } from '../store/beats';
import { createDocument } from '../store/document';
import { clickerStop } from '../store/events';
import type { Document } from '../store/state';

/** Of each kind of want, so many moments. */
const MOST = { rows: 3, sentences: 2, queues: 2 };

/** How much a moment has to show, by kind. */
function wantsAt(session: Session, at: number): Record<keyof typeof MOST, number> {
	const { queues, words, threads } = session.machine();
	const said = session
		.options()
		.map(({ about, why, result }) => (result === 'moved' ? about : why || about));
	const places = queues.reduce((sum, queue) => sum + queue.length, 0);
	const listed = words.reduce((sum, word) => sum + word.list.length, 0);
	const kept = threads.reduce((sum, { frames }) => sum + frames.length, 0);
	return {
		rows: Math.max(0, ...said.map(({ length }) => length)),
		sentences: at > 0 ? session.narrate(at - 1).length : 0,
		queues: 100 * (places + listed) + kept,
	};
}

/** Where the keys of a clicker stop. */
function stopsIn(session: Session, beats: readonly Beat[]): number[] {
	const stops = [0];
	for (let at = 0; at < session.length; ) {
		at = clickerStop(at, beats, session.length);
		stops.push(at);
	}
	return stops;
}

function fullest(session: Session): Record<keyof typeof MOST, number[]> {
	const wants = Array.from({ length: session.length + 1 }, (_, at) => {
		session.seek(at);
		return { at, of: wantsAt(session, at) };
	});
	const most = (kind: keyof typeof MOST) =>
		[...wants]
			.sort((a, b) => b.of[kind] - a.of[kind])
			.slice(0, MOST[kind])
			.map(({ at }) => at);
	return { rows: most('rows'), sentences: most('sentences'), queues: most('queues') };
}

interface FullMoment {
	one: Document;
	/** its queues have the most to show */
	crowded: boolean;
}

/** The story as it was written, at each of them; a question is there as it is asked, and with its answer. */
export function fullMoments(core: Core, doc: Document): FullMoment[] {
	const { config } = doc;
	const { story = [] } = core.scenario(config.scenario) ?? {};
	const beats = storyBeats(core, doc);
	const session = core.session(config);
	session.load(story);
	const full = fullest(session);
	const places = new Set([...stopsIn(session, beats), ...Object.values(full).flat()]);
	const answered = beats.map(({ at }) => at);
	return [...places].flatMap((at) => {
		const { openedAt } = doc;
		const there = { ...createDocument(core, config, story, at), openedAt };
		const told = { ...there, revealed: answered };
		const asked = beats.some((beat) => beat.at === at && beat.ask) ? [there, told] : [told];
		return asked.map((one) => ({ one, crowded: full.queues.includes(at) }));
	});
}
