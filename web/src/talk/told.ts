/** What is told of a moment to the notes window. */
import type { Beat } from '../../../wasm/src';
import { beatAt, beatsOf, isOpen, storyTitle } from '../store/beats';
import type { State } from '../store/state';
import type { Said, Told } from './messages';

const saidBy = (beat: Beat | undefined): Said | null =>
	beat
		? { at: beat.at, ask: beat.ask ?? '', note: beat.note, decisive: beat.decisive === true }
		: null;

const NO_STORY = {
	title: '',
	at: 0,
	total: 0,
	sentence: '',
	beat: null,
	open: false,
	next: null,
	place: 0,
	of: 0,
};

export function toldOf(state: State, from: string): Told {
	const { core, doc, ring, blackout } = state;
	const around = { kind: 'told', from, ring: ring?.name ?? '', black: blackout } as const;
	if (!core || !doc) return { ...around, ...NO_STORY };
	const { at, total, sentence } = doc.moment;
	const beats = beatsOf(core, doc);
	const beat = beatAt(beats, at);
	return {
		...around,
		title: doc.recording?.title ?? doc.level?.facts.title ?? storyTitle(state),
		at,
		total,
		sentence,
		beat: saidBy(beat),
		open: beat !== undefined && isOpen(beat, doc),
		next: saidBy(beats.find((b) => b.at > at)),
		place: beat ? beats.indexOf(beat) + 1 : 0,
		of: beats.length,
	};
}
