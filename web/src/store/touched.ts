/** What can be left out: words that the story never touches, and queues that hang on none that it does. */
import type { Core, Session } from '../../../wasm/src';
import { storyBeats } from './beats';
import type { Document } from './state';

/** Of a word, the names by which the drawings know it: "bucket[0].lock" is of the bucket too, "T1.next" is a next. */
export function namesOf(word: string): string[] {
	const own = word.slice(word.lastIndexOf('.') + 1);
	return [word, own, word.replace(/\[.*/, '')];
}

export function addTouched(session: Session, names: Set<string>): void {
	for (let i = 0; i < session.length; i++)
		for (const name of namesOf(session.record(i).wordName)) names.add(name);
}

const known = new WeakMap<Core, Map<string, ReadonlySet<string>>>();

/** The words that the story as it was written touches or speaks of; every moment of it shows the same. */
function ofStory(core: Core, { config }: Document): ReadonlySet<string> {
	const all = known.get(core) ?? new Map<string, ReadonlySet<string>>();
	known.set(core, all);
	const found = all.get(config.scenario);
	if (found) return found;
	const { story = [], beats = [] } = core.scenario(config.scenario) ?? {};
	const session = core.session(config);
	session.load(story);
	const names = new Set<string>();
	addTouched(session, names);
	for (const { look = '' } of beats)
		for (const word of look.split(',')) for (const name of namesOf(word.trim())) names.add(name);
	all.set(config.scenario, names);
	return names;
}

/** With those of steps that have left it; undefined: no story is told, and all are shown. */
export function touchedIn(core: Core, doc: Document): readonly string[] | undefined {
	if (storyBeats(core, doc).length === 0) return undefined;
	const own = new Set(ofStory(core, doc));
	if (doc.moment.story === 'left') addTouched(doc.session, own);
	return [...own];
}
