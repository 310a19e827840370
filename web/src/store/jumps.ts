/** Jumps inside what has been stepped: to a thread's next step, a beat, contention, a bookmark. */
import type { Core, Session } from '../../../wasm/src';
import type { App } from './app';
import {
	beatTest,
	contentionTest,
	findBackward,
	findForward,
	type StepTest,
	threadTest,
} from './events';

export class Jumps {
	private readonly app: App;

	constructor(app: App) {
		this.app = app;
	}

	thread(direction: 1 | -1): void {
		const tid = this.app.doc?.focusTid ?? 1;
		const found = this.jump(direction, (_core, session) => threadTest(session, tid));
		if (!found && direction === 1) this.app.stepThread(tid);
	}

	beat(direction: 1 | -1): void {
		const found = this.jump(direction, beatTest);
		if (found) return;
		if (direction === -1) this.app.seek(0);
		else this.app.runs.until((core, session) => beatTest(core, session));
	}

	contention(direction: 1 | -1): void {
		if (this.jump(direction, contentionTest)) return;
		if (direction === -1) this.app.say('No contention before this step.');
		else this.app.runs.until(contentionTest, 'No contention from here on.');
	}

	bookmark(direction: 1 | -1): void {
		const doc = this.app.doc;
		if (!doc) return;
		const { at } = doc.moment;
		const target =
			direction === 1
				? doc.bookmarks.find((b) => b > at)
				: doc.bookmarks.filter((b) => b < at).at(-1);
		if (target !== undefined) this.app.seek(target);
		else
			this.app.say(
				doc.bookmarks.length ? 'No more bookmarks that way.' : 'No bookmarks yet: m sets one.',
			);
	}

	toggleBookmark(): void {
		const doc = this.app.doc;
		if (!doc || doc.moment.at === 0) return;
		const { at } = doc.moment;
		const had = doc.bookmarks.includes(at);
		const bookmarks = had
			? doc.bookmarks.filter((b) => b !== at)
			: [...doc.bookmarks, at].sort((a, b) => a - b);
		this.app.store.set({ doc: { ...doc, bookmarks } });
		this.app.say(had ? `Bookmark at step ${at} removed.` : `Bookmark set at step ${at}.`);
		this.app.onLanding('replace');
	}

	/** Moves to just after the next (or before that, the previous) step that passes. */
	private jump(direction: 1 | -1, test: (core: Core, session: Session) => StepTest): boolean {
		const { core, doc } = this.app.state;
		if (!core || !doc) return false;
		const { at } = doc.moment;
		const passes = test(core, doc.session);
		const found =
			direction === 1 ? findForward(doc.session, at, passes) : findBackward(at - 2, passes);
		if (found < 0) return false;
		this.app.seek(found + 1);
		return true;
	}
}
