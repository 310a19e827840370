import { expect, it } from 'vitest';
import { emptyCore } from '../../../wasm/src/testing';
import { locksOf } from '../store/modules';
import { needsOf } from './ahead';
import { routeOf } from './route';

const core = emptyCore();
const [one, another] = core.facts.scenarios.map(({ name }) => name);

it.each([
	'',
	'#/',
	'#/?theme=dark',
	...core.facts.scenarios.map(({ name }) => `#/${name}`),
	`#/${one}?v=1&n=3&s=abc&at=2`,
	`#/${one}/more`,
	'#/no-such-scenario',
	'#/constructor',
	'#/trace/tp-handoff?at=14',
	'#/level/two-heads?s=abc',
	'#/level',
	'#/repair/cut-off?theme=dark',
	'#/repair',
	'#/repair/',
	'#/levels',
	'#/levels?theme=dark',
	'#/learn',
	'#/trace',
	'#/trace/',
	`#/compare/${one}/${another}?at=3`,
	`#/compare/${one}/${core.facts.scenarios.at(-1)?.name}`,
	`#/compare/${one}`,
	`#/compare/${encodeURIComponent(`${one}?v=1&s=abc`)}/${another}?l=2`,
	'#/compare/%E0%A4%A/x',
	`#/compare/${one}/no-such-scenario`,
	`#/compare/no-such-scenario/${one}`,
	`#/${one}?list=compare/${one}/${another}?by=turns,level/x&item=2`,
])('%s needs what its route needs', (hash) => {
	const { route } = routeOf(core, hash);
	const names = new Set(locksOf(core, route).map((id) => core.lock(id).name));
	expect(needsOf(hash)).toEqual({ view: route.kind, locks: [...names] });
});

it.each([
	[`#/${one}?p=1`, true],
	[`#/${one}?s=abc&p=code`, true],
	[`#/${one}?list=${one}?at=2,level/two-heads&item=1&p=1`, true],
	['#/level/two-heads?p=1', true],
	[`#/${one}?s=p`, undefined],
	['#/learn?p=1', undefined],
])('%s is for a room, or is not', (hash, presents) => {
	expect(needsOf(hash).presents).toBe(presents);
});

it('a lesson is brought by its name', () => {
	expect(needsOf('#/learn/what-a-lock-is?theme=dark')).toEqual({
		view: 'learn',
		locks: [],
		lesson: 'what-a-lock-is',
	});
});
