/** What the items of a talk leave behind that are more than stories from their start. */
import type { Core, LevelFacts } from '../../../wasm/src';
import { routeOf } from '../app/route';
import { comesTo } from '../compare/comes-to';
import { Pair } from '../compare/pair';
import { plain } from '../docs/plain';
import { loadLesson } from '../lessons/load';
import { levelNamed } from '../levels/facts';
import { isReached } from '../levels/progress';
import { capitalized } from '../narration/phrases';
import { addressOf } from '../plan/address';
import type { App } from '../store/app';
import type { Stop } from '../store/state';
import { type Left, leftBy } from './leaving';

/** Played to their ends, as their sums are; an edited text is run where the two are shown, and not here. */
async function leftByPair(app: App, core: Core, { text, title }: Stop): Promise<Left[]> {
	const { route } = routeOf(core, `#/${addressOf(text)}`);
	if (route.kind !== 'compare' || route.own) return [];
	await Promise.all([route.left, route.right].map((side) => core.load(core.lockOf(side))));
	const says = comesTo(new Pair(app, [core, core], route), true);
	return says ? [{ name: text, title, text: says }] : [];
}

/** What it says to keep. */
async function leftByLesson({ text, of, title }: Stop): Promise<Left[]> {
	const { blocks = [] } = (await loadLesson(of.replace('learn/', ''))) ?? {};
	return blocks.flatMap((block) =>
		block.kind === 'keep'
			? [{ name: text, title, text: capitalized(plain(block.text).replace(/^Take home: /, '')) }]
			: [],
	);
}

/** A log of a kernel is too long for a slide. */
const MOST_FACTS = 5;

/** What it has shown, once that has been seen; before, what is to be done: the room still looks for the way. */
export function levelText({ name, after, says, task }: LevelFacts): string {
	if (isReached(name)) return after;
	return says.length > MOST_FACTS ? task : `The goal: ${says.join('; then ')}.`;
}

/** A story that is told from two of its moments leaves one line; a moment of one's own leaves its title, and no more. */
export async function leftByItems(app: App, core: Core, stops: readonly Stop[]): Promise<Left[]> {
	const lines = stops.map(async (stop, place): Promise<Left[]> => {
		const { kind, text, of, title } = stop;
		if (kind === 'level') {
			const level = levelNamed(of.replace('level/', ''));
			return level ? [{ name: text, title, text: levelText(level) }] : [];
		}
		if (kind === 'pair') return leftByPair(app, core, stop);
		if (kind === 'lesson') return leftByLesson(stop);
		const isFirst = stops.findIndex((one) => one.kind === 'story' && one.of === of) === place;
		if (kind !== 'story' || !isFirst) return [];
		await core.load(core.lockOf(of));
		return leftBy(core, [of]);
	});
	return (await Promise.all(lines.map((line) => line.catch(() => [])))).flat();
}
