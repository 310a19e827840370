/** A text of the dialect with its switches and its variant settled: as if no other had ever stood there. */
import { Folder, type Settings, truthOf } from './kernel-fold';
import { localsOf } from './kernel-locals';
import { textOf } from './macros';
import { scopeOf } from './scope';
import type { Expr, Project, Stmt, Text } from './tree';
import { exprsOf, forEachStmt, innerOf } from './walk';

type IfStmt = Extract<Stmt, { kind: 'if' }>;

/** What a comment says with a switch on, and without it: `{no_undo ? , and leaves it counted : }`. */
const CHOICE = /\{(\w+) \? (.*?) : (.*?)\}/g;

/** A case that comes with a fault alone. */
const OF_FAULTS = / \| [^|]*\(fault\)[^|]*?(?= \||\s*\*\/)/g;

class Settler {
	private readonly folder: Folder;
	/** knows of locals that are never set */
	private readonly loops: Folder;
	private readonly lines: string[];
	private readonly gone = new Set<number>();
	/** tabs that a line loses */
	private readonly dedents = new Map<number, number>();
	/** of a line: what is written in the place of an expression, from the last to the first */
	private readonly pieces: { start: number; end: number; text: string; line: number }[] = [];

	constructor(
		project: Project,
		private readonly text: Text,
		private readonly settings: Settings,
	) {
		const scope = scopeOf(project, text);
		this.folder = new Folder(scope, settings);
		this.loops = localsOf(project, text, settings)?.folder(scope, settings) ?? this.folder;
		this.lines = this.source.split('\n');
	}

	private get source(): string {
		return this.text.files[this.text.file] ?? '';
	}

	run(): string {
		const { procs, switches, file } = this.text;
		const first = this.lines.findIndex((line) => line.startsWith('#include'));
		this.drop(1, Math.max(0, first));
		for (const line of switches)
			if (line.file === file) this.drop(line.span.line, line.span.endLine);
		for (const proc of procs) {
			for (const stmt of proc.body) this.statement(stmt);
			this.labels(proc.body);
		}
		return this.result();
	}

	private statement(stmt: Stmt): void {
		if (stmt.kind === 'while' && truthOf(this.loops.test(stmt.test)) === false) {
			this.drop(stmt.span.line, stmt.span.endLine);
			return;
		}
		if (stmt.kind === 'if') {
			this.branch(stmt, false);
			return;
		}
		for (const expr of exprsOf(stmt)) this.expression(expr);
		for (const inner of innerOf(stmt)) this.statement(inner);
	}

	/** `chained`: it stands behind an else, on the line of that. */
	private branch(stmt: IfStmt, chained: boolean): void {
		const known = truthOf(this.folder.test(stmt.test));
		if (known === undefined) {
			this.expression(stmt.test);
			this.statement(stmt.then);
			this.otherwise(stmt);
		} else if (known) this.taken(stmt, chained);
		else this.passedOver(stmt, chained);
	}

	private otherwise(stmt: IfStmt): void {
		if (stmt.else?.kind === 'if' && stmt.else.span.line === stmt.elseSpan?.line)
			this.branch(stmt.else, true);
		else if (stmt.else) this.statement(stmt.else);
	}

	/** The test is true: what is taken stands alone, or closes the chain. */
	private taken(stmt: IfStmt, chained: boolean): void {
		const { then, span, elseSpan } = stmt;
		const isBlock = then.kind === 'block';
		if (chained) {
			const line = this.lines[span.line - 1] ?? '';
			this.lines[span.line - 1] = line.replace(/else if \(.*\)/, 'else');
			if (elseSpan) this.drop(elseSpan.line, span.endLine - (isBlock ? 1 : 0));
		} else {
			const head = isBlock ? then.span.line : then.span.line - 1;
			this.drop(span.line, head);
			this.dedent(head + 1, isBlock ? then.span.endLine - 1 : then.span.endLine);
			this.drop(isBlock ? then.span.endLine : then.span.endLine + 1, span.endLine);
		}
		this.statement(then);
	}

