import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allProblems, parseProject } from './index';
import { fixtureFiles, fixtures, SMALL_HEADER, small } from './testing';
import type { Project } from './tree';
import { isStep, localSize, MACHINE_CONSTANTS, sharedType, WORDS } from './words';

const told = (project: Project): string[] =>
	allProblems(project).map(({ line, column, message }) => `${line}:${column} ${message}`);

/** Before the body: what it may name. Its first line is line 10. */
const HEAD = [
	'VARIANT(one, .name = "x-one", .title = "with a look", .has = look | other_look)',
	'SWITCH(torn, .title = "torn", .verdict = LS_VIOLATED)',
	'#define TORN(s) FAULT(x, to##s)',
	'PROC(shut, struct spot, u32 key;)',
	'\tSTORE(lk->tail, my->key, release); /* shuts */',
	'END(shut)',
	'',
	'PROC(f, struct x, u32 old; u32 next; u32 i;)',
	'',
];
const inBody = (...lines: string[]) => small([...HEAD, ...lines, 'END(f)'].join('\n'));

const LOOKS_AT_LIST =
	'WORD(x, tail, .kind = LS_KIND_BITS, .field = {{ "A", 7, 1, LS_FIELD_FLAG }})\nINVARIANT(a, .name = "a", .meaning = "a", ';
const LINKED =
	'QUEUE(x, .kind = "mcs", .title = "a", .tail = "tail", .next = "next", .ready = "locked"';

test('the texts have no problem', () => {
	expect(told(fixtures())).toEqual([]);
});

test('what is right is let through', () => {
	const project = inBody(
		'again:',
		'\tLOAD(my->old, lk->tail, acquire); /* reads | waits */',
		'\tAWAIT(my->old, lk->node[me].next, VAL != 0 && VAL != my->i, full); // sees it',
		'\tLIST_COUNT(my->next, lk->waiters); /* counts */',
		'\tmy->next = my->old == X_FLAG ? (u32)-1 : my->i << 2 | X_MASK;',
		'\tif (FAULT(x, torn) || TORN(rn) || HAS(x, other_look) || MY_ROLE() == X_READS)',
		'\t\tgoto again;',
		'\tDO(shut, &lk->spin);',
		'\tDO(shut, &lk->b[my->i], .key = me);',
		'\tCALL(my->i, f, lk, .old = NEED_RESCHED(), .next = RUNNING);',
		'\tALIVE(lk->node[me].next);',
		'\tOUT_OF_SCOPE(lk->node[me].next);',
		'\tRETURN(-my->i);',
	);
	expect(told(project)).toEqual([]);
});

test('a loop with a step, or a call, on each way round is let through', () => {
	const LOOK = '\t\tLOAD(my->old, lk->tail, acquire); /* reads */';
	const project = inBody(
		'\twhile (my->old) {',
		LOOK,
		'\t}',
		'\tdo {',
		'\t\tif (my->i)',
		'\t\t\tcontinue;',
		'\t\tmy->i++;',
		'\t} while (0);',
		'\tfor (;;) {',
		'\t\tDO(shut, &lk->spin);',
		'\t\tif (my->i)',
		'\t\t\tbreak;',
		'\t}',
		'again:',
		'\tif (my->i)',
		'\t\tRETURN(0);',
		'\tWAIT_UNTIL(lk->tail, VAL == 0, acquire); /* waits */',
		'\tif (my->next)',
		'\t\tgoto again;',
		'\tgoto out;',
		'\twhile (my->old)',
		'\t\tmy->old--;',
		'out:',
		'\tRETURN(1);',
	);
	expect(told(project)).toEqual([]);
});

