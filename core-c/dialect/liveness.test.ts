import { describe, expect, test } from 'vitest';
import { clearMasks, deadMasks, liveAt } from './liveness';
import { type Random, randomFrom } from './random';
import { scopeOf } from './scope';
import { fixtures, inProc, procOf, small, textOf } from './testing';
import type { Expr, Proc, Stmt } from './tree';
import { forEachExpr, localOf } from './walk';
import { isCall, isStep, wordOf } from './words';

const LOCALS = 'u32 a; u32 b; u32 c;';

/** The live locals by line, as text; the body's first line is line 2. */
function live(lines: string[], locals = LOCALS, head = ''): string[] {
	const project = head
		? small([head, `PROC(f, struct x, ${locals})`, ...lines, 'END(f)'].join('\n'))
		: inProc(lines, locals);
	const [text] = project.texts;
	expect(text?.errors).toEqual([]);
	const proc = text?.procs[0] as Proc;
	const scope = text && scopeOf(project, text);
	return [...liveAt(proc, scope)]
		.sort(([a], [b]) => a - b)
		.map(([line, names]) => `${line} ${[...names].sort().join('')}`.trim());
}

describe('worked out by hand', () => {
	test('a destination is dead while the thread is parked before its step', () => {
		expect(
			live(['\tLOAD(my->a, lk->tail, relaxed);', '\tSTORE(lk->tail, my->a, relaxed);']),
		).toEqual(['2', '3 a']);
	});

	test('an index and an expected value are read where the step stands', () => {
		expect(live(['\tCAS(my->a, lk->node[my->b].next, my->a, my->c, full);'])).toEqual(['2 abc']);
	});

	test('a loop carries round what its next turn reads', () => {
		const lines = [
			'\tLOAD(my->a, lk->tail, relaxed);',
			'\twhile (my->a) {',
			'\t\tLOAD(my->b, lk->tail, relaxed);',
			'\t\tif (my->b == my->c)',
			'\t\t\tbreak;',
			'\t\tSTORE(lk->tail, my->b, relaxed);',
			'\t}',
			'\tCRITICAL();',
		];
		expect(live(lines)).toEqual(['2 c', '4 ac', '7 abc', '9']);
	});

	test('a value that only serves a dead value is dead', () => {
		const lines = ['\tCRITICAL();', '\tmy->b = my->a + 1;', '\tmy->c += my->b;', '\tCRITICAL();'];
		expect(live(lines)).toEqual(['2', '5']);
		expect(live([...lines, '\tRETURN(my->c);'])).toEqual(['2 ac', '5 c']);
	});

	test('a counter that only counts itself is dead', () => {
		expect(live(['\tfor (;;) {', '\t\tmy->a++;', '\t\tCRITICAL();', '\t}'])).toEqual(['4']);
		expect(live(['\twhile (my->a--)', '\t\tCRITICAL();'])).toEqual(['3 a']);
	});

	test('inside a call the arguments are gone and the destination is dead', () => {
		const call = '\tCALL(my->a, f, lk, .a = my->b, .b = my->c);';
		expect(live([call, '\tRETURN(my->a + my->c);'])).toEqual(['2 c']);
		expect(live(['\tCRITICAL();', call, '\tRETURN(my->a);'])).toEqual(['2 bc', '3']);
		expect(live(['\tDO(f, &lk->b[my->a]);', '\tRETURN(my->b);'])).toEqual(['2 b']);
	});

	test('what waits reads its condition again and again', () => {
		expect(live(['\tAWAIT(my->a, lk->tail, VAL == my->b, acquire);', '\tRETURN(my->a);'])).toEqual([
			'2 b',
		]);
		expect(
			live(['\tQUEUE_LOCK(my->a, lk->tail, lk->waiters);', '\tRETURN(my->a + my->b);']),
		).toEqual(['2 b']);
	});

	test('goto leads where its label is, before and after it', () => {
		const lines = [
			'again:',
			'\tCRITICAL();',
			'\tif (my->a)',
			'\t\tgoto out;',
			'\tLOAD(my->a, lk->tail, relaxed);',
			'\tgoto again;',
			'out:',
			'\tSTORE(lk->tail, my->b, relaxed);',
		];
		expect(live(lines)).toEqual(['3 ab', '6 b', '9 b']);
	});

	test('continue in a do loop goes to its condition', () => {
		const lines = [
			'\tdo {',
			'\t\tCRITICAL();',
			'\t\tif (my->c)',
			'\t\t\tcontinue;',
			'\t\tLOAD(my->a, lk->tail, relaxed);',
			'\t} while (my->a != my->b);',
		];
		expect(live(lines)).toEqual(['3 abc', '6 bc']);
	});

	test('what nothing leaves keeps nothing behind it alive', () => {
		expect(live(['\tfor (;;)', '\t\tCRITICAL();', '\tRETURN(my->a);'])).toEqual(['3']);
		expect(live(['\tCRITICAL();', '\tRETURN(0);', '\tRETURN(my->a);'])).toEqual(['2']);
	});

	test('macros read what they stand for', () => {
		const head = '#define MINE my->a\n#define SUM(x) ((x) + my->c)\n#define PART(x) my->x##1';
		const lines = ['\tCRITICAL();', '\tRETURN(SUM(my->b));'];
		expect(live(lines, LOCALS, head)).toEqual(['5 bc']);
		expect(live(['\tCRITICAL();', '\tRETURN(MINE);'], LOCALS, head)).toEqual(['5 a']);
		expect(live(['\tCRITICAL();', '\tRETURN(PART(a));'], 'u32 a1;', head)).toEqual(['5 a1']);
	});
});

