/**
 * What a lesson does without: words and fields of its locks that it never speaks of. In a story that it leads to, and in a
 * level that closes it, they are put away until the reader asks; where a step is about one, it is said that it is not needed.
 */
import heads from 'virtual:lesson-heads';
import type { Core } from '../../../wasm/src';
import { isPlain } from '../store/plain';
import type { Document, State } from '../store/state';
import { namesOf } from '../store/touched';

export interface Without {
	/** of the lesson */
	number: number;
	lock: string;
	names: readonly string[];
}

/** Of the lock that is open, for a reader who comes from a lesson; null: nothing is to be put away. */
export function withoutHere(state: State): Without | null {
	const { core, doc, view } = state;
	if (!core || !doc || view.presenter || view.embed || doc.recording) return null;
	/* not by facts.ts, with which the texts of all levels would come */
	const level = doc.level?.facts.name;
	const lesson = heads.find(({ slug, levels }) =>
		level ? levels.includes(level) : isPlain(state) && slug === view.lesson,
	);
	const lock = core.lock(doc.config.lock).name;
	const all: readonly Without[] = lesson?.without ?? [];
	return all.find((one) => one.lock === lock) ?? null;
}

/** Those of them that the last step or a thread's next one touches. */
export function touchedOf({ names }: Without, { moment }: Document): string[] {
	const touched = [moment.before, ...moment.options.map(({ preview }) => preview)];
	const said = touched.flatMap((step) => namesOf(step?.wordName ?? ''));
	return names.filter((name) => said.includes(name));
}

/** What is left to be shown: of the words that would be, and of the fields of the lock word. */
export function leftBy(
	{ names }: Without,
	core: Core,
	{ config }: Document,
	shown: readonly string[] | undefined,
): { words: string[]; fields: string[]; away: string[] } {
	const all = core.lock(config.lock).memory.flatMap(({ words }) => words);
	const words = shown ?? all.map(({ name }) => name);
	const fields = all[0]?.fields.map(({ name }) => name) ?? [];
	const isLeft = (name: string) => !names.includes(name);
	const there = [...words, ...fields];
	return {
		words: words.filter(isLeft),
		fields: fields.filter(isLeft),
		away: names.filter((name) => there.includes(name)),
	};
}
