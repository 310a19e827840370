/** A text as kernel C, line for line: what the page shows beside the dialect. */
import { Edits, ROW } from './edits';
import type { Expands } from './flow';
import { Folder, type LocalValues, type Settings, truthOf } from './kernel-fold';
import {
	declareSelf,
	isNumber,
	isSet,
	type KernelFacts,
	NUM,
	TASK,
	typeOfKind,
	WAKES,
} from './kernel-kinds';
import { localsOf, type VariantLocals, ZERO } from './kernel-locals';
import { KEPT_TASK, option, Printer } from './kernel-print';
import { type CName, KernelTypes, type ProcTypes } from './kernel-types';
import { isOneStatement, wordAsC } from './kernel-words';
import { type Comment, lex } from './lex';
import { Reporter } from './report';
import { reachOf, scopeOf } from './scope';
import type { Expr, Mode, Proc, Project, Span, Stmt, Text } from './tree';
import { innerOf } from './walk';

/** C types of locals that are numbers, by the type that the dialect gives them. */
const NUMBER_TYPES: Readonly<Record<string, string>> = {
	s32: 'int ',
	u8: 'u8 ',
	u16: 'u16 ',
	u64: 'u64 ',
	bool: 'bool ',
};

function typeOfName(
	proc: Proc,
	{ ints, numberType }: ProcTypes,
	local: string,
	{ code, kind }: CName,
	stateType: string,
): string {
	if (kind !== NUM) return typeOfKind(kind);
	if (ints.has(local)) return 'int ';
	const declared = proc.locals.find(({ name }) => name === local)?.type ?? '';
	if (Object.hasOwn(NUMBER_TYPES, declared)) return NUMBER_TYPES[declared] ?? '';
	const type = numberType(code);
	return type === 'state' ? stateType : `${type ?? 'u32'} `;
}

/** Of a task's state, as the source of this procedure declares it. */
const stateTypeOf = (facts: Pick<KernelFacts, 'wordOf'>, proc: Proc): string =>
	`${facts.wordOf(proc, 'STATE') ?? 'unsigned int'} `;

/** What is asked of a lock's facts to call its procedures. */
type Called = Pick<KernelFacts, 'names' | 'isHollow' | 'lockName' | 'wordOf'>;

/** Those that the variant has a use for. */
const keptParams = (proc: Proc, { params }: ProcTypes, locals?: VariantLocals) =>
	params.filter((param) => !locals?.isDropped(proc.name, param));

/** `int f(struct x *lock, u32 state)` */
export function signature(
	proc: Proc,
	own: ProcTypes,
	facts: Called,
	locals?: VariantLocals,
): string {
	const { returns, wakes } = own;
	const params = keptParams(proc, own, locals);
	const list = wakes === 'given' ? [`${typeOfKind(WAKES)}wake_q`] : [];
	const plain = params.map(
		(param) =>
			`${typeOfName(proc, own, param.local, param, stateTypeOf(facts, proc))}${param.code}`,
	);
	const { names } = facts;
	const args = facts.isHollow(proc.object)
		? [...list, ...plain]
		: [`struct ${names.of(proc.object)} *${facts.lockName(proc)}`, ...plain, ...list];
	const type = returns === undefined ? 'void ' : returns === NUM ? 'int ' : typeOfKind(returns);
	return `${type}${names.of(proc.name)}(${args.join(', ')})`;
}

/** What is shown, and what is known of it. */
interface Shown {
	folder: Folder;
	locals: VariantLocals | undefined;
	source: string;
}

class ProcWriter {
	private readonly printer: Printer;
	private readonly folder: Folder;
	private readonly locals: VariantLocals | undefined;
	private readonly source: string;
	private readonly jumped = new Set<string>();

	constructor(
		private readonly proc: Proc,
		private readonly own: ProcTypes,
		private readonly types: KernelTypes,
		{ folder, locals, source }: Shown,
		private readonly edits: Edits,
		early: Set<number>,
	) {
		this.folder = folder;
		this.locals = locals;
		this.source = source;
		this.printer = new Printer(types, proc, own, { folder, locals }, early);
	}

