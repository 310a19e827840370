/** Runs of many steps at once, in slices: what the reader did not care to step singly. */
import type { Action, Session } from '../../../wasm/src';
import type { Cursor } from './cursor';
import type { Desk } from './desk';
import { choose, refreshed } from './document';
import { lockWordTest, type StepTest } from './events';
import { STEP_MS } from './motion';
import type { PageSettings } from './page';
import { seededRandom } from './random';
import type { Document } from './state';
import { type Steps, whyNot } from './steps';
import { shownMs, shownOnTheWay } from './stretch';

const RUN_LIMIT = 2000;
interface Tempo {
	/** all of the steps, at most */
	all: number;
	/** each of them, at most */
	each: number;
}

/** in ms; through steps that are not meant to be read, and through those that are what was asked for */
const PAST: Tempo = { all: 800, each: 160 };
export const READ: Tempo = { all: 8000, each: 700 };
/** how often a random run lets the environment act, where it can */
const ENV_CHANCE = 0.06;

/** What comes next is that a thread is given a CPU again. */
const waitsForCpu = ({ moment: { next, options } }: Document): boolean =>
	options.some(({ action, env }) => env === 'run' && action === next?.action);

export class Runs {
	/** where a run through kept steps leads, and where it began, if what it has changed is marked then */
	private goal = 0;
	private marksFrom: number | null = null;

	constructor(
		private readonly desk: Desk,
		private readonly cursor: Cursor,
		private readonly steps: Steps,
		private readonly page: PageSettings,
	) {}

	/** The thread's own steps until it would only poll, goes round in a loop, cannot move, or is done. */
	thread(tid: number): void {
		const action = tid - 1;
		const seen = new Set<string>();
		const start = this.desk.doc?.moment.at;
		this.run(
			(doc) => {
				const state = doc.session.hash();
				if (seen.has(state)) return null;
				seen.add(state);
				const option = doc.session.options().find((o) => o.action === action);
				return option?.result === 'moved' ? action : null;
			},
			'',
			() => {
				const { doc } = this.desk;
				if (doc && doc.moment.at === start) this.sayStill(doc, tid);
			},
		);
	}

	/** Who is asked to run and takes no step: it waits in a loop, or it cannot. */
	private sayStill(doc: Document, tid: number): void {
		const option = doc.moment.options.find((o) => o.action === tid - 1);
		if (option?.result === 'spun') this.desk.say(`T${tid} takes no step: it ${option.why}.`);
		else this.desk.say(whyNot(doc, tid));
	}

	toWordChange(): void {
		this.until(lockWordTest);
	}

	/** A whole run from here with the seed; the same run again takes the next seed. */
	random(): void {
		const { doc, view } = this.desk.state;
		if (!doc) return;
		const seed = view.seed;
		const random = seededRandom(seed);
		const start = doc.moment.at;
		const future = doc.session.actions().slice(start);
		this.run(
			(d) => {
				const options = d.session.options().filter((o) => o.result === 'moved');
				const outside = options.filter((o) => o.env !== '');
				const threads = options.filter((o) => o.env === '');
				const pickOutside = outside.length > 0 && (threads.length === 0 || random() < ENV_CHANCE);
				const pool = pickOutside ? outside : threads;
				return pool[Math.floor(random() * pool.length)]?.action ?? null;
			},
			`before seed ${seed}`,
			() => {
				const made = this.desk.doc?.session.actions().slice(start) ?? [];
				const again = made.length > 0 && made.every((a, i) => a === future[i]);
				this.desk.say(`Random run with seed ${seed}: ${made.length} steps.`);
				if (again) this.page.setView({ seed: seed + 1 });
			},
		);
	}

	/**
	 * Goes forward as Forward would, until a step passes; not beyond the end of a story in one go. `rests`: nor beyond the
	 * moment at which nobody gets on before a thread has a CPU again.
	 */
	until(
		test: (session: Session) => StepTest,
		missed = '',
		rests = false,
		landed?: () => void,
	): void {
		const { doc: begun } = this.desk.state;
		if (!begun || this.steps.restsAtStoryEnd()) return;
		const start = begun.moment.at;
		let met = false;
		this.during(
			(doc) => {
				if (met) return false;
				if (doc.moment.story === 'ended' && doc.moment.at !== start) return false;
				if (rests && doc.moment.at !== start && waitsForCpu(doc)) return false;
				return doc.moment.next !== null;
			},
			(doc) => {
				met = test(doc.session)(doc.session.cursor - 1);
			},
			() => {
				if (!met && missed) this.desk.say(missed);
				landed?.();
			},
		);
	}

