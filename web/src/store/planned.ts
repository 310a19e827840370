/** The talk that the reader puts together: names of stories in their order, which this browser keeps. */
import type { Desk } from './desk';
import { keep, readKept } from './kept';
import { MOST_LISTED, namesOf } from './listed';

const KEY = 'lockstep.talk';

export class Planned {
	constructor(private readonly desk: Desk) {}

	/** As it is kept: another tab may have changed it. Where nothing can be kept it is for this visit. */
	read(): readonly string[] {
		const { core, planned } = this.desk.state;
		const kept = readKept(KEY);
		if (!core || !Array.isArray(kept)) return planned;
		const texts = kept.filter((name): name is string => typeof name === 'string');
		const names = namesOf(texts).filter((name) => this.isStory(name));
		const now = names.slice(0, MOST_LISTED);
		if (now.join() !== planned.join()) this.desk.store.set({ planned: now });
		return this.desk.state.planned;
	}

	/** Free play has no end to go on from. */
	isStory(name: string): boolean {
		const scenario = this.desk.state.core?.scenario(name);
		return scenario !== undefined && !scenario.sandbox;
	}

	/** Behind the last. */
	add(...names: readonly string[]): void {
		const had = this.read();
		const more = namesOf(names).filter((name) => this.isStory(name) && !had.includes(name));
		const all = [...had, ...more].slice(0, MOST_LISTED);
		this.put(all);
		if (had.length + more.length > MOST_LISTED)
			this.desk.say(`A talk has at most ${MOST_LISTED} stories.`);
		else if (more.length === 1)
			this.desk.say(`“${this.titleOf(more[0])}” is number ${all.length} of your talk.`);
		else if (more.length > 1) this.desk.say(`Your talk has ${all.length} stories now.`);
	}

	remove(name: string): void {
		this.put(this.read().filter((one) => one !== name));
		this.desk.say(`“${this.titleOf(name)}” is no longer in your talk.`);
	}

	toggle(name: string): void {
		if (this.read().includes(name)) this.remove(name);
		else this.add(name);
	}

	/** Earlier in the talk, or later. */
	move(name: string, by: 1 | -1): void {
		const names = [...this.read()];
		const from = names.indexOf(name);
		const to = from + by;
		if (from < 0 || to < 0 || to >= names.length) return;
		names.splice(to, 0, ...names.splice(from, 1));
		this.put(names);
		this.desk.say(`“${this.titleOf(name)}” is number ${to + 1} of ${names.length}.`);
	}

	private titleOf(name = ''): string {
		return this.desk.state.core?.scenario(name)?.title ?? name;
	}

	private put(planned: readonly string[]): void {
		this.desk.store.set({ planned });
		keep(KEY, planned);
	}
}
