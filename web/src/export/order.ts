/** What of the open document is exported. */
import { type Core, NO_EVENT } from '../../../wasm/src';
import { MAX_SCHEDULE } from '../../../wasm/src/memory';
import { lockOf } from '../narration/phrases';
import { budgetText, faultTitle } from '../narration/searched';
import { fromText, leftBehind } from '../store/behind';
import type { Document, State } from '../store/state';
import { provenanceLine, verdictText } from '../trace/provenance';
import type { Order, Recorded } from './telling';

/** Steps that there are to export: the whole story while it is told, else the whole schedule. */
export function stepsOf(state: State): Order['actions'] {
	const { core, doc } = state;
	if (!core || !doc) return [];
	const { session, moment, config, recording } = doc;
	const telling = !recording && moment.story === 'telling';
	return telling ? (core.scenario(config.scenario)?.story ?? []) : session.columns().action.slice();
}

function searchedOf({ core, check, doc }: State): string | undefined {
	if (!core || !doc || check.kind !== 'done') return undefined;
	const { verdict, what, states } = check.progress;
	const { from, budget } = check;
	const outside = budgetText(core.facts, leftBehind(from, budget)) || 'nothing';
	const where = from ? ` ${fromText(from, doc)}` : '';
	return `${faultTitle(verdict, what, lockOf(core.facts, doc.config.lock))}; ${states.toLocaleString('en')} states searched${where}, with from outside: ${outside}`;
}

/** Only of steps as they were recorded; behind a step of the reader's own no times are known. */
function recordedOf({ recording, parted }: Document, steps: number): Recorded | undefined {
	if (!recording || parted < steps) return undefined;
	const { when, ticks, event } = recording.trace;
	return {
		when: when.subarray(0, steps).map((t) => t / ticks),
		inferred: (i) => event[i] === NO_EVENT,
	};
}

/** Where the steps come from, and which of them nobody recorded: whoever gets the file must not take one for the other. */
function provenanceOf(
	core: Core,
	{ recording, parted }: Document,
	steps: number,
): string | undefined {
	if (!recording) return undefined;
	const { trace } = recording;
	const own =
		parted < steps
			? `Only steps 1 to ${parted} are as recorded; those from ${parted + 1} on were chosen by hand. `
			: '';
	return `${own}${provenanceLine(trace)}. ${verdictText(trace, core.facts)}`;
}

/**
 * A file of the reader's has no address; its steps, like any, have one, unless they are more than an
 * address can hold.
 */
function addressOf(
	core: Core,
	{ config, recording, parted }: Document,
	actions: Order['actions'],
	page: string,
): string {
	const end = actions.length;
	if (recording && !recording.own && parted >= end)
		return `${page}#/trace/${encodeURIComponent(recording.id)}?at=${end}`;
	const edited = core.editedOf(config.lock);
	const own: Record<string, string> = edited ? { own: edited.packed } : {};
	return end > MAX_SCHEDULE ? '' : `${page}#/${core.formatUrl(config, [...actions], end, own)}`;
}

/** The first `steps` steps. `page` is the address of the page, without what follows '#'. */
export function orderOf(state: State, steps: number, page: string): Order | null {
	const { core, doc } = state;
	if (!core || !doc) return null;
	const { config, recording } = doc;
	const actions = stepsOf(state).slice(0, steps);
	const recorded = recordedOf(doc, actions.length);
	return {
		core,
		config,
		actions,
		address: addressOf(core, doc, actions, page),
		...(recording && {
			title: recording.title,
			lesson: recording.text,
			recording: provenanceOf(core, doc, actions.length),
		}),
		...(recorded && { recorded }),
		searched: searchedOf(state),
	};
}

/** "lockstep-mutex-wake.txt" */
export function fileName(state: State, ending: string): string {
	const name = state.doc?.recording?.id ?? state.doc?.config.scenario ?? 'schedule';
	return `lockstep-${name.replace(/[^\w.-]+/g, '-')}.${ending}`;
}
