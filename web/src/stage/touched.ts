/** What a room need not see: words that the story never touches, and words beside the queues that have nothing to say at its stops. */
import type { Core, MachineView } from '../../../wasm/src';
import { hiddenBy } from '../drawings/QueueView';
import { namesOfOthers, wordRows } from '../drawings/queue/OtherWords';
import { lockOf } from '../narration/phrases';
import { storyBeats } from '../store/beats';
import type { Document } from '../store/state';
import { namesOf, touchedIn as touchedAtAll } from '../store/touched';

/** Rows from which they stand close, as words.module.css has them. */
const TIGHT = 6;

type Names = ReadonlySet<string>;
const known = new WeakMap<Core, Map<string, Names>>();

const valuesIn = ({ words, nodes }: MachineView): Map<string, string> =>
	new Map(
		[...words, ...nodes.flatMap((node) => node.words)].map(({ name, value, list }) => [
			name,
			`${value} ${list}`,
		]),
	);

/** Words that have one value at every moment at which the clicker stops, and that no note points at. */
function idleIn(core: Core, doc: Document): Names {
	const { scenario } = doc.config;
	const all = known.get(core) ?? new Map<string, Names>();
	known.set(core, all);
	const found = all.get(scenario);
	if (found) return found;
	const { story = [] } = core.scenario(scenario) ?? {};
	const beats = storyBeats(core, doc);
	const session = core.session(core.configOf(scenario));
	session.load(story);
	const busy = new Set(
		beats.flatMap(({ look = '' }) => look.split(',').flatMap((word) => namesOf(word.trim()))),
	);
	const first = valuesIn(session.machine(0));
	for (const at of [...beats.map((beat) => beat.at), session.length])
		for (const [name, value] of valuesIn(session.machine(at)))
			if (first.get(name) !== value) for (const one of namesOf(name)) busy.add(one);
	const lock = lockOf(core.facts, doc.config.lock);
	const others = lock ? namesOfOthers(lock, doc.config.variant) : [];
	const idle = new Set(others.filter((name) => !busy.has(name)));
	all.set(scenario, idle);
	return idle;
}

/** Those that are shown; undefined: no story is told, and all are. */
export function touchedIn(core: Core, doc: Document): readonly string[] | undefined {
	const touched = touchedAtAll(core, doc);
	if (!touched) return undefined;
	const idle = idleIn(core, doc);
	const few = touched.filter((name) => !idle.has(name));
	const lock = lockOf(core.facts, doc.config.lock);
	const rowsOf = (names: readonly string[]) =>
		lock ? wordRows(lock, doc.config.variant, names) : 0;
	/* fewer rows have a looser form, which would take more of the height than is left out */
	return rowsOf(touched) >= TIGHT && rowsOf(few) < TIGHT ? touched : few;
}

/** Something of the lock is not shown for that. */
export function leavesOut(core: Core, doc: Document): boolean {
	const words = touchedIn(core, doc);
	return words !== undefined && hiddenBy(core, doc.moment.machine, words);
}
