/** Threads beyond those of a story, until they move: no author speaks of them. */
import { actionTid, type Core, isEnvAction } from '../../../wasm/src';
import { threadNames } from '../cache/words';
import { hasOtherThreads } from '../store/beats';
import type { Document } from '../store/state';

/** Those of them that have taken no step by now. */
function newcomersIn(core: Core, { config, session, moment }: Document): number[] {
	const own = core.scenario(config.scenario)?.threads ?? config.threads;
	const taken = session.actions().slice(0, moment.at);
	const moved = new Set(taken.filter((action) => !isEnvAction(action)).map(actionTid));
	const all = Array.from({ length: config.threads }, (_, i) => i + 1);
	return all.filter((tid) => tid > own && !moved.has(tid));
}

/** "T4 is new: it has taken no step. Press 4, or its row."; '' where there is none, and behind the moment at which they came. */
export function newcomersText(core: Core, doc: Document): string {
	const isNew = hasOtherThreads(core, doc) && doc.moment.at === doc.openedAt;
	const tids = isNew ? newcomersIn(core, doc) : [];
	if (tids.length === 0) return '';
	if (tids.length === 1) {
		const [tid = 0] = tids;
		return `T${tid} is new: it has taken no step. Press ${tid < 10 ? `${tid}, or ` : ''}its row.`;
	}
	return `${threadNames(tids)} are new: they have taken no step. Press their numbers, or one of their rows.`;
}
