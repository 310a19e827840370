/** Threads beyond those of a story, until they move: no author speaks of them. */
import { actionTid, type Core, isEnvAction } from '../../../wasm/src';
import { threadNames } from '../cache/words';
import type { Document } from '../store/state';

/** Those that the scenario, a story or free play, does not have. */
export function addedTo(core: Core, { config, recording, level }: Document): number[] {
	const own = core.scenario(config.scenario)?.threads ?? config.threads;
	const all = Array.from({ length: config.threads }, (_, i) => i + 1);
	return recording || level ? [] : all.filter((tid) => tid > own);
}

/** Those of them that have taken no step by now. */
function newcomersIn(core: Core, doc: Document): number[] {
	const taken = doc.session.actions().slice(0, doc.moment.at);
	const moved = new Set(taken.filter((action) => !isEnvAction(action)).map(actionTid));
	return addedTo(core, doc).filter((tid) => !moved.has(tid));
}

/** "T4 is new: it has taken no step. Press 4, or its row."; '' where there is none, and behind the moment at which they came. */
export function newcomersText(core: Core, doc: Document): string {
	const tids = doc.moment.at === doc.openedAt ? newcomersIn(core, doc) : [];
	if (tids.length === 0) return '';
	if (tids.length === 1) {
		const [tid = 0] = tids;
		return `T${tid} is new: it has taken no step. Press ${tid < 10 ? `${tid}, or ` : ''}its row.`;
	}
	return `${threadNames(tids)} are new: they have taken no step. Press their numbers, or one of their rows.`;
}
