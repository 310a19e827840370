/** What is told of a moment to the notes window. */
import type { Beat, Core } from '../../../wasm/src';
import { outlookOf } from '../narration/FromHere';
import { beatAt, beatsOf, isOpen, shownTitle, storyBeats } from '../store/beats';
import type { SidesTold } from '../store/comparison';
import { leftStory } from '../store/document';
import { nextStory } from '../store/family';
import { playedHere } from '../store/played';
import { type Document, type SlideTold, type State, talkOf } from '../store/state';
import { levelSaid } from './level-told';
import type { Said, Told } from './messages';

/** The speaker sees what the room may choose from, and which is right. */
function askedIn({ ask = '', answer }: Beat): string {
	if (!answer) return ask;
	const options = answer.options.map((option, i) => (i === answer.right ? `${option} ✓` : option));
	return `${ask} (${options.join(' · ')})`;
}

const saidBy = (beat: Beat | undefined): Said | null =>
	beat
		? { at: beat.at, ask: askedIn(beat), note: beat.note, decisive: beat.decisive === true }
		: null;

const NO_STORY = {
	title: '',
	story: '',
	list: [],
	at: 0,
	total: 0,
	sentence: '',
	beat: null,
	open: false,
	next: null,
	place: 0,
	of: 0,
	left: null,
	outlook: '',
	onward: '',
	beats: 'beat',
} as const;

/** Two locks side by side. */
function besideOf({ title, beats, place, of, sentence, look, next }: SidesTold) {
	const say = (note: string, at: number): Said | null =>
		note === '' ? null : { at, ask: '', note, decisive: false };
	const steps = { at: place, total: of, place, of };
	return {
		...{ ...NO_STORY, ...steps, title, sentence, beats },
		beat: say(look, place),
		next: say(next, place + 1),
	};
}

/** A slide of a lesson. */
function slideOf({ said, next, ...told }: SlideTold) {
	const { at } = told;
	const of = (one: SlideTold['said'], where: number): Said => ({
		...one,
		at: where,
		decisive: false,
	});
	const beats = { beat: of(said, at), next: next && of(next, at) };
	return { ...NO_STORY, ...told, ...beats, beats: 'stop' as const };
}

/** What stands in front of the slide: a panel, or what comes behind its end. */
function frontOf({ panel, interval, doc, route }: State): string {
	if (panel !== 'none') return panel;
	if (!interval || (interval.at !== doc?.moment && interval.at !== route)) return '';
	return interval.next && !interval.ends ? 'next' : 'closing';
}

/** Where the room stands among the beats; off the story, where it has left them. */
function placeIn(core: Core, doc: Document) {
	const left = leftStory(doc)?.at ?? null;
	const beats = left === null ? beatsOf(core, doc) : storyBeats(core, doc);
	const { at } = doc.moment;
	const here = left ?? at;
	const beat = beatAt(beats, here);
	const next = beats.find((b) => b.at > here);
	return {
		beat: saidBy(beat),
		open: left === null && beat !== undefined && isOpen(beat, doc),
		next: saidBy(next),
		place: beat ? beats.indexOf(beat) + 1 : 0,
		of: beats.length,
		left,
	};
}

/** Where the room stands in a talk of more than stories. */
function courseOf(state: State) {
	const place = state.course?.placeIn(state) ?? -1;
	if (place < 0) return null;
	return {
		list: state.view.list,
		item: place + 1,
		onward: state.course?.stopAfter(state)?.title ?? '',
	};
}

/** Of a moment of the speaker's own no author says what comes: the press goes along its steps. */
function ownIn(state: State) {
	const own = state.course?.ownIn(state);
	if (!own) return null;
	const { place, of, to, isLeft } = own;
	return { place, of, open: false, next: null, left: null, own: { to, left: isLeft } };
}

/** Where a press leads from the end: only in a talk does it lead anywhere. */
const onwardIn = (core: Core, doc: Document, list: readonly string[]): string =>
	talkOf(list, doc.config.scenario).length > 0 ? (nextStory(core, doc, list)?.title ?? '') : '';

/** All of it but the choice, which no state has. `beside`: of the two that stand side by side, where they do. */
export function toldOf(
	state: State,
	from: string,
	beside: SidesTold | null = null,
): Omit<Told, 'choice'> {
	const { core, doc, ring, ringMap, blackout, toast, notices, slide, route } = state;
	const front = frontOf(state);
	const amiss = notices.join(' ');
	const shown = { ring: ring?.name ?? '', map: ring && ringMap, black: blackout, front, amiss };
	const around = { kind: 'told', from, ...shown } as const;
	const talk = courseOf(state);
	if (beside) {
		const closes = { front: front || beside.front };
		return { ...around, ...besideOf(beside), ...talk, ...closes, says: toast };
	}
	if (slide && route.kind === 'learn')
		return { ...around, ...slideOf(slide), ...talk, says: toast };
	if (!core || !doc) {
		/* a lesson is no story, and may be of a talk */
		const title = state.course?.stopIn(state)?.title ?? '';
		return { ...around, ...NO_STORY, title, ...talk, says: toast };
	}
	const { at, total, sentence } = doc.moment;
	const story = doc.recording || doc.level ? '' : doc.config.scenario;
	return {
		...around,
		story,
		list: state.view.list.includes(story) ? state.view.list : [],
		title: shownTitle(state),
		at,
		total,
		sentence,
		...placeIn(core, doc),
		...(doc.level && { beat: levelSaid(core, doc) }),
		...ownIn(state),
		outlook: [playedHere(state)?.text, outlookOf(state)].filter(Boolean).join(' '),
		onward: onwardIn(core, doc, state.view.list),
		...talk,
		says: toast,
		beats: 'beat',
	};
}
