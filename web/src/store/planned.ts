/** The talk that the reader puts together: its items in their order, which this browser keeps. */
import type { Desk } from './desk';
import { keep, readKept } from './kept';
import { isItem, MOST_IN_LIST, MOST_LISTED, namesOf } from './listed';

const KEY = 'lockstep.talk';

export class Planned {
	constructor(private readonly desk: Desk) {}

	/** As it is kept: another tab may have changed it. Where nothing can be kept it is for this visit. */
	read(): readonly string[] {
		const { core, planned } = this.desk.state;
		const kept = readKept(KEY);
		if (!core || !Array.isArray(kept)) return planned;
		const texts = kept.filter((name): name is string => typeof name === 'string');
		const names = namesOf(texts).filter((text) => this.isPart(text));
		const now = names.slice(0, MOST_LISTED);
		if (now.join() !== planned.join()) this.desk.store.set({ planned: now });
		return this.desk.state.planned;
	}

	/** What a story’s name does not say is read by plan/items.ts, with the panel. */
	private isPart(text: string): boolean {
		return isItem(text) ? text.length <= MOST_IN_LIST : this.isStory(text);
	}

	/** Free play has no end to go on from. */
	isStory(name: string): boolean {
		const scenario = this.desk.state.core?.scenario(name);
		return scenario !== undefined && !scenario.sandbox;
	}

	/** Behind the last. */
	add(...names: readonly string[]): void {
		const had = this.read();
		const more = namesOf(names).filter((text) => this.isPart(text) && !had.includes(text));
		const all = [...had, ...more].slice(0, MOST_LISTED);
		if (all.join().length > MOST_IN_LIST) {
			this.desk.say('The address of the talk would be too long. Something has to go first.');
			return;
		}
		this.put(all);
		if (had.length + more.length > MOST_LISTED)
			this.desk.say(`A talk has at most ${MOST_LISTED} ${all.some(isItem) ? 'items' : 'stories'}.`);
		else if (more.length === 1)
			this.desk.say(`“${this.titleOf(more[0])}” is number ${all.length} of your talk.`);
		else if (more.length > 1)
			this.desk.say(`Your talk has ${all.length} ${all.some(isItem) ? 'items' : 'stories'} now.`);
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

	/** Under another title, at its place. */
	replace(text: string, by: string): void {
		this.put(this.read().map((one) => (one === text ? by : one)));
		this.desk.say(`It is “${this.titleOf(by)}” in your talk now.`);
	}

	/** Of what is more than a story the panel knows it. */
	titleOf = (text = ''): string => this.desk.state.core?.scenario(text)?.title ?? text;

	private put(planned: readonly string[]): void {
		this.desk.store.set({ planned });
		keep(KEY, planned);
	}
}