	run(): void {
		this.noteJumps(this.proc.body);
		this.list(this.proc.body);
		this.head();
		if (!this.proc.end) return;
		const { start, end } = this.proc.end.whole;
		const ends = this.own.returns !== undefined && this.own.webs.reachesEnd;
		this.edits.replace(start, end, ends ? `\treturn 0;${ROW}}` : '}');
	}

	private head(): void {
		const { head } = this.proc;
		const declared = this.declarations().map((one) => `\t${one}`);
		const rows = [signature(this.proc, this.own, this.types.facts, this.locals), '{', ...declared];
		if (declared.length > 0) rows.push('');
		this.edits.replace(head.start, head.end, rows.join(ROW));
	}

	private declarations(): string[] {
		const { names, webs, zeroed } = this.own;
		const params = keptParams(this.proc, this.own, this.locals);
		const passed = new Set(params.map(({ code }) => code));
		const byType = new Map<string, string[]>();
		const state = stateTypeOf(this.types.facts, this.proc);
		const lists = this.printer.lists(passed);
		const seen = new Set<string>();
		for (const [i, name] of names.entries()) {
			if (!name || passed.has(name.code) || seen.has(name.code)) continue;
			if (!this.printer.printed.has(name.code) || isSet(name.kind)) continue;
			seen.add(name.code);
			const local = webs.webs[i]?.local ?? '';
			const type = typeOfName(this.proc, this.own, local, name, state);
			const isZeroed = zeroed.has(name.code) && !this.locals?.isWritten(this.proc.name, local);
			const zero = isZeroed ? (isNumber(name.kind) ? ' = 0' : ' = NULL') : '';
			const star = type.endsWith('*') ? '*' : '';
			const base = type.replace(/\s*\*$/, '').trim();
			byType.set(base + star, [...(byType.get(base + star) ?? []), `${star}${name.code}${zero}`]);
		}
		const own = [...this.printer.selves].sort().map((kind) => declareSelf(kind, this.proc.mode));
		return [
			...own,
			...[...byType].map(([type, list]) => `${type.replace(/\*$/, '')} ${list.join(', ')};`),
			...this.printer.clocks(),
			...(this.printer.printed.has(KEPT_TASK) ? [`${typeOfKind(TASK)}${KEPT_TASK};`] : []),
			...lists,
		];
	}

	/** Labels that a jump leads to: the others are for what is off. */
	private noteJumps(body: readonly Stmt[]): void {
		for (const stmt of body) {
			if (stmt.kind === 'goto') this.jumped.add(stmt.label);
			else if (stmt.kind === 'if') {
				const known = truthOf(this.folder.test(stmt.test));
				if (known !== false) this.noteJumps([stmt.then]);
				if (known !== true && stmt.else) this.noteJumps([stmt.else]);
			} else if (!this.folder.vanishes(stmt)) this.noteJumps(innerOf(stmt));
		}
	}

	private list(body: readonly Stmt[]): void {
		for (const [i, stmt] of body.entries())
			this.statement(stmt, false, !body.slice(i + 1).some((next) => this.leaves(next)));
	}

	/** Something of the statement stands in C. */
	private leaves(stmt: Stmt): boolean {
		const isReturn = stmt.kind === 'word' && stmt.keyword === 'RETURN';
		return !this.folder.vanishes(stmt) && !(isReturn && this.own.returns === undefined);
	}

