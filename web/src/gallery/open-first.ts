/** What the Enter key opens of what was searched. */
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { shippedMatching } from '../trace/shipped';
import { nearestStories } from './nearest-stories';
import { distance, type Family, families, loadWords, type Words } from './search';

/** What the Enter key opens: the nearest; of those as near, the first shown. */
export function firstMatch(groups: readonly Family[], query: string): ScenarioFacts | undefined {
	const shown = groups
		.flatMap((g) => [...g.told, ...g.free])
		.map((entry) => ({ entry, far: distance(entry, query) }));
	const least = Math.min(...shown.map(({ far }) => far));
	return shown.find(({ far }) => far === least)?.entry.scenario;
}

/** Whoever types faster than the words come is waited for. */
export async function openFirst(core: Core, query: string, come: Words | undefined): Promise<void> {
	if (!query.trim()) return;
	const words = come ?? (await loadWords().catch(() => undefined));
	const groups = families(core.facts, query, words);
	const best = await import('./best').then((m) => m.bestAddress(groups, query)).catch(() => '');
	const first = best || firstMatch(groups, query)?.name;
	const [run] = shippedMatching(query);
	const room = () => import('./room').then((m) => m.firstForRoom(query));
	const found = first ?? (run ? `trace/${run.id}` : await room().catch(() => undefined));
	const opens = found ?? nearestStories(core.facts, query, words)[0]?.name;
	if (opens) window.location.hash = `#/${opens}`;
}
