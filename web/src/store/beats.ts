/** What the author of a story says of its moments, while it is told. */
import type { Beat, Config, Core, ScenarioFacts, SwitchFacts } from '../../../wasm/src';
import { leftStory } from './document';
import { type Asked, askedWithOthers } from './joined';
import { lostIn } from './lost';
import { type Document, type State, talkOf } from './state';

const NONE: readonly Beat[] = [];

const allowsAsMuch = (budget: readonly number[], own: readonly number[]) =>
	own.every((b, i) => b <= (budget[i] ?? 0));

const LARGER: readonly (keyof Config)[] = ['budget', 'threads', 'roles'];

const hasSame = (own: Config, config: Config): boolean =>
	(Object.keys(own) as (keyof Config)[]).every(
		(key) => LARGER.includes(key) || String(own[key]) === String(config[key]),
	);

/** As many as both have do the same. */
const begin = (a: Config['roles'], b: Config['roles']): boolean =>
	String(a).startsWith(String(b)) || String(b).startsWith(String(a));

/**
 * The scenario in its own set-up: of no other is what is said of its story true. What the environment may do besides
 * does not touch the story's steps, nor what is said of them; nor do threads that come besides, until one of them moves.
 */
function asWritten(core: Core, { config, recording }: Document): ScenarioFacts | undefined {
	const scenario = recording ? undefined : core.scenario(config.scenario);
	if (!scenario) return undefined;
	const own = core.configOf(scenario.name);
	const holds = hasSame(own, config) && String(config.roles).startsWith(String(own.roles));
	return holds && allowsAsMuch(config.budget, own.budget) ? scenario : undefined;
}

/** What the author says. One thread more may still save what no schedule of the story's own threads does: of that nothing is said. */
function beatsWritten(core: Core, doc: Document): readonly Beat[] {
	const { beats, lateAt } = asWritten(core, doc) ?? { beats: NONE };
	if (!lateAt || !hasOtherThreads(core, doc)) return beats;
	return beats.filter(({ at }) => at < lateAt);
}

/** No schedule saves it, of those that the story's own budget allows: with more, one may. */
const hasOwnBudget = (core: Core, { config }: Document): boolean =>
	allowsAsMuch(core.configOf(config.scenario).budget, config.budget);

/** A story that has notes is open, in a set-up that they do not speak of. */
export function isSetUpChanged(core: Core, doc: Document): boolean {
	const { beats = NONE } = doc.recording ? {} : (core.scenario(doc.config.scenario) ?? {});
	return beats.length > 0 && !doc.level && !asWritten(core, doc);
}

/** Found in a published text, and told as it is. */
export const isFinding = ({ title }: ScenarioFacts): boolean => title.startsWith('Finding');

/** The title of the story; where its fault was taken out of the text, that stands before it, and an edited text behind. */
export function storyTitle(state: State): string {
	const { core, doc } = state;
	const title = `${plainTitle(state)}${threadsText(state)}`;
	const own = doc && core?.editedOf(doc.config.lock);
	return own ? `${title} (your ${own.text}.c)` : title;
}

/** The story with more threads, or fewer, than its own. */
export const hasOtherThreads = (core: Core, { config, recording, level }: Document): boolean => {
	const scenario = recording || level ? undefined : core.scenario(config.scenario);
	return scenario !== undefined && !scenario.sandbox && scenario.threads !== config.threads;
};

