/** How far a story that ends in a failure is from the shortest schedule to one: docs/stories.md has each that is much longer. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtCore } from '../../wasm/src/testing';

/** Steps more than the shortest that need no reason. */
const SPARE = 4;
const core = await builtCore();

/** What the searches of the scenarios found: the steps of the shortest schedule to a failure, by the scenario's name. */
const shortest = new Map(
	[
		...readFileSync('tests/pins/searches.txt', 'utf8').matchAll(/^([\w.-]+) = .*? steps (\d+) /gm),
	].map(([, name, steps]) => [String(name), Number(steps)]),
);

/** After how many of its steps a story has failed; where threads go on for ever, from when on no schedule saves them. */
function failsAt(name: string): number {
	const { story, lateAt } = core.scenario(name) ?? { story: [], lateAt: 0 };
	const session = core.session(core.configOf(name));
	for (const [i, action] of story.entries()) {
		session.step(action);
		if (session.judge().verdict !== 'OK') return i + 1;
	}
	return lateAt;
}

const tellsOfRace = (name: string): boolean =>
	core.scenario(name)?.beats.some(({ note }) => note.includes('data race')) ?? false;

const lengths = [...shortest]
	.filter(([name]) => (core.scenario(name)?.story.length ?? 0) > 0)
	/* a data race breaks no rule, and the search of its story may find another fault first */
	.filter(([name]) => failsAt(name) > 0 || !tellsOfRace(name))
	.map(([name, steps]) => ({ name, fails: failsAt(name), steps }));

const doc = readFileSync('docs/stories.md', 'utf8');

test('no story fails before the shortest schedule does', () => {
	expect(lengths.length).toBeGreaterThan(60);
	expect(lengths.filter(({ fails, steps }) => fails < steps)).toEqual([]);
});

test('docs/stories.md gives a reason for each story that is much longer, and counts the others', () => {
	const rows = [...doc.matchAll(/^\| `([\w.-]+)` \| (\d+) \| (\d+) \| \S.* \|$/gm)].map(
		([, name, fails, steps]) => ({ name, fails: Number(fails), steps: Number(steps) }),
	);
	const longer = lengths.filter(({ fails, steps }) => fails - steps > SPARE);
	const byName = (a: { name?: string }, b: { name?: string }) =>
		String(a.name).localeCompare(String(b.name));
	expect(rows.sort(byName)).toEqual(longer.sort(byName));
	const equal = lengths.filter(({ fails, steps }) => fails === steps).length;
	const said = `Of ${lengths.length} such stories ${equal} fail as early as any schedule can, and ${
		lengths.length - equal - longer.length
	} at most four steps later.`;
	expect(doc).toContain(said);
});