describe('masks', () => {
	test('count words of 4 bytes, the destination among the dead', () => {
		const [proc] =
			inProc(
				['\tLOAD(my->b, lk->tail, relaxed);', '\tRETURN(my->d + my->b + my->e);'],
				'u32 a; u32 b; u64 c; u64 d; u16 e; u16 f;',
			).texts[0]?.procs ?? [];
		expect(deadMasks(proc as Proc)).toEqual(new Map([[2, 0b0001111]]));
	});

	test('what was cleared before and not written since is not cleared again', () => {
		const clear = (lines: string[], locals = 'u32 a; u32 b;') =>
			clearMasks(inProc(lines, locals).texts[0]?.procs[0] as Proc);
		const LOADS = '\tLOAD(my->a, lk->tail, relaxed);';
		/* at the beginning nothing is clear; its own destination is, from there to the access */
		expect(clear([LOADS, '\tCRITICAL();', '\tRETURN(my->a);'])).toEqual(
			new Map([
				[2, 0b11],
				[3, 0],
			]),
		);
		/* written, and dead behind it */
		expect(clear([LOADS, '\tif (my->a)', '\t\tCRITICAL();', '\tCRITICAL();'])).toEqual(
			new Map([
				[2, 0b11],
				[4, 0b01],
				[5, 0b01] /* on one of two ways */,
			]),
		);
		/* round a loop: b is clear from the first time on, a is written each time */
		expect(clear(['\tfor (;;) {', LOADS, '\t\tCRITICAL();', '\t}'])).toEqual(
			new Map([
				[3, 0b11],
				[4, 0b01],
			]),
		);
	});

	test('of the mutex: the hand-written rule of the fast path', () => {
		const text = textOf(fixtures(), 'mutex');
		const proc = procOf(text, 'mutex_lock_common');
		const names = liveAt(proc);
		const at = (keyword: string, phrase: string) => {
			const step = proc.steps.find(
				(one) => one.keyword === keyword && one.phrase?.done.startsWith(phrase),
			);
			return [...(names.get(step?.line ?? 0) ?? [])].sort().join(' ');
		};
		/* state is asked for again in each pass; owner only by the spinner; seen never survives a sleep */
		expect(at('LOAD', 'reads who owns the mutex')).toBe('state');
		expect(at('CAS', 'takes the mutex as a spinner')).toBe('owner state');
		expect(at('SCHEDULE', 'goes to sleep')).toBe('state');
		expect(at('LIST_DEL', 'leaves the wait list')).toBe('');
	});
});

/* --- by brute force ------------------------------------------------------------------------ */

/** What happens on a way through the body, in order. */
type Event =
	| { kind: 'use'; reads: string[]; writes: string[]; pure: boolean }
	| { kind: 'rest'; line: number };
/** Straight code with jumps; a fork goes on at the next or elsewhere. */
type Code =
	| Event
	| { kind: 'fork' | 'jump'; to: string }
	| { kind: 'label'; name: string }
	| { kind: 'end' };