describe('each mistake is told where it is', () => {
	const LOAD = '\tLOAD(my->old, lk->tail, relaxed);';
	const SAID = `${LOAD} /* reads the tail */`;
	const ROUND =
		'there is a way round this loop without a step or a call: the thread would never stop';
	const VAL_ELSEWHERE = 'VAL stands only in the condition of AWAIT and WAIT_UNTIL';
	test.each<[what: string, line: string, told: string]>([
		[
			'a bare read',
			'\tif (lk->tail == me)\n\t\tRETURN(0);',
			'10:6 lk->tail is shared memory: reading it is a step. Use LOAD(…)',
		],
		[
			'a bare write',
			'\tlk->tail = me;',
			'10:2 lk->tail is shared memory: writing it is a step. Use STORE(…)',
		],
		[
			'a bare list',
			'\tmy->old = lk->waiters;',
			'10:12 lk->waiters is a shared list. Use LIST_FIRST(…) or LIST_COUNT(…)',
		],
		[
			'.v of a word',
			'\tmy->old = lk->tail.v;',
			'10:12 the value of a word is read with a word of the dialect, never with .v',
		],
		[
			'a local of C',
			'\tu32 old = 0;',
			'10:2 a local of C does not survive a step; declare it in the head of its PROC',
		],
		[
			'a pointer of C',
			'\tstruct x_node *n;',
			'10:2 a local of C does not survive a step; declare it in the head of its PROC',
		],
		[
			'a load that releases',
			'\tLOAD(my->old, lk->tail, release); /* reads */',
			'10:26 LOAD cannot be release; it may be relaxed, acquire or full',
		],
		[
			'a store that acquires',
			'\tSTORE(lk->tail, me, acquire); /* writes */',
			'10:22 STORE cannot be acquire; it may be relaxed, release, full or wmb',
		],
		[
			'a misspelt order',
			'\tLOAD(my->old, lk->tail, aquire); /* reads */',
			'10:26 the order of LOAD is relaxed, acquire or full; did you mean acquire?',
		],
		[
			'a misspelt word',
			'\tXHCG(my->old, lk->tail, me, full); /* swaps */',
			'10:2 XHCG is no word of the dialect; did you mean XCHG?',
		],
		[
			'a misspelt value word',
			'\tif (NEED_RESHCED())\n\t\tRETURN(0);',
			'10:6 NEED_RESHCED is no word of the dialect; did you mean NEED_RESCHED?',
		],
		[
			'a helper function',
			'\tmy->old = popcount(my->old);',
			'10:12 popcount is no word of the dialect',
		],
		[
			'a procedure called as in C',
			'\tshut(lk);',
			'10:2 a procedure is called with CALL(dst, shut, lk) or DO(shut, lk)',
		],
		[
			'a missing comment',
			LOAD,
			'10:2 LOAD needs a comment at the end of its line that says what the thread does',
		],
		[
			'an empty comment',
			`${LOAD} /* | */`,
			'10:2 LOAD needs a comment at the end of its line that says what the thread does',
		],
		[
			'a comment on the next line',
			`${LOAD}\n\t/* reads */`,
			'10:2 LOAD needs a comment at the end of its line that says what the thread does',
		],
		[
			'a step over two lines',
			'\tLOAD(my->old,\n\t\tlk->tail, relaxed); /* reads */',
			'10:2 LOAD(…) goes over several lines; compilers differ in its line number',
		],
		[
			'a call over two lines',
			'\tDO(shut,\n\t\t&lk->spin);',
			'10:2 DO(…) goes over several lines; compilers differ in its line number',
		],
		[
			'two steps on a line',
			`\tCRITICAL(); CRITICAL(); /* works */`,
			'10:14 CRITICAL is the second step on this line; a line is one step',
		],
		[
			'a step behind an if',
			`\tif (my->old) ${SAID.trim()}`,
			'10:15 LOAD must stand first on its line',
		],
		[
			'a step in a condition',
			'\tif (LOAD(my->old, lk->tail, relaxed))\n\t\tRETURN(0);',
			'10:6 LOAD is a step and gives no value: it stands on a line of its own',
		],
		[
			'switch',
			'\tswitch (my->old) {',
			'10:2 switch in a body: a step would resume in the wrong place. Use if and goto',
		],
		['return', '\treturn 0;', '10:2 a procedure ends with RETURN(value), not with return'],
		[
			'too few arguments',
			'\tLOAD(my->old, lk->tail); /* reads */',
			'10:2 LOAD takes 3 (dst, word, order); this has 2',
		],
		[
			'a result that is shared',
			'\tLOAD(lk->tail, lk->tail, full); /* reads */',
			'10:7 the result of LOAD goes into a local: my->…',
		],
		['an unknown local', '\tmy->odl = 1;', '10:2 f has no local odl; did you mean old?'],
		['a local without my->', '\tmy->i = next + 1;', '10:10 next is a local: my->next'],
		[
			'a local where a word stands',
			'\tSTORE(my->old, 1, relaxed); /* writes */',
			'10:8 STORE needs a shared word here: lk->…; this is private',
		],
		[
			'a list where a word stands',
			'\tSTORE(lk->waiters, 1, relaxed); /* writes */',
			'10:8 STORE needs a shared word here: lk->…; this is a list',
		],
		[
			'a word where a list stands',
			'\tLIST_ADD(lk->tail, me); /* joins */',
			'10:11 LIST_ADD needs a shared list here: lk->…; this is a word',
		],
		[
			'an unknown member',
			'\tSTORE(lk->tial, 1, relaxed); /* writes */',
			'10:8 struct x has no member tial; did you mean tail?',
		],
		[
			'a missing index',
			'\tSTORE(lk->node.next, 1, relaxed); /* writes */',
			'10:8 lk->node is an array: lk->node[…]',
		],
		[
			'an index too many',
			'\tSTORE(lk->tail[1], 1, relaxed); /* writes */',
			'10:8 lk->tail is no array',
		],
		['a dot behind lk', '\tSTORE(lk.tail, 1, relaxed); /* writes */', '10:8 write lk->tail'],
		[
			'an unknown procedure',
			'\tDO(shud, &lk->spin);',
			'10:5 there is no procedure shud; did you mean shut?',
		],
		[
			'an object of another type',
			'\tDO(shut, lk);',
			'10:11 shut works on a struct spot; this is the address of a struct x',
		],
		[
			'an object without its address',
			'\tDO(shut, lk->spin);',
			'10:11 shut works on a struct spot and takes its address: write & before it',
		],
		[
			'a missing object',
			'\tDO(shut, .key = 1);',
			'10:2 DO takes 2 arguments before the locals that it sets: DO(shut, lk, .local = …)',
		],
		[
			'an unknown local of the callee',
			'\tDO(shut, &lk->spin, .kye = 1);',
			'10:22 shut has no local kye; did you mean key?',
		],
		['a local set twice', '\tDO(shut, &lk->spin, .key = 1, .key = 2);', '10:32 .key is set twice'],
		[
			'an unknown switch',
			'\tif (FAULT(x, tron))\n\t\tRETURN(0);',
			'10:15 x has no switch tron; did you mean torn?',
		],
		[
			'an unknown switch in a macro',
			'\tif (TORN(nr))\n\t\tRETURN(0);',
			'10:6 x has no switch tonr; did you mean torn?',
		],
		[
			'an unknown feature',
			'\tif (HAS(x, lok))\n\t\tRETURN(0);',
			'10:13 x has no feature lok; did you mean look?',
		],
		[
			'an unknown lock',
			'\tif (HAS(y, look))\n\t\tRETURN(0);',
			'10:10 there is no text y; did you mean x?',
		],
		[
			'an unknown role',
			'\tif (MY_ROLE() == X_LOKCS)\n\t\tRETURN(0);',
			'10:19 X_LOKCS is not known here; did you mean X_LOCKS?',
		],
		[
			'VAL outside of a wait',
			'\tSTORE(lk->tail, VAL, relaxed); /* writes */',
			`10:18 ${VAL_ELSEWHERE}`,
		],
		[
			'an effect in an argument',
			'\tSTORE(lk->tail, my->i++, relaxed); /* writes */',
			'10:18 an argument of STORE must change nothing',
		],
		['a statement without effect', '\tmy->old == 1;', '10:2 this statement does nothing'],
		['an unknown label', '\tgoto agian;\nagain:', '10:2 f has no label agian; did you mean again?'],
		['a label twice', 'again:\nagain:', '11:1 the label again stands twice'],
		['break outside of a loop', '\tif (my->i)\n\t\tbreak;', '11:3 break stands in no loop'],
		[
			'a call into user mode',
			'\tSYSCALL(my->i, f, lk);',
			'10:2 SYSCALL goes from user mode into the kernel; f is in kernel mode',
		],
		[
			'an address as a value',
			'\tmy->i = &lk->spin;',
			'10:10 addresses stand only where a procedure is given its object',
		],
		['a struct as a value', '\tmy->i = lk->spin;', '10:10 lk->spin is no number but a struct spot'],
		[
			'a macro with the wrong arguments',
			'\tif (TORN(1, 2))\n\t\tRETURN(0);',
			'10:6 TORN takes 1 argument; this has 2',
		],
		[
			'a field where a value stands',
			'\tSTORE(lk->tail, .x = 1, relaxed); /* writes */',
			'10:18 STORE sets no locals of another procedure',
		],
		['a call of a number', '\tDO(1, lk);', '10:5 DO names no procedure'],
		[
			'the address of a word',
			'\tDO(shut, &lk->tail);',
			'10:11 only the address of a struct is taken: &lk->part',
		],
		[
			'a member of a word',
			'\tSTORE(lk->tail.x, 1, relaxed); /* writes */',
			'10:8 lk->tail is a word and has no members',
		],
		['lk alone', '\tmy->i = lk;', '10:10 lk stands only before ->'],
		['a procedure as a value', '\tmy->i = shut;', '10:10 shut is not a value'],
		[
			'a member of a number',
			'\tmy->i = me->x;',
			'10:10 me->x is neither a local nor shared memory',
		],
		[
			'an argument too many',
			'\tif (NEED_RESCHED(1))\n\t\tRETURN(0);',
			'10:6 NEED_RESCHED takes no arguments; this has 1',
		],
		['a switch by number', '\tif (FAULT(1, 2))\n\t\tRETURN(0);', '10:12 FAULT takes two names'],
		[
			'two statements in one',
			'\tmy->i = 1 my->old = 2;',
			'10:12 “;” is missing behind this statement',
		],
		[
			'an if without its statement',
			'\t{\n\t\tif (my->i)\n\t}',
			'11:13 a statement is missing behind if',
		],
		['goto a number', '\tgoto 1;', '10:7 the label behind goto is missing'],
		['writing me', '\tme = 1;', '10:2 only locals are written here: my->…'],
		['a loop without a step', '\twhile (my->old);', `10:2 ${ROUND}`],
		['a loop of private code', '\twhile (my->old)\n\t\tmy->old--;', `10:2 ${ROUND}`],
		['for ever', '\tfor (;;) {\n\t\tCPU_RELAX();\n\t}', `10:2 ${ROUND}`],
		['a do without a step', '\tdo {\n\t\tmy->i++;\n\t} while (my->i < 3);', `10:2 ${ROUND}`],
		[
			'a way round that leaves its step out',
			`\tfor (my->i = 0; my->i < 3; my->i++) {\n\t\tif (my->old)\n\t\t\tcontinue;\n\t${SAID}\n\t}`,
			`10:2 ${ROUND}`,
		],
		[
			'only the loop within runs on',
			`\tfor (;;) {\n\t\twhile (my->i)\n\t\t\tmy->i >>= 1;\n\t${SAID}\n\t}`,
			`11:3 ${ROUND}`,
		],
		[
			'a bare read that is the step of its loop',
			'\twhile (lk->tail == me)\n\t\tCPU_RELAX();',
			'10:9 lk->tail is shared memory: reading it is a step. Use LOAD(…)',
		],
		[
			'goto back without a step',
			`${SAID}\nagain:\n\tif (my->old)\n\t\tgoto again;`,
			'11:1 from again a way leads back to it without a step or a call: the thread would never stop',
		],
	])('%s', (_, line, expected) => {
		expect(told(inBody(...line.split('\n')))).toEqual([expected]);
	});

	test.each<[what: string, text: string, told: string]>([
		['a wrong END', 'PROC(f, struct x)\nEND(g)', '2:5 this END belongs to PROC(f): write END(f)'],
		['a missing END', 'PROC(f, struct x)', '1:1 PROC(f) has no END(f)'],
		['END without PROC', 'END(f)', '1:1 this END has no PROC before it'],
		[
			'a head without its object',
			'PROC(f, u32 a;)\nEND(f)',
			'1:9 “struct” is missing before the object’s type: PROC(name, struct T, locals)',
		],
		['an unknown object', 'PROC(f, struct y)\nEND(f)', '1:9 there is no struct y; did you mean x?'],
		[
			'padding between locals',
			'PROC(f, struct x, u8 a; u32 b;)\nEND(f)',
			'1:29 there is padding before b; put the widest locals first',
		],
		[
			'padding behind the locals',
			'PROC(f, struct x, u32 b; u8 a;)\nEND(f)',
			'1:29 there is padding behind a: the locals take 5 bytes, no multiple of 4',
		],
		['a local twice', 'PROC(f, struct x, u32 a; u32 a;)\nEND(f)', '1:30 the local a stands twice'],
		[
			'a strange local',
			'PROC(f, struct x, u23 a;)\nEND(f)',
			'1:19 u23 is no type of a local; did you mean u32?',
		],
		[
			'too many locals',
			`PROC(f, struct x, ${Array.from({ length: 17 }, (_, i) => `u64 a${i};`).join(' ')})\nEND(f)`,
			'1:157 the locals take 136 bytes; a call has room for 128',
		],
		[
			'a name of the kernel',
			'PROC(mutex_lock, struct x)\nEND(mutex_lock)',
			'1:6 mutex_lock is a name of libc or the kernel; give it a prefix',
		],
		[
			'a procedure twice',
			'PROC(f, struct x)\nEND(f)\nPROC(f, struct x)\nEND(f)',
			'3:6 the procedure f stands twice',
		],
		[
			'a lower-case macro',
			'#define tail lk->tail_word',
			'1:1 #define tail: a lower-case macro may hide a name of libc or the kernel',
		],
		[
			'a step in a macro',
			'#define SHUT() STORE(lk->tail, 0, full)',
			'1:1 a macro holds no step: STORE stands on a line of its own',
		],
		[
			'a conditional text',
			'#ifdef X\n#endif',
			'1:1 #ifdef is not used here: a text has one reading',
		],
		[
			'a function',
			'static u32 f(u32 a)\n{\n}',
			'1:1 only lines of the dialect, structs, enums and PROCs stand outside a PROC',
		],
		[
			'an unknown line',
			'INVARAINT(a, .name = "a", 1)',
			'1:1 INVARAINT is no line of the dialect; did you mean INVARIANT?',
		],
		['a line without what it needs', 'VARIANT(a, .name = "a")', '1:1 VARIANT needs .title = …'],
		[
			'a misspelt field',
			'VARIANT(a, .name = "a", .title = "a", .hsa = b)',
			'1:46 VARIANT has no .hsa; did you mean .has?'.replace('.has', 'has'),
		],
		[
			'a title without quotes',
			'VARIANT(a, .name = "a", .title = a)',
			'1:34 .title is a string in quotes',
		],
		[
			'a variant twice',
			'VARIANT(a, .name = "a", .title = "a")\nVARIANT(a, .name = "b", .title = "a")',
			'2:9 the variant a stands twice',
		],
		[
			'an unknown member in WORD',
			'WORD(x, tial, .kind = LS_KIND_TID)',
			'1:9 struct x has no member tial; did you mean tail?',
		],
		['an unknown text', 'USES(msc)', '1:6 there is no text msc'],
		[
			'an unknown worker',
			'LOCK(x, struct x, .title = "x", .worker = wroker)',
			'1:43 there is no procedure wroker',
		],
		[
			'an unknown role in ROLE',
			'ROLE(X_RAEDS, .letter = \'R\', .title = "reads")',
			'1:6 there is no constant X_RAEDS; did you mean X_READS?',
		],
		[
			'an unknown invariant',
			'SWITCH(a, .title = "a", .verdict = LS_VIOLATED, .invariant = "order")',
			'1:62 there is no invariant “order”',
		],
		[
			'a misspelt word in an invariant',
			'INVARIANT(a, .name = "a", .meaning = "a", WRITER() <= 1)',
			'1:43 WRITER is no word of an invariant; did you mean WRITERS?',
		],
		[
			'an invariant without an expression',
			'INVARIANT(a, .name = "a", .meaning = "a")',
			'1:1 INVARIANT takes 2 arguments before its fields; this has 1',
		],
		[
			'an unclosed line',
			'USES(a\nPROC(f, struct x)\nEND(f)',
			'1:7 “)” is missing behind the arguments of USES',
		],
		[
			'a macro that is half an expression',
			'#define BAD(x) x +\nPROC(f, struct x, u32 a;)\n\tmy->a = BAD(1);\nEND(f)',
			'3:10 BAD does not expand to an expression',
		],
		[
			'EACH without a name',
			'INVARIANT(a, .name = "a", .meaning = "a", EACH(1, 2))',
			'1:43 EACH takes a name and a condition: EACH(t, …)',
		],
		[
			'INSIDE without a procedure',
			'INVARIANT(a, .name = "a", .meaning = "a", INSIDE(1))',
			'1:43 INSIDE takes a thread and a procedure: INSIDE(t, proc)',
		],
		[
			'features as a number',
			'VARIANT(a, .name = "a", .title = "a", .has = 1 & b)',
			'1:46 .has names features: one | another',
		],
		['a text that uses itself', 'USES(x)', '1:6 a text does not use itself'],
		[
			'a lock without struct',
			'LOCK(x, x, .title = "x", .worker = f)\nPROC(f, struct x)\nEND(f)',
			'1:9 the second argument of LOCK is its type: struct …',
		],
		['INIT without a word', 'INIT(lk->, 1)', '1:6 this is no expression of C'],
		[
			'two LOCK lines',
			'LOCK(x, struct x, .title = "x", .worker = f)\nLOCK(x, struct x, .title = "x", .worker = f)\nPROC(f, struct x)\nEND(f)',
			'2:1 a text has one LOCK line',
		],
		[
			'a field twice',
			'VARIANT(a, .name = "a", .title = "a", .name = "b")',
			'1:39 .name is given twice',
		],
		['a bracket too many', 'USES(a])', '1:7 “]” closes nothing here'],
		['a missing argument', 'USES(a, )', '1:9 an argument of USES is missing'],
		[
			'a call from user mode',
			'MODE(user)\nPROC(f, struct x)\n\tDO(g, lk);\nEND(f)\nMODE(kernel)\nPROC(g, struct x)\nEND(g)',
			'3:2 g is in kernel mode; a call into the kernel is SYSCALL(…)',
		],
		[
			'a system call into user mode',
			'MODE(user)\nPROC(f, struct x, u32 a;)\n\tSYSCALL(my->a, f, lk);\nEND(f)',
			'3:2 f is in user mode; SYSCALL goes into the kernel',
		],
		[
			'an unknown variant',
			'VARIANT(a, .name = "x-1", .title = "a")\nSWITCH(b, .title = "b", .verdict = LS_OK, .shown_by = "x-2 --threads 2")',
			'2:55 there is no variant “x-2”; did you mean x-1?',
		],
		[
			'a queue of an unknown feature',
			'VARIANT(a, .name = "a", .title = "a", .has = queued)\nQUEUE(x, .kind = "list", .title = "b", .with = quueed)',
			'2:48 x has no feature quueed; did you mean queued?',
		],
		[
			'an invariant about nobody that the page knows',
			`${LOOKS_AT_LIST}.about = "holder", lk->tail.v)`,
			'2:52 .about is one of holders, sleepers, passing, flag; did you mean holders?',
		],
		[
			'a flag without its list',
			`${LOOKS_AT_LIST}.about = "flag", .flag = "tail.A", lk->tail.v)`,
			'2:1 .about = "flag" needs .flag and .list',
		],
		[
			'a field that no word has',
			`${LOOKS_AT_LIST}.about = "flag", .flag = "tail.AA", .list = "waiters", lk->tail.v)`,
			'2:68 there is no field tail.AA; did you mean tail.A?',
		],
		[
			'a list that is a word',
			`${LOOKS_AT_LIST}.about = "flag", .flag = "tail.A", .list = "tail", lk->tail.v)`,
			'2:86 there is no list tail',
		],
		[
			'a list where no flag is meant',
			`${LOOKS_AT_LIST}.about = "sleepers", .list = "waiters", lk->tail.v)`,
			'2:72 this goes with .about = "flag"',
		],
		[
			'a linked queue that does not say who is before',
			`${LINKED})\nPROC(f, struct x, u32 before;)\nEND(f)`,
			'1:1 a queue of kind mcs needs .prev, a local that has the thread before',
		],
		[
			'a thread before that no local has',
			`${LINKED}, .prev = "befor")\nPROC(f, struct x, u32 before;)\nEND(f)`,
			'1:98 there is no local and no word befor; did you mean before?',
		],
		['a wrong mode', 'MODE(kernal)', '1:6 MODE is kernel or user'],
	])('%s', (_, text, expected) => {
		expect(told(small(text))).toEqual([expected]);
	});

	test('invariants and INIT look into the lock', () => {
		const lock = 'LOCK(x, struct x, .title = "x", .worker = f)\nPROC(f, struct x)\nEND(f)\n';
		expect(
			told(
				small(
					`${lock}INIT(lk->tial, 1)\nINIT(lk->waiters, 1)\nINVARIANT(a, .name = "a", .meaning = "a", EACH(t, lk->node[t].nxt.v) && u)\nINVARIANT(b, .name = "b", .meaning = "b", ANY(t, INSIDE(t, g)) || lk->tail)`,
				),
			),
		).toEqual([
			'4:6 struct x has no member tial; did you mean tail?',
			'5:6 INIT sets a word of the lock: INIT(lk->…, value)',
			'6:51 struct x_node has no member nxt; did you mean next?',
			'6:73 u is not known here',
			'7:60 there is no procedure g; did you mean f?',
			'7:67 lk->tail is a word: an invariant reads its value, lk->tail.v',
		]);
	});

	test('headers too', () => {
		const project = small(
			'',
			`${SMALL_HEADER}struct y { wrod a; struct z b; word c[X_SIZE]; word c; };\n`,
		);
		expect(
			allProblems(project).map(({ file, line, message }) => `${file}:${line} ${message}`),
		).toEqual([
			'x/x.h:13 wrod is no type of shared memory; did you mean word?',
			'x/x.h:13 there is no struct z; did you mean x?',
			'x/x.h:13 the size of c is not known, or is above 1024',
			'x/x.h:13 the member c stands twice',
		]);
	});
});