function threadsText({ core, doc }: State): string {
	if (!core || !doc || !hasOtherThreads(core, doc)) return '';
	const { threads } = doc.config;
	return `, with ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
}

function plainTitle({ core, doc }: State): string {
	const scenario = doc && core?.scenario(doc.config.scenario);
	if (!core || !scenario) return '';
	const faults = core.facts.locks.find((l) => l.id === scenario.lock)?.switches ?? [];
	const away = scenario.switches & ~doc.config.switches;
	const isWithout = faults.some((s, bit) => s.kind === 'planted' && (1 << bit) & away);
	return isWithout ? scenario.title.replace(/^(Fault: )?/, 'Without the fault: ') : scenario.title;
}

const isTold = ({ moment }: Document) => moment.story === 'telling' || moment.story === 'ended';

/** Of the story as it was written, whether it is told or was left. */
export const storyBeats = (core: Core, doc: Document): readonly Beat[] => beatsWritten(core, doc);

/**
 * The questions of a story that goes on with other threads than its own, some of whose steps stand between those of the
 * story: each says whether what it asks of is so there. None while it is told with notes, or once it was left otherwise.
 */
export function questionsHere(core: Core, doc: Document): readonly Asked[] {
	const { config } = doc;
	const scenario = hasOtherThreads(core, doc) ? core.scenario(config.scenario) : undefined;
	if (!scenario || core.editedOf(config.lock) || (isTold(doc) && asWritten(core, doc))) return [];
	const own = core.configOf(scenario.name);
	const isSame = hasSame(own, config) && allowsAsMuch(config.budget, own.budget);
	if (!isSame || !begin(own.roles, config.roles)) return [];
	return askedWithOthers(core, doc, scenario);
}

/** None where no story is told as it was written: in free play, in a recording, after another choice. With other threads than its own, the questions that hold there. */
export const beatsOf = (core: Core, doc: Document): readonly Beat[] =>
	isTold(doc) && asWritten(core, doc)
		? beatsWritten(core, doc)
		: questionsHere(core, doc).flatMap(({ beat, holds }) => (holds ? [beat] : []));

/** The last up to a moment: it speaks at its own, and is past behind it. */
export function beatAt(beats: readonly Beat[], at: number): Beat | undefined {
	return beats.findLast((beat) => beat.at <= at);
}

/** What the author says before the first step, whatever the reader has played since. */
export const openingOf = (core: Core, doc: Document): Beat | undefined =>
	asWritten(core, doc)?.beats.find((beat) => beat.at === 0);

/** Without what a reader may try or open next: who only listens has no keys, and what comes next is the speaker's. */
export const forListeners = (note: string): string => note.replace(/\s+(?:Try|Next): .*$/s, '');

/** In a talk its list says which story comes next, and not the author of this one. */
export const inTalk = (note: string): string => note.replace(/\s+Next: .*$/s, '');

/** What is shown, by its title: in a talk the speaker's own, of a recording or a level that of its own, else the story's. */
export const shownTitle = (state: State): string =>
	state.course?.stopIn(state)?.typed ||
	(state.doc?.recording?.title ?? state.doc?.level?.facts.title ?? storyTitle(state));

/** A note as it is told where it stands: what stands alone has neither set-up nor check, and leads to no other story. */
export function noteFor({ note }: Beat, { view, doc }: Pick<State, 'view' | 'doc'>): string {
	if (view.presenter || view.embed) return forListeners(note);
	return doc && talkOf(view.list, doc.config.scenario).length > 0 ? inTalk(note) : note;
}

/** The step just taken is the first that the planted fault has made another one. */
export function faultActs(core: Core, doc: Document): boolean {
	const { partsAt = 0, story = [] } = asWritten(core, doc) ?? {};
	return isTold(doc) && partsAt < story.length && doc.moment.at === partsAt + 1;
}

/** The moment of the story from which no schedule saves what goes wrong in it; of one that was left, too. */
export const lateIn = (core: Core, doc: Document): number | undefined =>
	hasOtherThreads(core, doc) || !(hasOwnBudget(core, doc) || leftStory(doc))
		? undefined
		: asWritten(core, doc)?.lateAt || undefined;

/** A question is open, or one that leads up to the decision is still to come: no sign may answer it before the reader. */
function isAsking(core: Core, doc: Document): boolean {
	const beats = beatsOf(core, doc);
	const decided = beats.find((beat) => beat.decisive)?.at ?? 0;
	const { moment, revealed } = doc;
	return beats.some(
		({ ask, at }) =>
			ask !== undefined &&
			!revealed.includes(at) &&
			(at === moment.at || (at > moment.at && at <= decided)),
	);
}

/** A question is open at this very moment. */
export function asksNow(core: Core, doc: Document): boolean {
	const beat = beatAt(beatsOf(core, doc), doc.moment.at);
	return beat !== undefined && isOpen(beat, doc);
}

/** Of the steps that stand here, whoever made them: what the story says of those that are its own, else what was searched. */
export function lateOf(core: Core, doc: Document): number | undefined {
	const told = lateIn(core, doc);
	if (told !== undefined && isStoryUpTo(doc, told)) return told;
	return lostIn(doc) || undefined;
}

/** The moment at which these steps are decided: where no author says more, behind the step that nothing saves them from. */
export function decisiveOf(core: Core, doc: Document): number | undefined {
	const told = decisiveIn(core, doc);
	if (told !== undefined && isStoryUpTo(doc, told)) return told;
	return lostIn(doc) || undefined;
}

/** The same while the story is told, where that answers no question. */
export const lateHere = (core: Core, doc: Document): number | undefined =>
	isTold(doc) && !isAsking(core, doc) ? lateIn(core, doc) : undefined;

const ACTS: Readonly<Record<SwitchFacts['kind'], string>> = {
	planted: 'Here the planted fault acts',
	fixed: 'Here the fix acts',
	asserted: 'Here the added assertion acts',
	reordered: 'Here the order that is tried by hand acts',
};

/** Of what it is that acts: of several, the fault; and why we say so. */
export function actsWords(core: Core, { config }: Document): [acts: string, why: string] {
	const switches = core.facts.locks.find((l) => l.id === config.lock)?.switches ?? [];
	const on = switches.filter((s, bit) => s.kind !== 'fixed' && (1 << bit) & config.switches);
	const { kind } = on.find((s) => s.kind === 'planted') ?? on[0] ?? { kind: 'planted' as const };
	return [ACTS[kind], 'without it, this step would be another one'];
}

export const decisiveWords = ({ ahead }: Beat): string =>
	ahead ? 'The decisive step comes next.' : 'The decisive step.';

const decisiveBeat = (core: Core, doc: Document) =>
	beatsWritten(core, doc).find((beat) => beat.decisive);

/** The moment at which the story is decided; of one that was left, too. */
export const decisiveIn = (core: Core, doc: Document): number | undefined =>
	decisiveBeat(core, doc)?.at;

/** The number of the step that decides it: the one before that moment, or the one that comes then. */
export function decidingStep(core: Core, doc: Document): number | undefined {
	const beat = decisiveBeat(core, doc);
	return beat && (beat.ahead ? beat.at + 1 : beat.at);
}

/** The steps played are the story's up to this moment: what is said of it holds in them. */
export const isStoryUpTo = (doc: Document, at: number): boolean =>
	isTold(doc) || (leftStory(doc)?.at ?? -1) >= at;

/**
 * Whose next step a question is about, by its own words, so that to show it tells nothing: "T1 is about to leave", or the
 * only thread that it names. 0: it speaks of several, or of none.
 */
export function askedThread({ ask = '' }: Pick<Beat, 'ask'>): number {
	const acts = /\bT(\d+)(?: is about to|['’]s next step| finds its next)/.exec(ask);
	const named = new Set(Array.from(ask.matchAll(/\bT(\d+)(?![\d.])/g), ([, tid]) => Number(tid)));
	if (acts) return Number(acts[1]);
	return named.size === 1 ? ([...named][0] ?? 0) : 0;
}

/** A question of why a step was taken, or of what it shows: not of one that comes, which has options or says so. */
export const isOfDone = ({ ask = '', answer }: Pick<Beat, 'ask' | 'answer'>): boolean =>
	ask !== '' && !answer && !/\b(?:about to|next|if)\b/i.test(ask);

/** Whose line the code shows: at an open question that of the thread which it is about, else the one in focus. */
export const shownThread = (beat: Beat | undefined, doc: Document): number =>
	(beat && isOpen(beat, doc) && askedThread(beat)) || doc.focusTid;

/** A question is open only at its own moment: whoever went on has seen the answer. */
export function isOpen(beat: Beat, { moment, revealed }: Document): boolean {
	return beat.ask !== undefined && moment.at === beat.at && !revealed.includes(beat.at);
}

/**
 * The moment up to which the story may be seen: from a question on, what comes answers it, until it is answered or the
 * reader has gone on. A room sees nothing of what the author has still to speak of; undefined: all of it.
 */
export function toldUpTo(core: Core, doc: Document, room: boolean): number | undefined {
	const { at } = doc.moment;
	if (asksNow(core, doc)) return at;
	const ahead = beatsOf(core, doc).filter((beat) => beat.at > at);
	if (room) return ahead.length > 0 ? at : undefined;
	return ahead.find((beat) => isUnseen(beat, doc))?.at;
}

/** A question with options is open, or still to come: what the story is called may answer it. */
export function isToBeAsked(core: Core, doc: Document): boolean {
	const here = Math.min(doc.moment.at, leftStory(doc)?.at ?? doc.moment.at);
	return storyBeats(core, doc).some(
		({ at, ask, answer }) => ask && answer && at >= here && !doc.revealed.includes(at),
	);
}

/** A question that the reader has neither answered nor gone past. */
const isUnseen = ({ ask, at }: Beat, { revealed, seen }: Document): boolean =>
	ask !== undefined && at >= seen && !revealed.includes(at);

/** The line that decides the story as it was written, where that answers no question; none where the environment decides it. */
export function decidingLine(
	core: Core,
	doc: Document,
): { proc: number; line: number; step: number } | undefined {
	const step = decidingStep(core, doc);
	if (!step || !isStoryUpTo(doc, step) || isAsking(core, doc)) return undefined;
	if (step > doc.session.length) return undefined;
	const { env, proc, line } = doc.session.record(step - 1);
	return env === '' ? { proc, line, step } : undefined;
}