	/** `governed`: the only statement of an if, a loop or a label, so one must remain. */
	private statement(stmt: Stmt, governed: boolean, last = false): void {
		if (this.folder.vanishes(stmt)) {
			this.edits.blank(stmt.span.start, stmt.span.end, governed ? '{ }' : '');
			return;
		}
		switch (stmt.kind) {
			case 'block':
				this.list(stmt.body);
				break;
			case 'expr': {
				const code = this.printer.condition(stmt.expr);
				if (code === '') this.edits.blank(stmt.span.start, stmt.span.end, governed ? '{ }' : '');
				else this.expr(stmt.expr, code);
				break;
			}
			case 'if':
				this.ifStatement(stmt, governed);
				break;
			case 'while':
			case 'do':
				this.test(stmt.test);
				this.statement(stmt.body, true);
				break;
			case 'for':
				for (const expr of [stmt.init, stmt.next])
					if (expr) this.expr(expr, this.printer.condition(expr));
				if (stmt.test) this.test(stmt.test);
				this.statement(stmt.body, true);
				break;
			case 'label':
				this.label(stmt, last);
				break;
			case 'word': {
				const code = wordAsC(this.printer, stmt);
				const braced = governed && !isOneStatement(code);
				if (code === '') {
					this.edits.blank(stmt.span.start, stmt.span.end, governed ? '{ }' : '');
					break;
				}
				this.edits.replace(
					stmt.span.start,
					stmt.span.end,
					braced ? `{ ${code.replaceAll(ROW, ' ')} }` : code,
				);
			}
		}
	}

	private expr(expr: Expr, code: string): void {
		this.edits.replace(expr.span.start, expr.span.end, code);
	}

	private test(expr: Expr): void {
		this.expr(expr, this.printer.condition(expr));
	}

	private label(stmt: Extract<Stmt, { kind: 'label' }>, last: boolean): void {
		const colon = this.source.indexOf(':', stmt.span.start) + 1;
		if (!this.jumped.has(stmt.name)) {
			this.edits.replace(stmt.span.start, colon, '');
			this.statement(stmt.body, false);
			return;
		}
		const gone = this.folder.vanishes(stmt.body);
		if (gone) {
			const empty = last ? ' ;' : '';
			if (stmt.span.end > colon) this.edits.blank(colon, stmt.span.end, empty);
			else this.edits.replace(colon, colon, empty);
		} else this.statement(stmt.body, last);
	}

	private ifStatement(stmt: Extract<Stmt, { kind: 'if' }>, governed: boolean): void {
		const known = truthOf(this.folder.test(stmt.test));
		if (known === undefined) {
			this.test(stmt.test);
			this.statement(stmt.then, true);
			if (!stmt.else) return;
			if (this.folder.vanishes(stmt.else))
				this.edits.blank(stmt.elseSpan?.start ?? stmt.else.span.start, stmt.span.end);
			else this.statement(stmt.else, true);
		} else if (known) this.only(stmt, stmt.then, stmt.elseSpan, governed);
		else if (stmt.else) this.only(stmt, stmt.else, undefined, governed);
	}

	/** One branch is left: it stands where the if stood. */
	private only(whole: Stmt, branch: Stmt, rest: Span | undefined, governed: boolean): void {
		const { start, end, line } = whole.span;
		const { span } = branch;
		if (branch.kind === 'block' && !governed) {
			this.edits.blank(start, span.start + 1);
			this.edits.dedent(span.line + 1, span.endLine - 1);
			this.list(branch.body);
			this.edits.blank(span.end - 1, end);
			return;
		}
		this.edits.replace(start, span.start, '');
		if (!governed && branch.kind !== 'if' && span.line > line)
			this.edits.dedent(span.line, span.endLine);
		this.statement(branch, governed);
		if (rest) this.edits.blank(rest.start, end);
	}
}

/** Where its procedures run. */
export function sideOf({ procs }: Text): Mode | 'both' {
	const modes = new Set(procs.map(({ mode }) => mode));
	return modes.size > 1 ? 'both' : ([...modes][0] ?? 'kernel');
}

const asWritten = new WeakMap<Project, KernelTypes>();
const withoutFaults = new WeakMap<Project, KernelTypes>();

/**
 * Of all texts at once: a procedure has the parameters that any caller sets, whichever text it stands in. Without
 * faults a local is not what only a fault makes of it.
 */
