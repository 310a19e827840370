/** Jumps inside what has been stepped: to a thread's next step, a beat, contention, a bookmark. */
import type { Core, Session } from '../../../wasm/src';
import type { Comparison } from './comparison';
import type { Cursor } from './cursor';
import type { Desk } from './desk';
import {
	beatTest,
	contentionTest,
	findBackward,
	findForward,
	type StepTest,
	threadTest,
} from './events';
import type { Runs } from './runs';
import type { Steps } from './steps';

interface Parts {
	comparison: Comparison;
	cursor: Cursor;
	steps: Steps;
	runs: Runs;
}

export class Jumps {
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

	/**
	 * Back to before the lock was taken that threads then first competed for in vain: there another
	 * choice changes who gets it.
	 */
	whatIf(): void {
		const { core, doc } = this.desk.state;
		if (!core || !doc) return;
		const { session } = doc;
		const met = findForward(session, 1, contentionTest(core, session));
		const taken = findBackward(met - 1, (i) => session.record(i).acquired);
		const place = taken > 0 ? taken : met;
		this.parts.cursor.seek(place > 0 ? place : Math.floor(session.length / 2));
		this.desk.say(
			'Choose another step than was taken: that stays below the lanes, to come back to.',
		);
	}

	thread(direction: 1 | -1): void {
		const tid = this.desk.doc?.focusTid ?? 1;
		const found = this.jump(direction, (_core, session) => threadTest(session, tid));
		if (!found && direction === 1) this.parts.steps.stepThread(tid);
	}

	beat(direction: 1 | -1): void {
		const found = this.jump(direction, beatTest);
		if (found) return;
		if (direction === -1) this.parts.cursor.seek(0);
		else this.parts.runs.until((core, session) => beatTest(core, session));
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
	private jump(direction: 1 | -1, test: (core: Core, session: Session) => StepTest): boolean {
		const { core, doc } = this.desk.state;
		if (!core || !doc) return false;
		const { at } = doc.moment;
		const passes = test(core, doc.session);
		const found =
			direction === 1 ? findForward(doc.session, at, passes) : findBackward(at - 2, passes);
		if (found < 0) return false;
		this.parts.cursor.seek(found + 1);
		return true;
	}
}
