/** What of a talk can be made of what is open. */
import type { Core } from '../../../wasm/src';
import { fragmentOf, withKeys } from '../app/fragment';
import { hashOf } from '../app/route';
import type { Document, State } from '../store/state';
import { knownTo } from './course';
import { type Item, itemFrom } from './items';

/** The published text in the story's own set-up; what the environment may do besides is the reader's. */
function isAsWritten(core: Core, { config }: Document): boolean {
	const setUp = (one: typeof config) => core.formatUrl(one, [], 0);
	return (
		core.editedOf(config.lock) === undefined &&
		setUp(config) === setUp(core.configOf(config.scenario))
	);
}

/** The story of what is open, if it has one that ends. */
export function storyHere({ core, doc }: State): string {
	if (!core || !doc || doc.recording || doc.level) return '';
	const scenario = core.scenario(doc.config.scenario);
	return scenario && !scenario.sandbox ? scenario.name : '';
}

/** All steps that stand here, also those behind the moment shown. */
function steps(core: Core, { config, session, moment, round }: Document): string {
	const extra: Record<string, string> = {};
	const own = core.editedOf(config.lock);
	if (own) extra.own = own.packed;
	if (round !== null) extra.round = String(round);
	return core.formatUrl(config, session.actions(), moment.at, extra);
}

/** What is open as it stands, which is no story from its start; `title`: of the reader's. null: it is one, or a recorded run of a file; a text: why it can be no item. */
export function itemHere(state: State, title: string): Item | string | null {
	const { core, doc, route, view } = state;
	if (!core) return null;
	const known = knownTo(core);
	if (route.kind === 'compare') return itemFrom(fragmentOf(hashOf(state)), title, known);
	if (route.kind === 'learn')
		return route.lesson ? itemFrom(`learn/${route.lesson}`, title, known) : null;
	if (!doc || doc.recording?.own) return null;
	if (doc.recording) return itemFrom(`trace/${doc.recording.id}`, title, known);
	if (doc.level) return itemFrom(`level/${doc.level.facts.name}`, title, known);
	const { at, story } = doc.moment;
	const cache = view.cache ? 'cache=1' : '';
	const told = story === 'telling' || story === 'ended';
	if (told && isAsWritten(core, doc) && storyHere(state) !== '')
		return at > 0 ? itemFrom(`${doc.config.scenario}?at=${at}&${cache}`, '', known) : null;
	const address = steps(core, doc);
	return itemFrom(withKeys(address, cache), title, known);
}

/** It is the reader's own, and can be called as the reader likes. */
export const isNamed = (item: Item): boolean => item.kind === 'moment';