export function typesOf(project: Project, { switches }: Settings): KernelTypes {
	const plain = switches !== undefined && [...switches].length === 0;
	const known = plain ? withoutFaults : asWritten;
	const types =
		known.get(project) ?? new KernelTypes(reachOf(project), plain ? settledIn(project) : undefined);
	known.set(project, types);
	return types;
}

function settledIn(project: Project): (proc: Proc) => Expands | undefined {
	const of = new Map<Proc, Expands>();
	for (const text of project.texts) {
		const folder = new Folder(scopeOf(project, text), { switches: [] });
		for (const proc of text.procs) of.set(proc, { expand: (expr) => folder.fold(expr) });
	}
	return (proc) => of.get(proc);
}

/** A set that nothing is put in is false wherever it is asked. */
function emptyIn(types: KernelTypes, procs: readonly Proc[]): LocalValues {
	const found = procs.flatMap(({ name, span }) => {
		const { empty } = types.procs.get(name) ?? {};
		return empty?.size ? [{ span, empty }] : [];
	});
	return ({ span: { start } }, name) =>
		found.some(({ span, empty }) => start >= span.start && start < span.end && empty.has(name))
			? [ZERO]
			: undefined;
}

/** Said once, where the first word of user memory is declared. */
const USER_MEMORY =
	'/* The lock word is in user memory. The faults of an access to it, and how the kernel goes on from one, are left out. */';

const farWord = ({ words, procs, file }: Text) =>
	procs.some(({ mode }) => mode === 'kernel')
		? words.find((line) => line.file === file && /__user/.test(line.fields.c_type?.raw ?? ''))
		: undefined;

/** What a step says when it goes and when it waits reads as one sentence here. */
function joinPhrases(edits: Edits, comments: readonly Comment[], procs: readonly Proc[]): void {
	for (const { start, end, text } of comments)
		if (text.includes(' | ') && procs.some(({ span }) => start > span.start && end < span.end))
			edits.replace(start, end, `/* ${text.replaceAll(' | ', ', or ')} */`);
}

/**
 * The text as kernel C with as many lines; what needs several rows of C, as the head of a procedure does, has them in one (ROW).
 * Switches and features are settled where they are given, else shown as options.
 */
export function kernelC(project: Project, text: Text, settings: Settings = {}): string {
	const source = text.files[text.file] ?? '';
	const scope = scopeOf(project, text);
	const { comments, directives } = lex(text.file, source, new Reporter(text.file));
	const edits = new Edits(source, comments);
	const far = farWord(text);
	for (const line of text.lines) {
		if (line.file !== text.file) continue;
		edits.blank(line.span.start, line.span.end, line === far ? USER_MEMORY : '');
		const about = comments.find(({ endLine }) => endLine === line.span.line - 1);
		if (about && line.keyword !== 'MODE') edits.blank(about.start, about.end);
	}
	for (const { start, end, rest } of directives) {
		if (!/\b(?:FAULT|HAS)\(/.test(rest)) continue;
		const shown = source
			.slice(start, end)
			.replace(/\b(FAULT|HAS)\(\w+, ([\w#]+)\)/g, (_, word: string, name: string) =>
				name.includes('#') ? `IS_ENABLED(${word}_${name})` : option(word, name),
			);
		edits.replace(start, end, settings.switches ? '' : shown);
	}
	const types = typesOf(project, settings);
	const locals = localsOf(project, text, settings);
	const empty = emptyIn(types, text.procs);
	const folder = locals?.folder(scope, settings, empty) ?? new Folder(scope, settings, empty);
	for (const proc of text.procs) {
		const own = types.procs.get(proc.name);
		if (!own || proc.object === '') continue;
		/* what is kept for a later line is known when that has been written */
		const early = new Set<number>();
		for (const into of [new Edits(source, comments), edits])
			new ProcWriter(proc, own, types, { folder, locals, source }, into, early).run();
	}
	joinPhrases(edits, comments, text.procs);
	return edits.result();
}
