/** Which lines of an edited text a search has run, against schedules that are gone through one by one. */
import { beforeAll, expect, it } from 'vitest';
import { forEachStmt } from '../../core-c/dialect';
import type { Mark } from '../../core-c/dialect/emit/mark';
import type { Config } from './config';
import type { Core } from './core';
import { ALL, edit, engineOf, searched, textOf, textsOf } from './edit-testing';
import type { Edit } from './edited';
import { exploreHere } from './explorer';
import type { LockFacts } from './facts';
import { builtCore } from './testing';

let built: Core;
beforeAll(async () => {
	built = await builtCore();
});

const lockNamed = (name: string) =>
	built.facts.locks.find((lock) => lock.name === name) as LockFacts;

const everyLine = (text: string) => ({
	lines: new Set(text.split('\n').map((_, i) => i + 1)),
	taken: new Set<number>(),
});

/** By line: have all its pieces run, some, or none? */
function byLine({ marks }: Edit, ran: readonly boolean[]): Map<number, string> {
	const of = new Map<number, boolean[]>();
	marks.forEach(({ line }: Mark, i) => {
		of.set(line, [...(of.get(line) ?? []), ran[i] === true]);
	});
	const said = (all: boolean[]) =>
		all.every(Boolean) ? 'run' : all.some(Boolean) ? 'part' : 'never';
	return new Map([...of].map(([line, all]) => [line, said(all)]));
}

/** Lines of the text whose access some schedule makes, or waits at: state by state, without the search. */
function linesOfAll(lock: LockFacts, text: string, config: Config): Set<number> {
	const lines = new Set<number>();
	const seen = new Set<string>();
	const session = built.session(config);
	const left: number[][] = [[]];
	for (let path = left.pop(); path; path = left.pop()) {
		session.load(path);
		if (seen.has(session.hash())) continue;
		seen.add(session.hash());
		for (const { action, result, env, preview } of session.options()) {
			if (result !== 'moved' && result !== 'spun') continue;
			if (env === '' && lock.procs[preview.proc]?.text === text) lines.add(preview.line);
			if (result === 'moved') left.push([...path, action]);
		}
	}
	expect(seen.size).toBeGreaterThan(20);
	return lines;
}

/** Lines of the text at which a thread parks. */
function stepLines(name: string): Set<number> {
	const procs = ALL.texts.find((text) => text.name === name)?.procs ?? [];
	return new Set(procs.flatMap(({ steps }) => steps.map(({ line }) => line)));
}

it.each([
	['mcs', 'mcs', 0],
	['ticket', 'ticket', 0],
	['mutex', 'mutex-mcs', 0],
	['mutex_owner', 'mutex-6.12', 1],
	['rwsem', 'rwsem', 0],
	['tp_futex', 'tp-futex', 0],
])(
	'of %s it has run the lines that some schedule runs, and no others',
	{ timeout: 60_000 },
	async (name, scenario, preempt) => {
		const lock = lockNamed(name);
		const config = built.configOf(scenario, {
			threads: 2,
			rounds: 1,
			budget: [0, preempt, 0, 0, 0, 0, 0, 0],
		});
		let steps = 0;
		for (const text of textsOf(lock).filter((one) =>
			lock.procs.some((proc) => proc.text === one),
		)) {
			const made = edit(lock, text, undefined, everyLine(textOf(text)));
			const { verdict, ran } = await searched(lock, made, config);
			expect(verdict).toBe('OK');
			const found = byLine(made, ran);
			const own = [...stepLines(text)].filter((line) => found.has(line));
			const run = own.filter((line) => found.get(line) !== 'never');
			expect(new Set(run), text).toEqual(linesOfAll(lock, text, config));
			steps += run.length;
		}
		expect(steps).toBeGreaterThan(4);
	},
);

