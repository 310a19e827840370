/** Jumps inside what has been stepped: to a thread's next step, a beat, contention, a bookmark. */
import type { Beat, Core, Session } from '../../../wasm/src';
import { tooLateText } from '../narration/verdicts';
import { beatsOf, decisiveOf, lateHere, lateOf } from './beats';
import { whatIfPlace } from './choices';
import type { Clicker } from './clicker';
import type { Comparison } from './comparison';
import type { Cursor } from './cursor';
import type { Desk } from './desk';
import { leftStory, leftTold, standstill } from './document';
import {
	beatTest,
	clickerStop,
	contentionTest,
	findBackward,
	findForward,
	restTest,
	type StepTest,
	threadTest,
} from './events';
import { type Futures, isLed } from './futures';
import { isOwn, type Losses, lostIn } from './lost';
import { isAskedFor, outlookNow } from './outlook';
import { Presses, turnTest } from './own-course';
import type { Questions } from './questions';
import type { Runs } from './runs';
import type { Document, Moment } from './state';
import type { Steps } from './steps';

interface Parts {
	clicker: Clicker;
	comparison: Comparison;
	cursor: Cursor;
	steps: Steps;
	questions: Questions;
	runs: Runs;
	futures: Futures;
	losses: Losses;
}

export class Jumps {
	/** where a press has waited for what the search says */
	private waited: Moment | null = null;
	private readonly presses = new Presses();

	constructor(
		private readonly desk: Desk,
		private readonly parts: Parts,
	) {}

	/** To the end of the kept future; from there, through what is left of the story. */
	end(): void {
		const { comparison, cursor, runs } = this.parts;
		comparison.pilot?.toEnd();
		const { doc } = this.desk;
		if (!doc) return;
		const { at, length, story } = doc.moment;
		if (at < length) cursor.seek(length);
		if (at === length || story === 'telling') runs.during((d) => d.moment.next?.from === 'story');
	}

	/** Back to where another choice matters. */
	whatIf(): void {
		const { core, doc } = this.desk.state;
		if (!core || !doc) return;
		const place = whatIfPlace(core, doc);
		if (place === undefined) this.desk.say('There is no other choice at any step.');
		else this.askWhatIf(place);
	}

	/** What was taken then, and what else can be, is shown while the reader stands there. */
	private askWhatIf(at: number): void {
		this.parts.cursor.seek(at);
		const { doc } = this.desk;
		/* what was said at the end is not so here */
		if (doc) this.desk.store.set({ doc: { ...doc, whatIfAt: at }, toast: '' });
	}

	thread(direction: 1 | -1): void {
		const tid = this.desk.doc?.focusTid ?? 1;
		const found = this.jump(direction, (session) => threadTest(session, tid));
		if (!found && direction === 1) this.parts.steps.stepThread(tid);
	}

	/** To the step at which it is decided. */
	decisive(): Promise<void> {
		return this.marked(decisiveOf, 'Nothing is marked as decisive here.');
	}

	/** To the step from which no schedule saves what goes wrong in the story. */
	tooLate(): Promise<void> {
		return this.marked(lateOf, 'Nothing is marked as too late here.', () => this.sayTooLate());
	}

	private sayTooLate(): void {
		const { core, doc } = this.desk.state;
		const at = core && doc ? lateOf(core, doc) : undefined;
		/* whoever asks is told, also where a question is open */
		const now = this.desk.doc;
		const told = now && !isOwn(now);
		if (core && now && told && now.moment.at === at && lateHere(core, now) === undefined)
			this.desk.say(tooLateText(core.facts, now));
	}

	/** Of the steps that stand here: those of the story are marked by its author, others by the search. */
	private async marked(
		markOf: (core: Core, doc: Document) => number | undefined,
		none: string,
		there?: () => void,
	): Promise<void> {
		const { desk, parts } = this;
		const at = () => {
			const { core, doc } = desk.state;
			return core && doc ? markOf(core, doc) : undefined;
		};
		const { doc } = desk;
		const searched = doc && isOwn(doc) && at() === undefined;
		const lost = searched ? await parts.losses.find() : undefined;
		const found = at();
		if (found !== undefined) {
			parts.cursor.seek(found);
			there?.();
		} else if (!searched) desk.say(none);
		else if (lost === 0)
			desk.say('These steps can still end well: nothing is lost. The story is a key away (o).');
		else desk.say('Where these steps are lost is not known: the search did not end.');
	}

