/**
 * A story that goes on with other threads than its own: steps of those that came besides stand between its own. Which of
 * its questions hold there is asked of the core.
 */
import { actionTid, type Beat, type Core, type Schedule, type Session } from '../../../wasm/src';
import { goalAlong, wonAt } from '../../../wasm/src/goal';
import { doesSame } from './same-step';
import type { Document } from './state';

/** A question of the story at its moment among the steps that stand here. */
export interface Asked {
	beat: Beat;
	holds: boolean;
}

interface Told {
	story: Schedule;
	threads: number;
	beats: readonly Beat[];
	/** from there no schedule of the story's own threads saves it: one of others may; 0: there is always one */
	lateAt: number;
}

/** By moment, how many of the story's steps stand before it; as far as the threads of the story take these and no others. */
function alongStory(actions: Schedule, { story, threads }: Told): number[] {
	const along = [0];
	let taken = 0;
	for (const action of actions) {
		if (actionTid(action) <= threads) {
			if (story[taken] !== action) break;
			taken++;
		}
		along.push(taken);
	}
	return along;
}

/** The steps that show the answer: of the story, or of one thread alone. */
function shownBy({ at, answer }: Beat, story: Schedule): Schedule {
	return answer?.alone ?? story.slice(at, Math.max(at, answer?.shown ?? at));
}

/** Behind `behind` the steps do what they do behind the story's own. */
function sameAnswer(
	own: Session,
	here: Session,
	behind: Schedule,
	{ story }: Told,
	beat: Beat,
): boolean {
	const steps = shownBy(beat, story);
	own.load([...story.slice(0, beat.at), ...steps]);
	here.load([...behind, ...steps]);
	if (here.length < behind.length + steps.length) return false;
	const word = beat.answer?.word;
	return steps.every((_, i) => {
		const [a, b] = [own.record(beat.at + i), here.record(behind.length + i)];
		const isLast = i === steps.length - 1;
		return doesSame(a, b) && !(word && isLast && a.wordName === word && a.new !== b.new);
	});
}

/** What the author states of that moment is so behind these steps. */
function isSo(core: Core, { config }: Document, behind: Schedule, { fact }: Beat): boolean {
	if (!fact) return true;
	const { facts, done } = goalAlong(core, config, fact, behind);
	return wonAt({ facts, done: done.slice(-1), lost: -1 }) === 0;
}

const asks = (beat: Beat): beat is Beat & { ask: string } => beat.ask !== undefined && beat.at > 0;

/** Where the steps of others stand at the moment of a question, it is put behind them; where it was answered, there. */
function momentOf({ revealed }: Document, along: readonly number[], at: number): number {
	const last = along.lastIndexOf(at);
	return revealed.find((place) => along[place] === at) ?? last;
}

/** As it stands among these steps; of the steps that show the answer, the one that does so here. */
function moved(beat: Beat, at: number, along: readonly number[], written: number): Beat {
	const { answer } = beat;
	const shown = answer?.shown ? along.indexOf(answer.shown) : -1;
	const { shown: _own, ...rest } = answer ?? { options: [], right: 0 };
	const note = `Said of ${written === 1 ? '1 thread' : `${written} threads`}: ${beat.note}`;
	return {
		...{ at, note, decisive: false, lines: false },
		...(beat.ask === undefined ? {} : { ask: beat.ask }),
		...(beat.look === undefined ? {} : { look: beat.look }),
		...(answer && { answer: { ...rest, ...(shown > 0 && { shown }) } }),
	};
}

const found = new WeakMap<Document, readonly Asked[]>();

/** The questions of the story whose moments stand among the steps of the document. */
export function askedWithOthers(core: Core, doc: Document, told: Told): readonly Asked[] {
	const known = found.get(doc);
	if (known) return known;
	const actions = doc.session.actions();
	const along = alongStory(actions, told);
	const own = core.session(core.configOf(doc.config.scenario));
	const here = core.session(doc.config);
	const all = told.beats.filter(asks).flatMap((beat): Asked[] => {
		const at = momentOf(doc, along, beat.at);
		if (at < 0) return [];
		const behind = actions.slice(0, at);
		const holds =
			!beat.ofAll &&
			!(told.lateAt > 0 && beat.at >= told.lateAt) &&
			isSo(core, doc, behind, beat) &&
			sameAnswer(own, here, behind, told, beat);
		return [{ beat: moved(beat, at, along, told.threads), holds }];
	});
	found.set(doc, all);
	return all;
}