	/** The test is false: what stands behind the else comes in its place. */
	private passedOver(stmt: IfStmt, chained: boolean): void {
		const { span, elseSpan } = stmt;
		const otherwise = stmt.else;
		if (!otherwise || !elseSpan) {
			const closes = chained && /^\s*\}/.test(this.lines[span.line - 1] ?? '');
			/* the brace that closes what is before it stays */
			this.drop(span.line, closes ? span.endLine - 1 : span.endLine);
			return;
		}
		if (chained) {
			this.drop(span.line, elseSpan.line - 1);
			this.otherwise(stmt);
			return;
		}
		if (otherwise.kind === 'if' && otherwise.span.line === elseSpan.line) {
			this.drop(span.line, elseSpan.line - 1);
			const line = this.lines[elseSpan.line - 1] ?? '';
			this.lines[elseSpan.line - 1] = line.replace(/^(\s*)(?:\} )?else if/, '$1if');
			this.branch(otherwise, false);
			return;
		}
		const isBlock = otherwise.kind === 'block';
		const head = isBlock ? otherwise.span.line : elseSpan.line;
		this.drop(span.line, head);
		this.dedent(head + 1, isBlock ? otherwise.span.endLine - 1 : otherwise.span.endLine);
		if (isBlock) this.drop(otherwise.span.endLine, otherwise.span.endLine);
		this.statement(otherwise);
	}

	private expression(expr: Expr): void {
		const folded = textOf(this.folder.fold(expr));
		if (folded === textOf(expr)) return;
		const { start, end, line } = expr.span;
		this.pieces.push({ start, end, text: folded, line });
	}

	/** A label that nothing leads to any more. */
	private labels(body: readonly Stmt[]): void {
		const wanted = new Set<string>();
		forEachStmt(body, (stmt) => {
			if (stmt.kind === 'goto' && !this.gone.has(stmt.span.line)) wanted.add(stmt.label);
		});
		forEachStmt(body, (stmt) => {
			if (stmt.kind === 'label' && !wanted.has(stmt.name) && stmt.body.span.line > stmt.span.line)
				this.drop(stmt.span.line, stmt.body.span.line - 1);
		});
	}

	private drop(from: number, to: number): void {
		for (let line = from; line <= to; line++) this.gone.add(line);
	}

	private dedent(from: number, to: number): void {
		for (let line = from; line <= to; line++)
			this.dedents.set(line, (this.dedents.get(line) ?? 0) + 1);
	}

	private said(line: string): string {
		const on = new Set(this.settings.switches ?? []);
		const known = new Set(this.text.switches.map(({ args }) => args[0]?.raw ?? ''));
		const said = line.replace(CHOICE, (whole, name: string, yes: string, no: string) =>
			known.has(name) ? (on.has(name) ? yes : no) : whole,
		);
		return on.size === 0 ? said.replace(OF_FAULTS, '') : said;
	}

	private result(): string {
		const begins = [0];
		for (const line of this.source.split('\n')) begins.push((begins.at(-1) ?? 0) + line.length + 1);
		for (const { start, end, text, line } of this.pieces.sort((a, b) => b.start - a.start)) {
			const at = begins[line - 1] ?? 0;
			const was = this.lines[line - 1] ?? '';
			/* a line that has lost its else has lost it at its beginning */
			const moved = was.length - ((begins[line] ?? 0) - at - 1);
			const shift = /^\s*if\b/.test(was) ? moved : 0;
			this.lines[line - 1] = was.slice(0, start - at + shift) + text + was.slice(end - at + shift);
		}
		const kept = this.lines.flatMap((line, i) => {
			if (this.gone.has(i + 1)) return [];
			const tabs = this.dedents.get(i + 1) ?? 0;
			return [this.said(line.replace(new RegExp(`^\\t{0,${tabs}}`), ''))];
		});
		return kept.filter((line, i) => line !== '' || kept[i - 1] !== '').join('\n');
	}
}

/** Its head, which says what it is, and its switches are left out: they tell what may be wrong in it. */
export const settledText = (project: Project, text: Text, settings: Settings): string =>
	new Settler(project, text, settings).run();
