import { describe, expect, test } from 'vitest';
import { parseProject, stringOf } from './index';
import { fixtures, inProc, procOf, small, TEXTS, textOf } from './testing';

const errorsOf = (project: ReturnType<typeof small>) =>
	project.texts.flatMap(({ errors }) =>
		errors.map(({ line, column, message }) => `${line}:${column} ${message}`),
	);

describe('the texts', () => {
	const project = fixtures();

	test('are read without an error', () => {
		expect(project.texts.map(({ name }) => name)).toEqual(TEXTS);
		expect(errorsOf(project)).toEqual([]);
	});

	test('have every procedure, step and local', () => {
		for (const { procs, file, files } of project.texts) {
			const source = files[file] ?? '';
			const many = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
			const all = (of: (proc: (typeof procs)[0]) => unknown[]) => procs.flatMap(of).length;
			expect(procs.length).toBe(many(/^PROC\(/gm));
			expect(all(({ steps }) => steps)).toBe(
				many(/^\t+(?!THRESHOLD|TIMEOUT|SYSCALL)[A-Z_]+\(.*\); \/\* [a-z{].*\*\/$/gm),
			);
			expect(all(({ calls }) => calls)).toBe(many(/^\t+(?:CALL|DO|SYSCALL)\(/gm));
			const locals = source.match(/^PROC\(.*/gm)?.join() ?? '';
			expect(all((proc) => proc.locals)).toBe(locals.split(';').length - 1);
		}
	});

	test('say what each step does', () => {
		const steps = project.texts.flatMap(({ procs }) => procs.flatMap((proc) => proc.steps));
		expect(steps.filter(({ phrase }) => !phrase)).toEqual([]);
		const cas = procOf(textOf(project, 'mcs'), 'mspin_unlock').steps[1];
		expect(cas).toMatchObject({
			keyword: 'CAS',
			order: 'full',
			phrase: {
				done: 'empties the queue, for it is the last',
				otherwise:
					'finds that another thread has swapped itself in{no_wait_for_link ? , and leaves without waiting for its link (fault) : }',
			},
		});
		expect(cas?.args.map(({ raw }) => raw)).toEqual(['my->old', 'lk->tail', 'me', '0', 'full']);
		const unlock = procOf(textOf(project, 'tp_futex'), 'tp_futex_unlock');
		expect(unlock.steps.find(({ phrase }) => phrase?.handoff)?.phrase).toEqual({
			done: 'frees the lock',
			otherwise: 'finds that a flag has changed',
			handoff: 'hands the lock to the top waiter',
		});
	});

	test('have modes, uses, lines and places', () => {
		const mutex = textOf(project, 'mutex');
		expect(mutex.uses).toEqual(['mcs']);
		expect(mutex.lock?.args.map(({ raw }) => raw)).toEqual(['mutex', 'struct mutex13']);
		expect(mutex.lock?.fields.env?.raw).toBe(
			'1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_SIGNAL',
		);
		expect(mutex.variants[2]?.fields.has?.raw).toBe('look_first | spinner_queue');
		expect(mutex.switches).toHaveLength(10);
		expect(mutex.invariants[1]?.args[1]?.raw).toBe('!WRITERS() || lk->count.v != 1');
		expect(mutex.inits[0]?.args.map(({ raw }) => raw)).toEqual(['lk->count', '1']);
		const futex = textOf(project, 'tp_futex');
		expect(procOf(futex, 'tp_exit').mode).toBe('kernel');
		expect(procOf(futex, 'tp_sample_lock').mode).toBe('user');
		const source = futex.files[futex.file]?.split('\n') ?? [];
		for (const proc of futex.procs) {
			expect(source[proc.first - 1]).toMatch(new RegExp(`^PROC\\(${proc.name},`));
			expect(source[proc.last - 1]).toBe(`END(${proc.name})`);
		}
	});

	test('have laid out structs', () => {
		const [struct] = textOf(project, 'mutex').structs;
		expect(struct?.members.map(({ name, offset }) => [name, offset])).toEqual([
			['count', 0],
			['wait_lock', 4],
			['wait_list', 8],
			['owner', 24],
			['spin_mlock', 28],
		]);
		expect(struct?.size).toBe(28 + 4 + 17 * 8);
		expect(struct?.members[4]?.comment).toBe(
			"from patch 3 on; the nodes live on the spinners' stacks",
		);
	});

	test('have constants worked out as C does', () => {
		const values = Object.fromEntries(
			textOf(project, 'rwsem').constants.map(({ name, value }) => [name, value]),
		);
		expect(values).toMatchObject({
			RWSEM_READER_MASK: 0xffffff00,
			RWSEM_READ_FAILED_MASK: 7,
			RWSEM_READER_OWNED: 0x20,
			RWSEM_WAKE_READ_OWNED: 2,
			RWSEM_DOWNGRADES: 2,
		});
	});
});

describe('a small text', () => {
	test('has its struct, constants and macros', () => {
		const [text] = small('#define LOW(q) (q & 1)\n').texts;
		expect(text?.structs.map(({ tag, size }) => [tag, size])).toEqual([
			['x_node', 8],
			['spot', 4],
			['x', 4 + 16 + 17 * 8 + 16 + 4],
		]);
		expect(text?.structs[2]?.members[3]).toMatchObject({ name: 'b', count: '4', length: 4 });
		expect(text?.constants.map(({ name, value }) => [name, value])).toEqual([
			['X_FLAG', 128],
			['X_MASK', 0xffffff7e],
			['X_LOCKS', 0],
			['X_READS', 5],
			['X_MORE', 6],
		]);
		expect(text?.macros).toMatchObject([{ name: 'LOW', params: ['q'], body: '(q & 1)' }]);
	});

	test('has fields of lines as they are written, over several lines', () => {
		const [text] = small(
			'WORD(x, tail, .kind = LS_KIND_BITS, /* note, here */\n\t.field = { { "A, B)", 31, 1 },\n\t { "C", 0, 1 } },\n\t.meaning = "one" " two")\n',
		).texts;
		const [line] = text?.words ?? [];
		expect(line?.fields.field?.raw).toBe('{ { "A, B)", 31, 1 }, { "C", 0, 1 } }');
		expect(stringOf(line?.fields.meaning?.raw ?? '')).toBe('one two');
		expect(line?.span).toMatchObject({ line: 1, column: 1, endLine: 4 });
		expect(line?.fields.kind?.span).toMatchObject({ line: 1, column: 23 });
	});

	test('lays out locals with their padding', () => {
		const [proc] = inProc([], 'u8 a; u32 b, c; u64 d;').texts[0]?.procs ?? [];
		expect(proc?.locals.map(({ name, offset, size }) => [name, offset, size])).toEqual([
			['a', 0, 1],
			['b', 4, 4],
			['c', 8, 4],
			['d', 16, 8],
		]);
		expect(proc?.size).toBe(24);
	});

	test('may have a procedure without locals', () => {
		expect(small('PROC(f, struct x)\nEND(f)').texts[0]?.procs[0]?.locals).toEqual([]);
	});

	test('reads expressions with the precedence of C', () => {
		const project = inProc(['\tmy->a = my->b | 1 << 2 + 3 && !my->c ? 1 : 2;']);
		const stmt = project.texts[0]?.procs[0]?.body[0];
		const shape = (e: unknown): string => {
			const x = e as Record<string, unknown> & { kind: string };
			if (x.kind === 'binary') return `(${shape(x.left)} ${x.op} ${shape(x.right)})`;
			if (x.kind === 'conditional') return `(${shape(x.test)} ? ${shape(x.yes)} : ${shape(x.no)})`;
			if (x.kind === 'unary') return `${x.op}${shape(x.operand)}`;
			return x.kind === 'number' ? String(x.text) : String(x.name);
		};
		expect(stmt).toMatchObject({ kind: 'expr', expr: { kind: 'assign', op: '=' } });
		const { value } = (stmt as { expr: { value: unknown } }).expr;
		expect(shape(value)).toBe('(((b | (1 << (2 + 3))) && !c) ? 1 : 2)');
	});
});

describe('after a fault it reads on', () => {
	const step = (a: string) => `\tLOAD(my->${a}, lk->tail, relaxed); /* reads */`;

	test('in the next statement', () => {
		const project = inProc([
			step('a'),
			'\tmy->a = ;',
			step('b'),
			'\tif (my->a {',
			step('c'),
			'\t}',
			step('a'),
		]);
		expect(errorsOf(project)).toEqual([
			'3:10 a value is missing: “;” stands here',
			'5:12 “)” is missing behind the condition of if',
			'7:2 this “}” closes nothing',
		]);
		expect(project.texts[0]?.procs[0]?.steps.map(({ line }) => line)).toEqual([2, 4, 6, 8]);
	});

	test('in the next procedure, when END or a brace is missing', () => {
		const project = small(
			['PROC(f, struct x)', '\tfor (;;) {', step('a'), 'PROC(g, struct x)', 'END(g)'].join('\n'),
		);
		expect(errorsOf(project)).toEqual(['2:11 this “{” is not closed', '1:1 PROC(f) has no END(f)']);
		expect(project.texts[0]?.procs.map(({ name }) => name)).toEqual(['f', 'g']);
	});

	test('on the next line, when a semicolon or bracket is missing', () => {
		const project = inProc([
			'\tSTORE(lk->tail, 1, relaxed) /* writes */',
			'\tSTORE(lk->tail, (1, relaxed); /* writes */',
			'\tSTORE(lk->tail, 1, relaxed; /* writes */',
			step('a'),
		]);
		expect(errorsOf(project)).toEqual([
			'2:29 “;” is missing behind STORE(…)',
			'3:20 “)” is missing behind the expression',
			'4:28 the “(” of STORE is not closed',
		]);
		expect(project.texts[0]?.procs[0]?.steps.map(({ line }) => line)).toEqual([2, 5]);
	});

	test('but tells no more than the limit', () => {
		const project = inProc(Array.from({ length: 50 }, () => '\tmy->a = ;'));
		expect(project.texts[0]?.errors).toHaveLength(20);
	});
});

describe('what has no end ends in a sentence', () => {
	test.each([
		['a comment', '/* PROC', '1:1 this comment has no end: */ is missing'],
		['a string', 'LOCK(x, "a)\n', '1:9 this string has no end on its line'],
		['a strange character', 'LOCK(x, `)', '1:9 “`” is no part of C'],
	])('%s', (_, text, error) => {
		expect(errorsOf(small(text))).toContain(error);
	});

	test('nesting', () => {
		const deep = inProc([`\tmy->a = ${'('.repeat(50_000)};`, '\tmy->b = ;']);
		expect(errorsOf(deep)[0]).toMatch(/^2:\d+ this is nested deeper than 64 levels$/);
		expect(errorsOf(inProc([`${'{'.repeat(1000)}`]))[0]).toMatch(/nested deeper/);
		expect(errorsOf(inProc([`\tmy->a = ${'-'.repeat(1000)}1;`]))[0]).toMatch(/nested deeper/);
	});

	test('length', () => {
		expect(errorsOf(small(' '.repeat(200_001)))).toEqual([
			'1:1 the text has more than 200000 characters',
		]);
		expect(errorsOf(small('\n'.repeat(20_001)))).toEqual([
			'1:1 the text has more than 20000 lines',
		]);
		expect(errorsOf(small('; '.repeat(60_001)))).toContain(
			'1:120001 the text has more than 60000 tokens',
		);
	});

	test('a constant made of itself, a struct in itself', () => {
		const { texts } = parseProject([
			{ path: 'x/x.c', text: '#define A B\n#define B A\nstruct s { struct s inner; };\n' },
		]);
		expect(texts[0]?.constants.map(({ value }) => value)).toEqual([undefined, undefined]);
		expect(texts[0]?.structs[0]?.size).toBeUndefined();
	});
});
