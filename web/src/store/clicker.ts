/** Before a room, and in a talk, there are two keys: they also lead from the end of a story into the next, and from a start back. */
import type { ScenarioFacts } from '../../../wasm/src';
import { type Announced, announcedOf, onceMore } from '../narration/room-title';
import type { Desk } from './desk';
import type { Documents } from './documents';
import { ledTo, nextStory, previousStory } from './family';
import { type Document, type Moment, talkOf, type View } from './state';

/** A second press within that time was meant as one. */
export const DOUBLE_MS = 700;

/** A talk of several may be given without presenter view, as from a file. */
const isListed = ({ list }: View, { config }: Document): boolean =>
	talkOf(list, config.scenario).length > 0;

export class Clicker {
	/** the end at which the reader has been told what comes next, and since when */
	private told: { at: Moment; since: number } | null = null;
	private pressedBack = Number.NEGATIVE_INFINITY;
	/** the story that led into the present one */
	private origin = { story: '', led: '' };

	constructor(
		private readonly desk: Desk,
		private readonly documents: Documents,
	) {}

	/** At the end of a story of a talk: says what comes next, then goes there. No press leads out of one that stands alone. */
	onward(): boolean {
		const { core, doc, view, apart, course } = this.desk.state;
		if (course?.onward()) return true;
		const next = core && doc && isListed(view, doc) ? nextStory(core, doc, view.list) : undefined;
		if (!doc) return false;
		if (!next) return this.closing(doc, view);
		const now = performance.now();
		if (this.told?.at !== doc.moment) {
			this.told = { at: doc.moment, since: now };
			const announced = core ? announcedOf(core, next) : { name: next.title, asks: '' };
			/* the room reads it, unless the notes are in a window of their own */
			const named = apart || !view.presenter ? next.title : announced.name;
			this.desk.say(`The story ends here. Page Down once more opens “${named}”.`);
			/* a press is to be seen by the room, too */
			if (view.presenter) this.announce(doc, next);
		} else if (now - this.told.since >= DOUBLE_MS) this.open(doc, next);
		return true;
	}

	/** From there Page Up leads back to this end. */
	open(doc: Document, { name }: ScenarioFacts): void {
		this.origin = { story: doc.config.scenario, led: name };
		const { interval } = this.desk.state;
		if (interval?.at === doc.moment)
			this.desk.store.set({ interval: { ...interval, leads: name } });
		this.documents.openScenario(name);
	}

	/** At once by what is known of it, and by what it asks as soon as its lock is there. */
	private announce(doc: Document, next: ScenarioFacts, ends = false): void {
		const { core } = this.desk.state;
		if (!core) return;
		const told = doc.config.scenario;
		const { list } = this.desk.state.view;
		const before = list
			.slice(0, list.indexOf(told) + 1)
			.flatMap((name) => core.scenario(name) ?? []);
		const announced = (story: ScenarioFacts) => onceMore(core, announcedOf(core, story), before);
		this.show(doc, announced(next), ends);
		if (core.has(next.lock)) return;
		core
			.load(next.lock)
			.then(() => {
				const { interval } = this.desk.state;
				const loaded = core.scenario(next.name);
				if (loaded && interval?.at === doc.moment) this.show(doc, announced(loaded), ends);
			})
			.catch(() => {}); /* then it is said when it is opened */
	}

	private show({ moment: at }: Document, next: Announced | null, ends = false): void {
		this.desk.store.set({ interval: { at, next, ends } });
	}

	/** Behind the last story of a talk, of a file, and of one that is in no talk: what it leaves. */
	private closing(doc: Document, { presenter, list }: View): boolean {
		const { core, alone } = this.desk.state;
		const talk = talkOf(list, doc.config.scenario);
		if (!(presenter || alone) || doc.recording || doc.level) return false;
		if (talk.length > 0 && talk.at(-1) !== doc.config.scenario) return false;
		this.desk.say(talk.length > 0 ? 'The talk ends here.' : 'The story ends here.');
		const leads = core && talk.length === 0 ? ledTo(core, doc) : undefined;
		if (leads) this.announce(doc, leads, true);
		else this.show(doc, null, talk.length === 0);
		return true;
	}

	/** Back onto the end of the story. False: nothing stands before it. */
	uncover(): boolean {
		const { doc, interval } = this.desk.state;
		if (!doc || interval?.at !== doc.moment) return false;
		this.desk.store.set({ interval: null });
		this.told = null;
		return true;
	}

	/** From the start of a story to the end of the one before it in the talk, or of the one that led to it. False: elsewhere. */
	back(): boolean {
		const { core, doc, view } = this.desk.state;
		const now = performance.now();
		const isDouble = now - this.pressedBack < DOUBLE_MS;
		this.pressedBack = now;
		if (!core || !doc || doc.moment.at > 0) return false;
		if (!view.presenter && !isListed(view, doc)) return false;
		const { story, led } = this.origin;
		const came = led === doc.config.scenario ? core.scenario(story) : undefined;
		const previous = isListed(view, doc) ? previousStory(core, doc, view.list) : came;
		if (!previous) return false;
		if (!isDouble) this.documents.openScenario(previous.name, true);
		return true;
	}
}