it('a search is the same, whatever was asked about', async () => {
	const lock = lockNamed('mutex_owner');
	const config = built.configOf('mutex-6.12', { threads: 2, rounds: 2 });
	const said = async (made: Edit) => {
		const { seconds, ran, ...rest } = await searched(lock, made, config);
		return rest;
	};
	const all = edit(lock, lock.name, undefined, everyLine(textOf(lock.name)));
	expect(await said(all)).toEqual(await said(edit(lock, lock.name)));
	expect(all.marks.length).toBeGreaterThan(50);
});

/** What is said of the lines of a procedure that begin so, in their order; of `taken` lines, whether anybody comes there. */
async function saidOf(body: string, taken: readonly string[] = [], threads = 2) {
	const lock = lockNamed('mcs');
	const config = built.configOf('mcs', { threads, rounds: 1, budget: Array(8).fill(0) });
	const change = (text: string) =>
		text.replace(
			/PROC\(mspin_unlock[\s\S]*END\(mspin_unlock\)/,
			`PROC(mspin_unlock, struct mcs, u32 next; u32 old;)\n${body}\nEND(mspin_unlock)`,
		);
	const rows = change(textOf('mcs')).split('\n');
	const first = rows.findIndex((row) => row.startsWith('PROC(mspin_unlock'));
	const numbers = body.split('\n').map((_, i) => first + 2 + i);
	const places = [...numbers, (numbers.at(-1) ?? 0) + 1];
	const wanted = {
		lines: new Set(numbers),
		taken: new Set(places.filter((line) => taken.includes(rows[line - 1]?.trim() ?? ''))),
	};
	const made = edit(lock, 'mcs', change, wanted);
	const { ran, verdict } = await searched(lock, made, config);
	expect(verdict).toBe('OK');
	const of = (which: boolean) => {
		const marks = made.marks.filter(({ taken }) => taken === which);
		return byLine(
			{ ...made, marks },
			ran.filter((_, i) => made.marks[i]?.taken === which),
		);
	};
	const [lines, gaps] = [of(false), of(true)];
	return {
		lines: numbers.flatMap((line) => (lines.has(line) ? [lines.get(line)] : ['none'])),
		gaps: [...gaps].map(([line, how]) => [rows[line - 1]?.trim(), how]),
	};
}

const UNLOCK = `	LOAD(my->next, lk->node[me].next, relaxed); /* reads */
	if (my->next == 0) {
		CAS(my->old, lk->tail, me, 0, full); /* empties it | does not */
		if (my->old == me) {
			GIVES();
			RETURN(0);
		} else {
			my->old = 0;
		}
		AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* sees it | waits for it */
	}
	STORE(lk->node[my->next].locked, 1, relaxed); /* passes the turn */
	GIVES();`;

it('what no thread alone comes to is told line by line, free ones and brackets too', async () => {
	const two = await saidOf(UNLOCK);
	expect(two.lines).toEqual(two.lines.map(() => 'run'));
	const alone = await saidOf(UNLOCK, [], 1);
	const never = ['my->old = 0;', 'AWAIT', 'STORE', 'GIVES();'];
	const rows = UNLOCK.split('\n');
	const expected = rows.map((row, i) =>
		i > 5 && never.some((begin) => row.trim().startsWith(begin)) ? 'never' : 'run',
	);
	expect(alone.lines).toEqual(expected);
	expect(expected.filter((said) => said === 'never')).toHaveLength(4);
});

it('a condition of which a part is never asked is told as run in part, by the line of that part', async () => {
	const told = async (condition: string) => {
		const { lines } = await saidOf(UNLOCK.replace('my->old == me', condition), [], 1);
		return lines.slice(3, condition.split('\n').length + 3);
	};
	expect(await told('my->old == me || my->next')).toEqual(['part']);
	expect(await told('my->old == me && my->next == 0')).toEqual(['run']);
	expect(await told('my->old == me ||\n\t\t    my->next')).toEqual(['run', 'never']);
	expect(await told('my->next == 0 && (my->old == me ||\n\t\t    my->next)')).toEqual([
		'run',
		'never',
	]);
	expect(await told('my->next ? my->next : my->old == me')).toEqual(['part']);
});

it('loops, labels and jumps', async () => {
	const load = 'LOAD(my->next, lk->node[me].next, relaxed); /* reads it again */';
	const body = `${UNLOCK}
	my->old = 3;
	while (my->old--) {
		${load}
		if (my->old == 1)
			continue;
		if (my->old > 7)
			break;
	}
	for (my->old = 0; my->old < 2; my->old++)
		${load}
	do {
		${load}
	} while (my->old--);
	goto out;
	my->old = 9;
out:
	${load}`;
	const { lines } = await saidOf(body);
	const rows = body.split('\n');
	const never = rows.flatMap((row, i) => (lines[i] === 'never' ? [row.trim()] : []));
	expect(never).toEqual(['break;', 'my->old = 9;']);
	expect(lines.filter((said) => said === 'none')).toEqual([]);
});

it('where a line was taken out it is told whether anybody still comes to that place', async () => {
	const gaps = async (threads: number) =>
		(await saidOf(UNLOCK, ['GIVES();', 'RETURN(0);', '} else {', 'my->old = 0;', '}'], threads))
			.gaps;
	const alone = await gaps(1);
	expect(alone).toEqual([
		['GIVES();', 'run'],
		['RETURN(0);', 'run'],
		/* behind a RETURN nobody is */
		['} else {', 'never'],
		['my->old = 0;', 'never'],
		['}', 'never'],
		['}', 'never'],
		['GIVES();', 'never'],
	]);
	const two = await gaps(2);
	expect(two.filter(([, how]) => how === 'never')).toEqual([['} else {', 'never']]);
});

it('the end of a procedure is a place too', async () => {
	const end = ['END(mspin_unlock)'];
	expect((await saidOf(UNLOCK, end)).gaps).toEqual([['END(mspin_unlock)', 'run']]);
	expect((await saidOf(UNLOCK, end, 1)).gaps).toEqual([['END(mspin_unlock)', 'never']]);
});

it('a thread that stands before a line has not run it, and a search knows nothing of the one before', async () => {
	const lock = lockNamed('mcs');
	const made = edit(lock, 'mcs', undefined, everyLine(textOf('mcs')));
	const config = built.configOf('mcs', { threads: 1, rounds: 1 });
	const at = (begin: string) =>
		textOf('mcs')
			.split('\n')
			.findIndex((row) => row.trim().startsWith(begin)) + 1;
	const { ran } = await searched(lock, made, config, 1);
	expect(byLine(made, ran).get(at('while (my->rounds--)'))).toBe('run');
	/* its first step is tried, and leads to where the search may see no more */
	expect(byLine(made, ran).get(at('STORE(lk->node[me].locked, 0'))).toBe('run');
	expect(byLine(made, ran).get(at('STORE(lk->node[me].next, 0'))).toBe('never');

	const engine = await engineOf(lock, made);
	const again = async (threads: number) => {
		const { ran } = await exploreHere(
			{ family: () => engine },
			{ ...built.configOf('mcs', { threads, rounds: 1 }), budget: Array(8).fill(0) },
			{ maxStates: 10_000 },
		);
		return byLine(made, ran).get(at('AWAIT(my->next'));
	};
	expect([await again(2), await again(1)]).toEqual(['run', 'never']);
});

it('asks about procedures and statements of every text', () => {
	for (const lock of built.facts.locks)
		for (const name of textsOf(lock).filter((text) => lock.procs.some((p) => p.text === text))) {
			const made = edit(lock, name, undefined, everyLine(textOf(name)));
			const marked = new Set(made.marks.map(({ line }) => line));
			for (const proc of ALL.texts.find((text) => text.name === name)?.procs ?? []) {
				if (!lock.procs.some((one) => one.name === proc.name)) continue;
				forEachStmt(proc.body, ({ kind, span }) => {
					if (kind !== 'block' && kind !== 'empty')
						expect(marked.has(span.line), `${name}.c, line ${span.line}: ${kind}`).toBe(true);
				});
			}
		}
});