	beat(direction: 1 | -1): void {
		const { clicker } = this.parts;
		const turns = () => this.desk.state.course?.turn(direction);
		if (
			direction === -1 &&
			(clicker.uncover() ||
				this.ontoLed() ||
				turns() ||
				clicker.back() ||
				this.toPress() ||
				this.ontoTold())
		)
			return;
		if (direction === 1 && (this.parts.runs.landed() || turns() || this.answersFirst())) return;
		const { core, doc } = this.desk.state;
		const beats = core && doc && doc.moment.story !== 'left' ? beatsOf(core, doc) : [];
		if (beats.length > 0) this.authored(direction, beats);
		else {
			if (doc && direction === 1 && leftStory(doc)) this.presses.push(doc);
			if (!this.milestones(direction)) this.mechanical(direction);
		}
	}

	/** Of steps of the reader's own: to the very moment from which a press led here. */
	private toPress(): boolean {
		const { doc } = this.desk;
		const at = doc && leftStory(doc) ? this.presses.pop(doc) : undefined;
		if (at === undefined) return false;
		this.parts.cursor.seek(at);
		return true;
	}

	/** No press goes past what the room has not been told: the author's answer, or off the story that of the search. */
	private answersFirst(): boolean {
		return this.parts.questions.answer() || this.waitsForOutlook();
	}

	/** Before a room the first press at a moment off the story waits until it is said what can come of it. */
	private waitsForOutlook(): boolean {
		const { desk } = this;
		const { doc, view } = desk.state;
		if (!doc || !view.presenter || !isAskedFor(desk.state) || outlookNow(desk.state)) return false;
		if (this.waited === doc.moment) return false;
		this.waited = doc.moment;
		desk.say('What can come of these steps is still searched. Page Down once more does not wait.');
		return true;
	}

	/** From steps of the reader's own, where nothing more of them lies between, back over the fork onto what was left. */
	private ontoTold(): boolean {
		const { core, doc } = this.desk.state;
		const left = doc && leftTold(doc);
		if (!core || !doc || !left) return false;
		const { at, length } = doc.moment;
		const lost = lostIn(doc);
		const own = lost
			? ([lost - 1, lost, length].findLast((place) => place < at) ?? 0)
			: findBackward(at - 2, restTest(doc.session)) + 1;
		if (at > left.at && own > left.at) return false;
		this.parts.futures.back(true);
		const { doc: told } = this.desk;
		const beats = told ? beatsOf(core, told) : [];
		const before = beats.findLast((beat) => beat.at < Math.min(at, left.at + 1));
		this.parts.cursor.seek(before?.at ?? (at > left.at ? left.at : 0));
		return true;
	}

	/** Before the first step of a schedule that a link led to: where the link stood. */
	private ontoLed(): boolean {
		const { state, doc } = this.desk;
		return isLed(state) && doc?.moment.at === 0 && this.parts.futures.back();
	}

	/** Of steps of the reader's own that are lost: before the step that loses them, behind it, and their end. */
	private milestones(direction: 1 | -1): boolean {
		const { doc } = this.desk;
		const lost = doc && lostIn(doc);
		if (!doc || !lost) return false;
		const { at, length } = doc.moment;
		const places = [...new Set([lost - 1, lost, length])];
		if (direction === -1) this.parts.cursor.seek(places.findLast((p) => p < at) ?? 0);
		else {
			const next = places.find((p) => p > at);
			if (next === undefined) return false;
			this.parts.runs.through(next);
		}
		return true;
	}

	/**
	 * To the next moment that the author speaks of, through the steps between; not beyond the end of the story.
	 */
	private authored(direction: 1 | -1, beats: readonly Beat[]): void {
		const { clicker, cursor, runs } = this.parts;
		const { core, doc, view } = this.desk.state;
		if (!core || !doc) return;
		const { at, length } = doc.moment;
		const stopBefore = (place: number) => beats.findLast((beat) => beat.at < place)?.at ?? 0;
		const stop = clickerStop(at, beats, length);
		if (direction === -1) {
			const back = stopBefore(at);
			cursor.seek(back);
			/* as it was when the room came there */
			if (view.presenter) runs.mark(stopBefore(back));
		} else if (at < length && view.presenter)
			runs.stretch(stop, beats.find((beat) => beat.at === stop)?.look);
		else if (at < length) runs.through(stop);
		else if (!clicker.onward()) this.desk.say(this.ending(doc));
	}