test('a local too many', () => {
	const locals = Array.from({ length: 129 }, (_, i) => `u8 a${i};`).join(' ');
	const text = `PROC(f, struct x, ${locals})\nEND(f)`;
	expect(told(small(text))).toEqual([
		`1:${text.indexOf('a128') + 1} a procedure has no more than 128 locals`,
	]);
});

test('a lock that is too large', () => {
	const text = 'LOCK(x, struct y, .title = "x", .worker = f)\nPROC(f, struct y)\nEND(f)';
	expect(told(small(text, 'struct y { word a[257]; };'))).toEqual([
		'1:9 struct y has 1028 bytes; a lock has no more than 1024',
	]);
});

test('sixteen mistakes in a real text, each told at its line', { timeout: 60_000 }, () => {
	const edits: [from: string, to: string, told: RegExp][] = [
		[
			'STORE(lk->owner, me, relaxed); /* writes its name as the owner */',
			'STORE(lk->owner, me, acquire); /* signs */',
			/STORE cannot be acquire/,
		],
		[
			'XCHG(my->seen, lk->count, -1, full); /* swaps in -1 and',
			'XHCG(my->seen, lk->count, -1, full); /* swaps in -1 and',
			/did you mean XCHG/,
		],
		[
			'if (my->seen == 0 || FAULT(mutex, zero_with_waiters))',
			'if (lk->wait_list == 0 || FAULT(mutex, zero_with_waiters))',
			/is a shared list/,
		],
		['goto slowpath;', 'goto slow_path;', /did you mean slowpath/],
		['my->retval = 1;', 'u32 retval = 1;', /does not survive a step/],
		['DO(mspin_lock, &lk->spin_mlock);', 'DO(mspin_lock, lk);', /works on a struct mcs/],
		['END(mutex_spin_on_owner)', 'END(mutex_owner_running)', /write END\(mutex_spin_on_owner\)/],
		['HAS(mutex, look_first)', 'HAS(mutex, p2)', /no feature p2/],
		['FAULT(mutex, never_freed)', 'FAULT(mutex, newer_freed)', /did you mean never_freed/],
		['MY_ROLE() == MUTEX_LOCKS', 'MY_ROLE() == MUTEX_LOKCS', /did you mean MUTEX_LOCKS/],
		['SCHEDULE(); /* goes to sleep | wakes up */', 'SCHEDULE();', /needs a comment/],
		[
			'LIST_FIRST(my->first, lk->wait_list);',
			'LIST_FIRST(my->frist, lk->wait_list);',
			/did you mean first/,
		],
		['.state = INTERRUPTIBLE', '.sate = INTERRUPTIBLE', /did you mean state/],
		['PREEMPT_DISABLE();\n\t\tSPIN_LOCK', 'PREEMPT_DISABLE()\n\t\tSPIN_LOCK', /“;” is missing/],
		[
			'LOAD(my->now, lk->owner, relaxed); /* reads who owns the mutex now */',
			'my->now = lk->owner; /* looks */',
			/Use LOAD/,
		],
		[
			'SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */\n\t\t/*',
			'SPIN_UNLOCK(lk->wait_lock; /* unlocks the wait list */\n\t\t/*',
			/is not closed/,
		],
	];
	expect(edits).toHaveLength(16);
	for (const [from, to, expected] of edits) {
		const files = fixtureFiles();
		const file = files.find(({ path }) => /(?:^|\/)mutex\.c$/.test(path)) as { text: string };
		const at = file.text.indexOf(from);
		expect(at, from).toBeGreaterThan(0);
		const changed = file.text.replace(from, to);
		file.text = changed;
		const line = changed.slice(0, at).split('\n').length;
		const found = allProblems(parseProject(files));
		expect(
			found.map((one) => one.message),
			from,
		).toEqual([expect.stringMatching(expected)]);
		expect(found[0]?.line, from).toBe(line);
	}
});