const namesIn = (expr: Expr): string[] => {
	const found: string[] = [];
	forEachExpr(expr, (part) => {
		const name = localOf(part);
		if (name) found.push(name);
	});
	return found;
};

/** A second reading of the body, made for this test alone: as a machine would jump. */
class Straight {
	readonly code: Code[] = [];
	private count = 0;
	private readonly loops: { out: string; on: string }[] = [];

	constructor(body: Stmt[]) {
		for (const stmt of body) this.add(stmt);
		this.code.push({ kind: 'end' });
	}

	private use(reads: string[], writes: string[] = [], pure = false): void {
		this.code.push({ kind: 'use', reads, writes, pure });
	}

	private expr(expr: Expr, asked: boolean): void {
		if (expr.kind === 'assign') {
			const to = namesIn(expr.target);
			this.use([...namesIn(expr.value), ...(expr.op === '=' ? [] : to)], to, true);
		} else if (expr.kind === 'postfix') {
			const to = namesIn(expr.operand);
			if (asked) this.use(to);
			this.use(to, to, true);
		} else this.use(namesIn(expr));
	}

	private add(stmt: Stmt): void {
		const id = `.${this.count++}`;
		const label = (name: string) => this.code.push({ kind: 'label', name: id + name });
		const go = (kind: 'fork' | 'jump', name: string) => this.code.push({ kind, to: id + name });
		switch (stmt.kind) {
			case 'block':
				for (const one of stmt.body) this.add(one);
				break;
			case 'expr':
				this.expr(stmt.expr, false);
				break;
			case 'if':
				this.expr(stmt.test, true);
				go('fork', 'else');
				this.add(stmt.then);
				go('jump', 'end');
				label('else');
				if (stmt.else) this.add(stmt.else);
				label('end');
				break;
			case 'do':
			case 'while':
			case 'for':
				this.loops.push({ out: `${id}out`, on: `${id}on` });
				if (stmt.kind === 'for' && stmt.init) this.expr(stmt.init, false);
				label('again');
				if (stmt.kind !== 'do' && stmt.test) {
					this.expr(stmt.test, true);
					go('fork', 'out');
				}
				this.add(stmt.body);
				label('on');
				if (stmt.kind === 'for' && stmt.next) this.expr(stmt.next, false);
				if (stmt.kind === 'do') {
					this.expr(stmt.test, true);
					go('fork', 'again');
				} else go('jump', 'again');
				label('out');
				this.loops.pop();
				break;
			case 'goto':
				this.code.push({ kind: 'jump', to: stmt.label });
				break;
			case 'label':
				this.code.push({ kind: 'label', name: stmt.name });
				this.add(stmt.body);
				break;
			case 'break':
			case 'continue': {
				const loop = this.loops.at(-1);
				this.code.push({ kind: 'jump', to: (stmt.kind === 'break' ? loop?.out : loop?.on) ?? '' });
				break;
			}
			case 'word':
				this.word(stmt);
		}
	}

	private word({ keyword, args, span }: Extract<Stmt, { kind: 'word' }>): void {
		const hasDst = wordOf(keyword)?.params[0] === 'dst';
		const reads = args.slice(hasDst ? 1 : 0).flatMap(({ expr }) => namesIn(expr));
		const writes = hasDst ? namesIn((args[0] as { expr: Expr }).expr) : [];
		if (isStep(keyword)) this.code.push({ kind: 'rest', line: span.line });
		this.use(reads);
		if (isCall(keyword)) this.code.push({ kind: 'rest', line: span.line });
		this.use([], writes);
		if (keyword === 'RETURN') this.code.push({ kind: 'end' });
	}
}

/** One way through, its forks taken at random. */
function way(code: Code[], random: Random, most = 80): Event[] {
	const labels = new Map(code.map((one, at) => [one.kind === 'label' ? one.name : '', at]));
	const events: Event[] = [];
	for (let at = 0, steps = 0; steps < 400 && events.length < most; steps++, at++) {
		const one = code[at];
		if (!one || one.kind === 'end') break;
		if (one.kind === 'jump' || (one.kind === 'fork' && random.below(2) === 0))
			at = labels.get(one.to) ?? code.length;
		else if (one.kind === 'use' || one.kind === 'rest') events.push(one);
	}
	return events;
}

