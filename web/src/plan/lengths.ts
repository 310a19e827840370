/** How long the items of a talk are: where a clicker stops in each, and what it asks; and the minutes that this comes to. */
import type { Core } from '../../../wasm/src';
import { routeOf } from '../app/route';
import { Pair } from '../compare/pair';
import { loadLesson } from '../lessons/load';
import { shownIn, stopsOf } from '../lessons/stops';
import type { App } from '../store/app';
import { turnTest } from '../store/own-course';
import type { Stop } from '../store/state';
import { SHIPPED } from '../trace/shipped';
import { addressOf } from './address';
import { beatsFor } from './beats';
import { stopOfText } from './course';
import type { Length } from './minutes';

/** The start is a stop, whether or not it is spoken of. */
async function ofStory(core: Core, { text, of }: Stop): Promise<Length> {
	const from = Number(/[?;]at=(\d+)/.exec(text)?.[1] ?? 0);
	const beats = (await beatsFor(core, of)).filter(({ at }) => at >= from);
	return {
		stops: beats.length + Number(beats[0]?.at !== from),
		questions: beats.filter(({ ask }) => ask).length,
	};
}

/** Its moment, and where Page Down stops behind that. */
async function ofMoment(core: Core, { text, of }: Stop): Promise<Length> {
	/* an edited text runs where it is shown */
	if (/[?;]own=/.test(text)) return { stops: 1, questions: 0 };
	await core.load(core.lockOf(of));
	const { config, schedule, at } = core.parseUrl(addressOf(text));
	const session = core.session(config);
	session.load(schedule);
	const isTurn = turnTest(core, session);
	let stops = 1;
	for (let step = at; step < session.length; step++)
		if (step === session.length - 1 || isTurn(step)) stops++;
	return { stops, questions: 0 };
}

/** Its stops, and behind the last what the two come to. */
async function ofPair(app: App, core: Core, { text }: Stop): Promise<Length | null> {
	const { route } = routeOf(core, `#/${addressOf(text)}`);
	if (route.kind !== 'compare' || route.own) return null;
	await Promise.all([route.left, route.right].map((side) => core.load(core.lockOf(side))));
	return { stops: new Pair(app, [core, core], route).stops.length + 2, questions: 0 };
}

/** Its figures and questions that are not folded away. */
async function ofLesson({ of }: Stop): Promise<Length | null> {
	const lesson = await loadLesson(of.replace('learn/', ''));
	const blocks = lesson?.blocks ?? [];
	const shown = shownIn(blocks, () => false);
	if (shown.length === 0) return null;
	return {
		stops: shown.reduce((sum, one) => sum + stopsOf(one), 0),
		questions: shown.filter(({ kind }) => kind === 'ask').length,
	};
}

/** Its start, and what it came with to be looked at. */
function ofRecording({ of }: Stop): Length | null {
	const run = SHIPPED.find(({ id }) => of === `trace/${id}`);
	return run ? { stops: 1 + run.look.length, questions: 0 } : null;
}

/** null: of an edited text, or of what is no item. */
export async function lengthOf(app: App, core: Core, text: string): Promise<Length | null> {
	const stop = stopOfText(core, text);
	if (typeof stop === 'string') return null;
	switch (stop.kind) {
		case 'level':
			return { stops: 1, questions: 0, isLevel: true };
		case 'lesson':
			return ofLesson(stop);
		case 'recording':
			return ofRecording(stop);
		case 'pair':
			return ofPair(app, core, stop);
		case 'moment':
			return ofMoment(core, stop);
		default:
			return ofStory(core, stop);
	}
}
