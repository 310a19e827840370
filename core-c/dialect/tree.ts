/** The tree of a project: texts with their lines, structs and procedures, each with its place. */

/** Where something stands: [start, end) in the file; line and column count from 1. */
export interface Span {
	start: number;
	end: number;
	line: number;
	column: number;
	/** of its last character */
	endLine: number;
}

export interface Problem {
	file: string;
	line: number;
	column: number;
	message: string;
	/** short name of the rule that it breaks */
	rule: string;
}

export type Expr = ExprNode & { span: Span };

type ExprNode =
	| { kind: 'number'; value: number; text: string }
	| { kind: 'string'; text: string }
	| { kind: 'name'; name: string }
	| { kind: 'member'; object: Expr; name: string; arrow: boolean }
	| { kind: 'index'; object: Expr; index: Expr }
	| { kind: 'call'; name: string; args: Expr[] }
	| { kind: 'unary'; op: string; operand: Expr }
	| { kind: 'postfix'; op: '++' | '--'; operand: Expr }
	| { kind: 'prefix'; op: '++' | '--'; operand: Expr }
	| { kind: 'binary'; op: string; left: Expr; right: Expr }
	| { kind: 'conditional'; test: Expr; yes: Expr; no: Expr }
	| { kind: 'assign'; op: string; target: Expr; value: Expr }
	| { kind: 'cast'; type: string; operand: Expr }
	| { kind: 'sizeof'; of: string }
	| { kind: 'paren'; inner: Expr }
	| { kind: 'missing' };

/** An argument of a word; `.field = value` has a field, and expr and raw are its value. */
export interface Arg {
	raw: string;
	span: Span;
	expr: Expr;
	field?: string;
}

export interface Phrase {
	done: string;
	otherwise?: string;
	/** of a step that hands the lock to another thread */
	handoff?: string;
}

export type Stmt =
	| { kind: 'block'; body: Stmt[]; span: Span }
	| { kind: 'if'; test: Expr; then: Stmt; else?: Stmt; elseSpan?: Span; span: Span }
	| { kind: 'while'; test: Expr; body: Stmt; span: Span }
	| { kind: 'do'; body: Stmt; test: Expr; span: Span }
	| { kind: 'for'; init?: Expr; test?: Expr; next?: Expr; body: Stmt; span: Span }
	| { kind: 'goto'; label: string; span: Span }
	| { kind: 'label'; name: string; body: Stmt; span: Span }
	| { kind: 'break'; span: Span }
	| { kind: 'continue'; span: Span }
	| { kind: 'expr'; expr: Expr; span: Span }
	| WordStmt
	| { kind: 'empty'; span: Span };

/** A word of the dialect where a statement stands. */
export interface WordStmt {
	kind: 'word';
	keyword: string;
	args: Arg[];
	span: Span;
}

/** A word at which the thread parks: one shared access, one line. */
export interface Step {
	keyword: string;
	line: number;
	column: number;
	args: Arg[];
	order?: string;
	/** undefined when the line has no comment */
	phrase?: Phrase;
	span: Span;
}

/** CALL, DO or SYSCALL: the thread is inside the callee while it stands at this line. */
export interface Call {
	keyword: string;
	line: number;
	column: number;
	dst?: Expr;
	proc: string;
	object?: Expr;
	/** locals of the callee that are set */
	sets: Arg[];
	span: Span;
}

export interface Local {
	name: string;
	type: string;
	offset: number;
	size: number;
	span: Span;
}

export type Mode = 'kernel' | 'user';

export interface Proc {
	name: string;
	/** tag of the struct that it works on */
	object: string;
	locals: Local[];
	/** bytes of the locals together */
	size: number;
	/** line of PROC and line of END */
	first: number;
	last: number;
	mode: Mode;
	body: Stmt[];
	steps: Step[];
	calls: Call[];
	span: Span;
	nameSpan: Span;
	objectSpan: Span;
	/** PROC with its brackets */
	head: Span;
	/** the name that END gives, with its place; none when END is missing */
	end?: { name: string; span: Span; whole: Span };
}

export interface Raw {
	raw: string;
	span: Span;
}

/** A line at top level: NAME(argument, .field = initializer). */
export interface Line {
	keyword: string;
	args: Raw[];
	fields: Record<string, Raw>;
	file: string;
	span: Span;
}

export interface Member {
	name: string;
	/** word, list or "struct tag" */
	type: string;
	/** of an array, as written */
	count?: string;
	/** of an array, when the constant is known */
	length?: number;
	offset?: number;
	size?: number;
	/** the comment behind it */
	comment?: string;
	span: Span;
}

export interface Struct {
	tag: string;
	members: Member[];
	size?: number;
	file: string;
	span: Span;
}

export interface Constant {
	name: string;
	raw: string;
	value?: number;
	unsigned?: boolean;
	/** the tag of the enum that it is in, '' without one; undefined for a #define */
	enum?: string;
	file: string;
	span: Span;
}

/** A macro with parameters: an expression, never a statement. */
export interface Macro {
	name: string;
	params: string[];
	body: string;
	file: string;
	span: Span;
}

export interface Text {
	name: string;
	/** path of the .c file */
	file: string;
	/** paths of all its files with their text */
	files: Record<string, string>;
	uses: string[];
	lock?: Line;
	variants: Line[];
	switches: Line[];
	words: Line[];
	roles: Line[];
	queues: Line[];
	invariants: Line[];
	inits: Line[];
	/** every line at top level in its order, those above and USES, MODE among them */
	lines: Line[];
	structs: Struct[];
	constants: Constant[];
	macros: Macro[];
	procs: Proc[];
	errors: Problem[];
}

export interface Project {
	texts: Text[];
}

export const LIMITS = {
	characters: 200_000,
	lines: 20_000,
	tokens: 60_000,
	nesting: 64,
	errors: 20,
	/** operators in one statement or line: as deep as its tree may be */
	operators: 1000,
	/** of one procedure */
	locals: 128,
	/** writes of locals that are followed apart; with more, a local is one thing */
	writes: 400,
	/** macro expansions in one text */
	expansions: 4_000,
	/** tokens of one expanded expression */
	expanded: 10_000,
} as const;
