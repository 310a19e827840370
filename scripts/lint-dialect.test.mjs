import { describe, expect, test } from 'vitest';
import { faultsIn } from './lint-dialect.mjs';

const words = { steps: new Set(['LOAD', 'STORE', 'XCHG', 'SPIN_LOCK']), calls: new Set(['DO']) };
const guardsFor = (text) => faultsIn(text, words).map(({ guard, line }) => `${guard}:${line}`);

const inBody = (...lines) => ['PROC(mcs_try, u32 old;)', ...lines, 'END(mcs_try)'].join('\n');
const step = '\tLOAD(my->old, lk->tail, relaxed); /* reads the tail */';

describe('a text without a fault', () => {
	test('passes, with calls, private code and goto', () => {
		const text = inBody(step, 'again:', '\tDO(other);', '\tif (my->old)', '\t\tgoto again;');
		expect(guardsFor(text)).toEqual([]);
	});

	test('may say in comments and strings what the code may not', () => {
		const text = `/* switch (x) and tail.v, LOAD(a,\n b) */\n${inBody(step)}\nstatic const char *s = "LOAD(a.v";`;
		expect(guardsFor(text)).toEqual([]);
	});

	test('may have locals in the head over several lines, and in helpers outside a PROC', () => {
		const text =
			'PROC(mcs_try,\n\tu32 old;\n\tu32 next;)\nEND(mcs_try)\nstatic u32 f(u32 x)\n{\n\tu32 y = x;\n}';
		expect(guardsFor(text)).toEqual([]);
	});
});

describe('each guard fires on', () => {
	test.each([
		[
			'a step over two lines',
			inBody('\tLOAD(my->old,', '\t\tlk->tail, relaxed); /* reads */'),
			'one-line:2',
		],
		['a call over two lines', inBody('\tDO(other,', '\t\t1);'), 'one-line:2'],
		[
			'two steps on one line',
			inBody('\tSTORE(lk->a, 1, relaxed); STORE(lk->b, 1, relaxed); /* writes both */'),
			'one-a-line:2',
		],
		['a step behind an if', inBody(`\tif (my->old) ${step.trim()}`), 'first-on-line:2'],
		['switch in a body', inBody('\tswitch (my->old) {', '\t}'), 'no-switch:2'],
		['case in a body', inBody('\tcase 1:'), 'no-switch:2'],
		['a bare access', inBody('\tmy->old = lk->tail.v;'), 'no-bare-access:2'],
		['a bare access through a pointer', inBody('\tmy->old = (&lk->tail)->v;'), 'no-bare-access:2'],
		['a lower-case macro', '#define tail lk->tail_word', 'no-lower-case-define:1'],
		['a local in a body', inBody('\tu32 old = 0;'), 'locals-in-head:2'],
		['a pointer local in a body', inBody('\tstruct node *n;'), 'locals-in-head:2'],
		['a const local in a body', inBody('\tconst int n = 2;'), 'locals-in-head:2'],
		['a step without a phrase', inBody('\tLOAD(my->old, lk->tail, relaxed);'), 'phrase:2'],
		[
			'a step with an empty phrase',
			inBody('\tLOAD(my->old, lk->tail, relaxed); /* */'),
			'phrase:2',
		],
		['a name of the kernel', 'PROC(mutex_lock, u32 old;)\nEND(mutex_lock)', 'own-name:1'],
		['a name of libc', 'PROC(wait)\nEND(wait)', 'own-name:1'],
	])('%s', (_, text, expected) => {
		expect(guardsFor(text)).toContain(expected);
	});
});
