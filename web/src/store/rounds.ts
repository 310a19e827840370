/** Once more round a circle of the schedule. */
import { circleOf, FURTHEST } from './circle';
import type { Desk } from './desk';
import type { Documents } from './documents';
import type { Runs } from './runs';

/** in ms: a round is looked at as a whole */
const TEMPO = { all: 4000, each: 250 };

export class Rounds {
	constructor(
		private readonly desk: Desk,
		private readonly documents: Documents,
		private readonly runs: Runs,
	) {}

	/** Appends the acts of the round behind the last one, and takes them. */
	again(): void {
		const { desk } = this;
		const { doc } = desk;
		const circle = doc && circleOf(doc);
		const [once] = circle?.returns ?? [];
		const last = circle?.returns.at(-1);
		if (!doc || !circle || !once || !last) {
			desk.say('No round is marked here: the schedule of a starvation search has one.');
			return;
		}
		const acts = doc.session.actions();
		const more = acts.slice(circle.first, once.end);
		const end = last.end + more.length;
		if (end - circle.first > FURTHEST) {
			desk.say('The schedule has room for no further round.');
			return;
		}
		this.documents.replaceSchedule([...acts.slice(0, last.end), ...more], last.end);
		this.runs.through(end, TEMPO);
	}
}
