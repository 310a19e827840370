/** Does what was asked from outside, and says where the stepper stands. */
import type { Core } from '../../../wasm/src';
import { hashOf, routeOf } from '../app/route';
import { lockOf } from '../narration/phrases';
import { faultTitle } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import type { App } from '../store/app';
import { beatAt, beatsOf, isOpen, openingOf, shownTitle, storyBeats } from '../store/beats';
import { leftStory } from '../store/document';
import { ownIn } from '../store/own-text';
import type { Document, State } from '../store/state';
import type { Command, Told } from './protocol';

/** The start, and each moment of the story that its author speaks of. */
function placesOf(core: Core, doc: Document): { at: number; asks: boolean }[] {
	const beats = storyBeats(core, doc).filter(({ at }) => at > 0);
	return [{ at: 0, asks: false }, ...beats.map(({ at, ask }) => ({ at, asks: ask !== undefined }))];
}

/** What follows '#/' in the address of the moment in the page, where it is not embedded. */
export function addressOf(state: State): string {
	return hashOf({ ...state, view: { ...state.view, embed: false } }).slice(2);
}

export function toldOf(state: State): Told | null {
	const { core, doc } = state;
	if (!core || !doc) return null;
	const { at, total, story, next, sentence, judgement } = doc.moment;
	const places = placesOf(core, doc);
	const beat = beatAt(beatsOf(core, doc), at);
	const asking = beat !== undefined && isOpen(beat, doc);
	const lesson = openingOf(core, doc)?.note ?? core.scenario(doc.config.scenario)?.lesson;
	const opening = doc.level?.facts.task ?? doc.recording?.text ?? lesson ?? '';
	const { verdict, what } = judgement;
	return {
		scenario: doc.config.scenario,
		title: shownTitle(state),
		step: at,
		steps: total,
		beat: places.findLastIndex((place) => place.at <= at),
		beats: places.length - 1,
		asks: places.flatMap(({ asks }, i) => (asks ? [i] : [])),
		asking,
		sentence: at === 0 ? opening : sentence,
		note: beat && beat.at === at && at > 0 ? (asking ? beat.ask : beat.note) || '' : '',
		fault: isFault(verdict) ? faultTitle(verdict, what, lockOf(core.facts, doc.config.lock)) : '',
		left: leftStory(doc) !== null,
		atEnd: story === 'ended' || next === null,
		address: addressOf(state),
	};
}

function goToStep(app: App, doc: Document, step: number): string {
	const { length } = doc.session;
	if (step > length) return `There is no step ${step}: there are ${length}.`;
	app.cursor.seek(step);
	return '';
}

function goToBeat(app: App, core: Core, doc: Document, beat: number, answer: boolean): string {
	const places = placesOf(core, doc);
	const at = places[beat]?.at;
	if (at === undefined) return `There is no beat ${beat}: the last is ${places.length - 1}.`;
	if (leftStory(doc)) {
		app.futures.back();
		app.page.say('');
	}
	app.cursor.seek(at);
	const now = app.doc;
	if (!now) return '';
	const others = now.revealed.filter((moment) => moment !== at);
	app.store.set({ doc: { ...now, revealed: answer ? [...others, at] : others } });
	return '';
}

const OWN_TEXT_ELSEWHERE =
	'An edited text (own=) is not run at somebody else’s word: its address opens in Lockstep itself.';

function goToAddress(app: App, core: Core, address: string): string {
	const { route, notices } = routeOf(core, `#/${address}`);
	if (route.kind !== 'stepper') return notices[0] ?? 'That address leads to no moment.';
	const own = ownIn(route);
	/* that of the frame's own address may be named again */
	if (own !== '' && own !== core.edited?.packed) return OWN_TEXT_ELSEWHERE;
	app.goTo(route, notices);
	app.address.onLanding('replace');
	return '';
}

function stepThread(app: App, doc: Document, thread: number): string {
	if (thread > doc.config.threads) return `There is no T${thread} here.`;
	const result = app.steps.stepThread(thread);
	return result === 'moved' || result === 'spun' ? '' : app.state.toast;
}

export const NOTHING_OPEN = 'No moment is open yet.';

/** '' when it was done, else why not. */
export function perform(app: App, command: Command): string {
	const { core, doc } = app.state;
	if (!core) return 'It is not ready yet.';
	if ('address' in command) return goToAddress(app, core, command.address);
	if (!doc) return NOTHING_OPEN;
	switch (command.type) {
		case 'go':
			return 'step' in command
				? goToStep(app, doc, command.step)
				: goToBeat(app, core, doc, command.beat, command.answer);
		case 'step':
			return stepThread(app, doc, command.thread);
		case 'next':
			if (command.by === 'beat') app.jumps.beat(1);
			else app.steps.forward();
			return '';
		case 'back':
			if (command.by === 'beat') app.jumps.beat(-1);
			else app.cursor.back();
			return '';
		case 'state':
			return '';
	}
}

/** Tells why what was asked for could not be had, where that is known only after a while. Returns how to end it. */
export function tellRefusals(app: App, say: (message: string) => void) {
	let seen = app.state;
	return app.store.subscribe(() => {
		const { notices, doc } = app.state;
		const stays = doc === seen.doc && notices !== seen.notices && notices.length > 0;
		seen = app.state;
		if (stays) say(notices.join(' '));
	});
}

/** Tells each moment once, and the first one as ready; returns how to end it. */
export function tellMoments(app: App, say: (type: 'ready' | 'state', told: Told) => void) {
	let said = '';
	const look = () => {
		const { doc } = app.state;
		if (!doc) return;
		const told = toldOf(app.state);
		const now = JSON.stringify(told);
		if (!told || now === said) return;
		const type = said === '' ? 'ready' : 'state';
		said = now;
		say(type, told);
	};
	let seen: Document | null = null;
	const changed = () => {
		if (app.doc === seen) return;
		seen = app.doc;
		look();
	};
	changed();
	return app.store.subscribe(changed);
}
