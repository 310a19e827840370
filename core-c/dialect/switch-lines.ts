/** Which lines of a text its switches and variants put in, take out or change: a reader need not see what is off. */
import { Folder, truthOf } from './kernel-fold';
import { localsOf } from './kernel-locals';
import { textOf } from './macros';
import { scopeOf } from './scope';
import type { Expr, Proc, Project, Span, Stmt, Text } from './tree';
import { exprsOf, innerOf } from './walk';

/** Lines that run or do not, together. */
export interface SwitchBlock {
	first: number;
	last: number;
	/** they run while all switches are off */
	plain: boolean;
	/** each of these alone turns that round; none: only a variant with other features runs them */
	switches: string[];
	/** the procedure that they are, with the empty line above it */
	proc?: string;
}

export interface SwitchLines {
	/** from the outer to the inner ones */
	blocks: SwitchBlock[];
	/** lines with an expression that a switch changes */
	tests: { line: number; switch: string }[];
}

class Reader {
	readonly blocks: SwitchBlock[] = [];
	readonly tests: SwitchLines['tests'] = [];
	private readonly off: Folder;
	private readonly on: [string, Folder][];
	/** with the conditions of the text alone */
	private readonly asked: [string, Folder][];
	/** the same in whatever variant */
	private readonly anywhere: Folder[];
	private readonly source: readonly string[];

	constructor(project: Project, text: Text, features: readonly string[]) {
		const scope = scopeOf(project, text);
		const names = text.switches.map(({ args }) => args[0]?.raw ?? '');
		const locals = localsOf(project, text, { features });
		const folderOf = (switches: string[]) =>
			locals?.folder(scope, { features, switches }) ?? new Folder(scope, { features, switches });
		this.asked = names.map((name) => [name, new Folder(scope, { features, switches: [name] })]);
		this.off = folderOf([]);
		this.on = names.map((name) => [name, folderOf([name])]);
		this.anywhere = [[], ...names.map((name) => [name])].map(
			(switches) => new Folder(scope, { switches }),
		);
		this.source = (text.files[text.file] ?? '').split('\n');
	}

	statement(stmt: Stmt): void {
		for (const expr of exprsOf(stmt)) this.expr(expr);
		if (stmt.kind === 'if') {
			/* one that has nothing else goes as a whole, with its line and its braces */
			this.block(stmt.test, true, stmt.else ? this.thenLines(stmt) : this.afterBrace(stmt.span));
			if (stmt.else) this.block(stmt.test, false, this.elseLines(stmt));
		} else if (stmt.kind === 'while') this.block(stmt.test, true, stmt.span);
		for (const inner of innerOf(stmt)) this.statement(inner);
	}

	private expr(expr: Expr): void {
		const plain = textOf(this.off.fold(expr));
		const { line: first, endLine } = expr.span;
		for (const [name, folder] of this.on) {
			if (textOf(folder.fold(expr)) === plain) continue;
			const asks = new RegExp(`\\bFAULT\\(\\w+, ${name}\\)`);
			const lines = Array.from({ length: endLine - first + 1 }, (_, i) => first + i);
			const named = lines.filter((line) => asks.test(this.source[line - 1] ?? ''));
			/* none where a macro asks */
			for (const line of named.length > 0 ? named : [first])
				this.tests.push({ line, switch: name });
		}
	}

	/** Of a branch that is taken when the test is `wanted`. */
	private block(test: Expr, wanted: boolean, { line, endLine }: Lines): void {
		const runs = (folder: Folder) => truthOf(folder.test(test)) !== !wanted;
		const plain = runs(this.off);
		const turnedBy = (on: readonly [string, Folder][]) =>
			on.flatMap(([name, folder]) => (runs(folder) === plain ? [] : [name]));
		const own = turnedBy(this.on);
		/* a fault that the variant leaves no room for is a fault all the same */
		const [unasked] = this.anywhere;
		const isFault = own.length === 0 && unasked !== undefined && !runs(unasked);
		const switches = isFault ? turnedBy(this.asked) : own;
		const elsewhere = !plain && this.anywhere.some(runs);
		/* an else with an if in it is both */
		const known = this.blocks.some(({ first, last }) => first === line && last === endLine);
		if ((switches.length > 0 || elsewhere) && endLine >= line && !known)
			this.blocks.push({ first: line, last: endLine, plain, switches });
	}

	private thenLines({ then, elseSpan }: IfStmt): Lines {
		if (then.kind !== 'block') return then.span;
		const shares = elseSpan?.line === then.span.endLine;
		return { line: then.span.line + 1, endLine: then.span.endLine - (shares ? 1 : 0) };
	}

	/** With the line of the else. A brace there ends what comes before it: it stays, or the last one stays in its place. */
	private elseLines({ elseSpan, span }: IfStmt): Lines {
		return this.afterBrace({ line: elseSpan?.line ?? span.endLine, endLine: span.endLine });
	}

	private afterBrace({ line, endLine }: Lines): Lines {
		const begins = (brace: RegExp, at: number) => brace.test(this.source[at - 1] ?? '');
		if (!begins(/^\s*\}/, line)) return { line, endLine };
		if (begins(/^\s*\}\s*$/, endLine)) return { line, endLine: endLine - 1 };
		return { line: line + 1, endLine };
	}
}

/** Only another variant runs them. */
const isOut = ({ plain, switches }: SwitchBlock) => !plain && switches.length === 0;

/** Procedures that are called, but from nowhere in this variant. */
function uncalled(project: Project, text: Text, blocks: readonly SwitchBlock[]): Proc[] {
	const outside = project.texts.filter((other) => other !== text).flatMap(({ procs }) => procs);
	const callsOf = (procs: readonly Proc[], runs: (line: number) => boolean) =>
		new Set(procs.flatMap(({ calls }) => calls.flatMap((c) => (runs(c.line) ? [c.proc] : []))));
	const anywhere = callsOf(text.procs, () => true);
	const byOthers = callsOf(outside, () => true);
	const runs = (line: number) =>
		!blocks.some((block) => isOut(block) && line >= block.first && line <= block.last);
	let live = text.procs.filter(({ name }) => !anywhere.has(name) || byOthers.has(name));
	for (let before = 0; before < live.length; ) {
		before = live.length;
		const called = callsOf(live, runs);
		live = text.procs.filter((proc) => live.includes(proc) || called.has(proc.name));
	}
	return text.procs.filter((proc) => !live.includes(proc));
}

type IfStmt = Extract<Stmt, { kind: 'if' }>;
type Lines = Pick<Span, 'line' | 'endLine'>;

/** Of a variant with these features; a text that others use has none. */
export function switchLines(
	project: Project,
	text: Text,
	features: readonly string[] = [],
): SwitchLines {
	const reader = new Reader(project, text, features);
	for (const proc of text.procs) for (const stmt of proc.body) reader.statement(stmt);
	const { blocks, tests } = reader;
	const source = (text.files[text.file] ?? '').split('\n');
	for (const { name, first, last } of uncalled(project, text, blocks)) {
		const above = source[first - 2] === '' ? 1 : 0;
		blocks.push({ first: first - above, last, plain: false, switches: [], proc: name });
	}
	return { blocks: blocks.sort((a, b) => a.first - b.first || b.last - a.last), tests };
}
