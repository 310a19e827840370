// @vitest-environment node
/** Tables of every story: each step in a row, each row whole, and nothing of a text a sign of the format. */
import { expect, it } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { inLatex, latex } from './latex';
import { markdown, plain } from './markdown';
import type { Sink } from './slices';
import type { Order } from './telling';
import type { Ends } from './text';

const core = await builtCore();
const stories = core.facts.scenarios.filter(({ story }) => story.length > 0);

function tableOf(write: (order: Order, sink: Sink) => Generator<number, Ends>, name: string) {
	const config = core.configOf(name);
	const actions = core.scenario(name)?.story ?? [];
	const rows: string[] = [];
	const work = write({ core, config, actions, address: 'https://e.org/#/x' }, (t) => rows.push(t));
	let next = work.next();
	while (!next.done) next = work.next();
	return { rows, ...next.value, steps: actions.length };
}

/** "3–5" */
function lastOf(rows: string[], number: RegExp): number[] {
	let before = 0;
	return rows.map((row) => {
		const [, first, last = first] = number.exec(row) ?? [];
		expect(Number(first), row).toBe(before + 1);
		before = Number(last);
		return before;
	});
}

it.each(stories.map(({ name }) => name))('%s', (name) => {
	const md = tableOf(markdown, name);
	expect(lastOf(md.rows, /^\| (\d+)(?:–(\d+))? \|/).at(-1)).toBe(md.steps);
	for (const row of md.rows) expect(row.match(/(?<!\\)\|/g), row).toHaveLength(6);
	const tex = tableOf(latex, name);
	expect(lastOf(tex.rows, /^(\d+)(?:--(\d+))? &/).at(-1)).toBe(tex.steps);
	for (const row of tex.rows) {
		expect(row).toMatch(/^[\x20-\x7e]+ \\\\\n$/);
		expect(row.match(/(?<!\\)&/g), row).toHaveLength(4);
		expect(row.match(/(?<!\\)[{}]/g)?.length ?? 0, row).toSatisfy((n: number) => n % 2 === 0);
		expect(row, row).not.toMatch(/(?<!\\)[%#_~^]/);
	}
});

it('says what a step does, where, and where it goes wrong', () => {
	const { rows, head, tail } = tableOf(markdown, 'mcs-torn-swap');
	expect(head).toMatch(/^### .*\n\n.*: \d+ steps; at the end: /);
	expect(rows[0]).toMatch(/^\| 1 \| T1 \| `store` \| T1 .*\. \| `mspin_lock:\d+` \|\n$/);
	expect(rows.join('').match(/\*\*.*rule broken.*\*\*/g)).toHaveLength(1);
	expect(tail).toBe('\n[Open the end of it in Lockstep](<https://e.org/#/x>)\n');
});

it('escapes what means something', () => {
	expect(plain('a|b `c` <d> [e](f) *g* \\ wait_list')).toBe(
		'a\\|b \\`c\\` \\<d\\> \\[e\\](f) \\*g\\* \\\\ wait\\_list',
	);
	expect(inLatex('\\input{x} $1 & 50% #_^~ a → b − “c”')).toBe(
		"\\textbackslash{}input\\{x\\} \\$1 \\& 50\\% \\#\\_\\textasciicircum{}\\textasciitilde{} a $\\rightarrow$ b $-$ ``c''",
	);
});