	/** What may be done at the end of the story; which story comes next stands under its last sentence. */
	private ending(doc: Document): string {
		return doc.moment.next
			? 'The story ends here. Forward (→) plays on freely.'
			: standstill(doc.moment);
	}

	private mechanical(direction: 1 | -1): void {
		const { core, doc } = this.desk.state;
		if (core && doc && leftStory(doc)) {
			this.ownCourse(core, doc, direction);
			return;
		}
		/* a recorded kernel gives a CPU back as it likes */
		const test = doc?.recording ? beatTest : restTest;
		if (this.jump(direction, test)) return;
		if (direction === -1) this.parts.cursor.seek(0);
		else if (doc?.level && this.desk.state.view.presenter)
			this.desk.say('In a level the room chooses each step: press the number of a thread.');
		else this.parts.runs.until(test, '', !doc?.recording);
	}

	/** To where the next step of the reader's own has changed who holds or waits, or to where nothing goes on; and says so. */
	private ownCourse(core: Core, doc: Document, direction: 1 | -1): void {
		const { desk, parts } = this;
		const { moment } = doc;
		const test = (session: Session) => turnTest(core, session);
		if (direction === -1) {
			if (!this.jump(-1, test)) parts.cursor.seek(0);
			return;
		}
		if (!moment.next) desk.say(standstill(moment));
		else if (this.toQuestion(core, doc, test)) this.sayCourse(moment.at);
		else if (this.jump(1, test)) this.sayCourse(moment.at);
		else parts.runs.until(test, '', true, () => this.sayCourse(moment.at));
	}

	/** No press goes past a question that the story asks with other threads, too. */
	private toQuestion(core: Core, doc: Document, test: (session: Session) => StepTest): boolean {
		const { at } = doc.moment;
		const question = beatsOf(core, doc).find((beat) => beat.at > at);
		const turn = findForward(doc.session, at, test(doc.session)) + 1;
		if (!question || (turn > 0 && turn <= question.at)) return false;
		this.parts.cursor.seek(question.at);
		return true;
	}

	private sayCourse(from: number): void {
		const { doc } = this.desk;
		if (!doc) return;
		const { at, next } = doc.moment;
		const steps = at - from === 1 ? '1 step' : `${at - from} steps`;
		const end = next ? '' : ` ${standstill(doc.moment)}`;
		this.desk.say(`${steps} on.${end} Page Up goes back to step ${from}.`);
	}

	contention(direction: 1 | -1): void {
		if (this.jump(direction, contentionTest)) return;
		if (direction === -1) this.desk.say('No contention before this step.');
		else this.parts.runs.until(contentionTest, 'No contention from here on.');
	}

	bookmark(direction: 1 | -1): void {
		const doc = this.desk.doc;
		if (!doc) return;
		const { at } = doc.moment;
		const target =
			direction === 1
				? doc.bookmarks.find((b) => b > at)
				: doc.bookmarks.filter((b) => b < at).at(-1);
		if (target !== undefined) this.parts.cursor.seek(target);
		else
			this.desk.say(
				doc.bookmarks.length ? 'No more bookmarks that way.' : 'No bookmarks yet: m sets one.',
			);
	}

	toggleBookmark(): void {
		const doc = this.desk.doc;
		if (!doc || doc.moment.at === 0) return;
		const { at } = doc.moment;
		const had = doc.bookmarks.includes(at);
		const bookmarks = had
			? doc.bookmarks.filter((b) => b !== at)
			: [...doc.bookmarks, at].sort((a, b) => a - b);
		this.desk.store.set({ doc: { ...doc, bookmarks } });
		this.desk.say(had ? `Bookmark at step ${at} removed.` : `Bookmark set at step ${at}.`);
		this.desk.address.onLanding('replace');
	}

	/** Moves to just after the next (or before that, the previous) step that passes. */
	private jump(direction: 1 | -1, test: (session: Session) => StepTest): boolean {
		const { doc } = this.desk.state;
		if (!doc) return false;
		const { at } = doc.moment;
		const passes = test(doc.session);
		const found =
			direction === 1 ? findForward(doc.session, at, passes) : findBackward(at - 2, passes);
		if (found < 0) return false;
		this.parts.cursor.seek(found + 1);
		return true;
	}
}