/** Reads a way backwards: what lives at each line that it rests at. */
function seenOn(events: Event[], found: Map<number, Set<string>>): void {
	const live = new Set<string>();
	for (const event of [...events].reverse()) {
		if (event.kind === 'rest') {
			const names = found.get(event.line) ?? new Set();
			for (const name of live) names.add(name);
			found.set(event.line, names);
			continue;
		}
		const counts = !event.pure || event.writes.some((name) => live.has(name));
		for (const name of event.writes) live.delete(name);
		if (counts) for (const name of event.reads) live.add(name);
	}
}

/** A body of some lines, nested a little, with every kind of statement. */
function randomBody(random: Random): string[] {
	const local = () => `my->${random.pick(['a', 'b', 'c'])}`;
	const lines: string[] = [];
	const simple = () =>
		random.pick([
			() => `LOAD(${local()}, lk->tail, relaxed);`,
			() => `CAS(${local()}, lk->node[${local()}].next, ${local()}, me, full);`,
			() => `CALL(${local()}, f, lk, .a = ${local()});`,
			() => 'CRITICAL();',
			() => `STORE(lk->tail, ${local()}, relaxed);`,
			() => `${local()} = ${local()} + 1;`,
			() => `${local()} = 0;`,
			() => `${local()} += ${local()};`,
			() => `${local()}++;`,
			() => `goto ${random.pick(['one', 'two'])};`,
			() => `RETURN(${local()});`,
		])();
	const add = (depth: number, inLoop: boolean): void => {
		const kind = depth > 2 ? 9 : random.below(12);
		const many = 1 + random.below(3);
		const inside = (loop: boolean) => {
			for (let i = 0; i < many; i++) add(depth + 1, loop);
		};
		if (kind === 0) {
			lines.push(`if (${local()}) {`);
			inside(inLoop);
			if (random.below(2) === 0) {
				lines.push('} else {');
				inside(inLoop);
			}
			lines.push('}');
		} else if (kind === 1) {
			lines.push(random.pick([`while (${local()}) {`, `while (${local()}--) {`]));
			inside(true);
			lines.push('}');
		} else if (kind === 2) {
			lines.push(random.pick(['for (;;) {', `for (${local()} = 0; ${local()}; ${local()}++) {`]));
			inside(true);
			lines.push('}');
		} else if (kind === 3) {
			lines.push('do {');
			inside(true);
			lines.push(`} while (${local()});`);
		} else if (kind === 4 && inLoop) lines.push(random.pick(['break;', 'continue;']));
		else lines.push(simple());
	};
	for (const name of ['one', 'two', '']) {
		if (name) lines.push(`${name}:`);
		for (let i = 0; i < 2; i++) add(0, false);
	}
	return lines;
}

test('250 random bodies: as on 250 random ways through each', { timeout: 60_000 }, () => {
	const random = randomFrom(20);
	let places = 0;
	for (let i = 0; i < 250; i++) {
		const lines = randomBody(random);
		const { errors, procs } = inProc(lines).texts[0] as { errors: unknown[]; procs: Proc[] };
		expect(errors, lines.join('\n')).toEqual([]);
		const proc = procs[0] as Proc;
		const { code } = new Straight(proc.body);
		const seen = new Map<number, Set<string>>();
		for (let k = 0; k < 250; k++) seenOn(way(code, random), seen);
		const worked = liveAt(proc);
		for (const [line, names] of seen) {
			places++;
			const message = `line ${line} of\n${lines.map((text, n) => `${n + 2} ${text}`).join('\n')}`;
			expect([...(worked.get(line) ?? ['?'])].sort(), message).toEqual([...names].sort());
		}
	}
	expect(places).toBeGreaterThan(700);
});

test('the texts: as on random ways through each procedure', { timeout: 60_000 }, () => {
	const random = randomFrom(7);
	const project = fixtures();
	for (const text of project.texts)
		for (const proc of text.procs) {
			const { code } = new Straight(proc.body);
			const seen = new Map<number, Set<string>>();
			for (let k = 0; k < 400; k++) seenOn(way(code, random, 300), seen);
			const worked = liveAt(proc, scopeOf(project, text));
			for (const [line, names] of seen)
				for (const name of names)
					expect([...(worked.get(line) ?? [])], `${proc.name}:${line}`).toContain(name);
		}
});
