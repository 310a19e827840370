/** Plays levels: opens them, and asks the search for hints, for the solution and for the proof that there is none. */

import type { Action, ExploreProgress } from '../../../wasm/src';
import { reasonOf } from '../../../wasm/src/reason';
import { withKeys } from '../app/fragment';
import { createDocument } from '../store/document';
import type { LevelHost, Levels } from '../store/leveled';
import { OwnSteps } from '../store/own';
import { parted } from '../store/query';
import { UNASKED } from '../store/questions';
import type { Level, Route } from '../store/state';
import { isOver, levelNamed } from './facts';

/** The largest level has some 30,000 states. */
const MAX_STATES = 2_000_000;

/** Asked at every moment at which the reader rests. */
const MAX_STATES_WATCHED = 150_000;

const fresh = { ...UNASKED, gone: null, shown: false } as const;

class Player implements Levels {
	private abort: AbortController | null = null;
	/** the last place asked for: its module may be on its way while the reader goes elsewhere */
	private wanted: Route | null = null;

	constructor(private readonly host: LevelHost) {}

	goTo(route: Extract<Route, { kind: 'stepper' }>, notices: readonly string[]): void {
		const { desk, documents } = this.host;
		const { core } = desk.state;
		const { path, query } = parted(route.fragment);
		const facts = levelNamed(path.split('/')[1] ?? '');
		if (!core) return;
		if (!facts && desk.state.view.embed && desk.state.doc) {
			desk.store.set({ notices: ['There is no such level.'] });
			return;
		}
		if (!facts) {
			documents.close({ kind: 'levels' }, [
				'There is no such level. These are the ones there are.',
			]);
			desk.address.onLanding('replace');
			return;
		}
		this.stop();
		this.wanted = route;
		desk.store.set({ route, ...(core.has(facts.lock) ? {} : { doc: null, panel: 'none' }) });
		core
			.load(facts.lock)
			.then(() => {
				if (this.wanted !== route || desk.state.route !== route) return;
				const config = core.configOf(facts.scenario, facts);
				const setUp = core.formatUrl(config, [], 0);
				const parsed = core.parseUrl(withKeys(setUp, `${query}`));
				const doc = createDocument(core, config, parsed.schedule, parsed.at);
				doc.level = { facts, own: OwnSteps.of(facts.name), ...fresh };
				doc.moment = { ...doc.moment, withheld: [] };
				documents.show(doc, route, [...notices, ...parsed.notes], parsed.extra.marks);
			})
			.catch((error: unknown) => {
				const loadError = reasonOf(error);
				if (desk.state.route === route) desk.store.set({ loadError });
			});
	}

	hint(): void {
		const { doc } = this.host.desk;
		if (!doc?.level) return;
		const { hinted } = doc.level;
		if (hinted < 2 && !isOver(doc)) {
			this.say({ hinted: hinted === 0 ? 1 : 2, claim: null });
			return;
		}
		const { at, length } = doc.moment;
		const taken = doc.session.actions().slice(0, at);
		const say = (to: NonNullable<Level['way']>['to']) =>
			this.say({ searching: null, claim: null, way: { at, length, to } });
		void this.search('hint', taken, ({ found, path }) => {
			if (found) say({ steps: path });
			else void this.searchLoss(taken, say);
		});
	}

	/** The first step behind which the goal is out of reach: it stays so, so halving finds it. */
	private async searchLoss(
		taken: readonly Action[],
		say: (to: { lost: number; left: number }) => void,
	): Promise<void> {
		let open = -1;
		let left = 0;
		let lost = taken.length;
		while (lost - open > 1) {
			const middle = (open + lost) >> 1;
			let end: ExploreProgress | null = null;
			await this.search('loss', taken.slice(0, middle), (found) => {
				end = found;
			});
			/* as the callback has set it, which the types do not see */
			const ended = end as ExploreProgress | null;
			if (!ended) return;
			if (ended.found) {
				open = middle;
				left = ended.path.length;
			} else lost = middle;
		}
		say({ lost, left });
	}

	/** A search from here that nobody has asked for: the room hears of it only that there is no way on, the speaker also the way. */
	async watch(): Promise<void> {
		const { desk, explore } = this.host;
		const { doc } = desk;
		if (!doc?.level || doc.level.searching) return;
		this.stop();
		const abort = new AbortController();
		this.abort = abort;
		const { facts } = doc.level;
		const from = doc.session.actions().slice(0, doc.moment.at);
		try {
			const { verdict, found, path } = await explore(doc.config, {
				maxStates: MAX_STATES_WATCHED,
				towards: { goal: facts.goal, from },
				signal: abort.signal,
			});
			if (this.abort !== abort || desk.doc?.level?.facts !== facts) return;
			if (found) this.say({ ahead: { behind: from, steps: path } });
			else if (verdict === 'OK') this.say({ gone: from });
		} catch {
			/* a search that is asked for says why there can be none; here nothing is lost */
		}
	}

	show(): void {
		const { desk, documents, play } = this.host;
		void this.search('shortest', [], ({ found, path, states, seconds }) => {
			if (!found) {
				this.say({ claim: { found, states, seconds } });
				return;
			}
			const schedule: Action[] = [...path];
			this.say({ shown: true, way: null });
			documents.replaceSchedule(schedule, 0);
			if (!desk.motor.moving) play.toggle();
		});
	}

	/** Nobody knows it without having tried: a level is not won without a move. */
	claim(): void {
		const untried = this.host.desk.doc?.level?.own.any() === false;
		this.say({ untried });
		if (untried) return;
		void this.search('impossible', [], ({ found, states, seconds }) =>
			this.say({ claim: { found, states, seconds } }),
		);
	}

	cancel(): void {
		this.stop();
		this.say({ searching: null });
	}

	reset(): void {
		this.stop();
		const { desk, documents } = this.host;
		documents.replaceSchedule([], 0);
		/* what was shown does not stay below the lanes to be taken up */
		if (desk.doc) desk.store.set({ doc: { ...desk.doc, branches: [], ghosts: [] } });
		this.say(fresh);
	}

	private stop(): void {
		this.abort?.abort();
		this.abort = null;
	}

	private say(change: Partial<Level>): void {
		const { doc, store } = this.host.desk;
		if (doc?.level) store.set({ doc: { ...doc, level: { ...doc.level, ...change } } });
	}

	private async search(
		what: NonNullable<Level['searching']>['for'],
		from: readonly Action[],
		then: (end: ExploreProgress) => void,
	): Promise<void> {
		const { desk, explore } = this.host;
		const { doc } = desk;
		if (!doc?.level) return;
		this.stop();
		const abort = new AbortController();
		this.abort = abort;
		const { facts } = doc.level;
		const here = () => this.abort === abort && desk.doc?.level?.facts === facts;
		this.say({ searching: { for: what, states: 0 }, failure: '' });
		try {
			const end = await explore(doc.config, {
				maxStates: MAX_STATES,
				towards: { goal: facts.goal, from },
				signal: abort.signal,
				onProgress: ({ states }) => {
					if (here()) this.say({ searching: { for: what, states } });
				},
			});
			if (!here()) return;
			this.say({ searching: null });
			if (end.verdict === 'OK') then(end);
			else if (end.verdict === 'BOUNDED') this.say({ failure: 'the search reached its bound' });
		} catch (error) {
			if (here()) this.say({ searching: null, failure: String(error) });
		}
	}
}

export const playLevels = (host: LevelHost): Levels => new Player(host);