test('threads, nodes, lists and sets are as large as in the machine', () => {
	const header = readFileSync(new URL('../machine.h', import.meta.url), 'utf8');
	const threads = Number(/^#define LS_MAX_THREADS (\d+)/m.exec(header)?.[1]);
	expect(header).toMatch(/^#if LS_MAX_THREADS < 32\ntypedef u32 tasks;$/m);
	expect(header).toMatch(/^struct ls_list \{\n\tu8 t\[LS_MAX_THREADS\];\n\};$/m);
	expect(threads).toBeLessThan(32);
	expect(localSize('tasks')).toBe(4);
	expect(MACHINE_CONSTANTS.LS_MAX_THREADS).toBe(threads);
	expect(MACHINE_CONSTANTS.NODES).toBe(threads + 1);
	expect(sharedType('list')?.size).toBe(threads);
});

test('the words are those of the step backend', () => {
	const header = readFileSync(new URL('../backend/step/step.h', import.meta.url), 'utf8');
	const whole = header.replace(/\\\n/g, ' ');
	const found = [...whole.matchAll(/^#define ([A-Z][A-Z_]*)\(.*?\)[ \t](.*)$/gm)];
	/* LOWEST is a macro of the text wake_q, of which a recording may have another value */
	const words = found.filter(([, name]) => !/^(?:LS_.*|PROC|END|LOWEST)$/.test(name as string));
	expect(words.length).toBeGreaterThan(40);
	for (const [, name, body] of words) {
		expect(Object.keys(WORDS)).toContain(name);
		expect(isStep(name as string), name).toBe(/\bLS_PARK\b/.test(body as string));
	}
});