	/** Through kept steps to a moment, so that they are seen: within a second, or at a pace to be read. */
	through(moment: number, tempo: Tempo = PAST): void {
		const { desk, cursor } = this;
		const from = desk.doc?.moment.at ?? moment;
		if (desk.state.reducedMotion || moment - from < 2) {
			cursor.seek(moment);
			return;
		}
		const pace = Math.max(STEP_MS / tempo.each, (STEP_MS * (moment - from)) / tempo.all);
		this.goal = moment;
		this.marksFrom = null;
		desk.motor.play(
			() => this.steps.advance() && (desk.doc?.moment.at ?? moment) < moment,
			() => pace,
		);
		desk.store.set({ motion: 'passing' });
	}

	/**
	 * Before a room, to what is said next: the few steps that matter for it are seen for a moment each, the others are
	 * passed at once, and where it ends all that has changed on the way is marked.
	 */
	stretch(moment: number, look?: string): void {
		const { desk, cursor } = this;
		const { doc } = desk;
		if (!doc) return;
		const from = doc.moment.at;
		if (desk.state.reducedMotion || moment - from < 2) {
			cursor.seek(moment);
			this.mark(from);
			return;
		}
		const places = shownOnTheWay(doc.session, from, moment, look);
		const pass = () => {
			const to = places.shift() ?? moment;
			const at = desk.doc?.moment.at ?? to;
			let more = true;
			while (more && (desk.doc?.moment.at ?? to) < to) more = this.steps.advance();
			this.mark(places.length > 0 ? at : from);
			return more && places.length > 0;
		};
		this.goal = moment;
		this.marksFrom = from;
		const each = shownMs(places.length);
		desk.motor.play(pass, () => STEP_MS / each);
		desk.store.set({ motion: 'passing' });
	}

	/** At the moment that is shown all is marked that has changed since that one. */
	mark(from: number): void {
		const { doc } = this.desk;
		if (!doc) return;
		const { moment, config } = doc;
		this.desk.store.set({ ran: { from, at: moment } });
		if (moment.story === 'telling' || moment.story === 'ended')
			this.desk.store.set({ ranTold: { scenario: config.scenario, at: moment.at, from } });
	}

	/** A run through kept steps that is under way ends at once where it leads. False: there is none. */
	landed(): boolean {
		if (this.desk.state.motion !== 'passing') return false;
		this.cursor.seek(this.goal);
		if (this.marksFrom !== null) this.mark(this.marksFrom);
		return true;
	}

	during(
		more: (doc: Document) => boolean,
		after?: (doc: Document) => void,
		finished?: () => void,
	): void {
		this.run(
			(doc) => {
				const { core } = this.desk.state;
				if (!core) return null;
				const now = refreshed(core, doc, doc.branches);
				return more(now) ? (now.moment.next?.action ?? null) : null;
			},
			'',
			finished,
			after,
		);
	}

	/** Takes steps that `pick` names, in slices, publishing after each slice. With an origin they are not the reader's choice. */
	private run(
		pick: (doc: Document) => Action | null,
		origin = '',
		finished?: () => void,
		after?: (doc: Document) => void,
	): void {
		const { core, doc } = this.desk.state;
		if (!core || !doc) return;
		this.desk.motor.stop();
		this.desk.address.onLeaving();
		let branches = doc.branches;
		let left = RUN_LIMIT;
		let branched = false;
		const advance = () => {
			const action = left-- > 0 ? pick(doc) : null;
			if (action === null) return false;
			const taken = choose(doc.session, branches, action, origin);
			branches = taken.branches;
			branched ||= taken.branched;
			if (taken.fresh && !origin) doc.level?.own.took(doc.session);
			if (taken.result !== 'moved' && taken.result !== 'spun') return false;
			after?.(doc);
			return true;
		};
		let done = false;
		this.desk.store.set({ motion: 'running' });
		this.desk.motor.run(
			() => {
				const more = advance();
				done = !more;
				return more;
			},
			() => {
				const current = this.desk.doc ?? doc;
				this.desk.store.set({ doc: refreshed(core, current, branches) });
				this.desk.address.onLanding(branched ? 'push' : 'replace');
				branched = false;
				if (done) finished?.();
			},
		);
	}
}
