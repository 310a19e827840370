/**
 * Wrong changes to a lock text, by rule from its parsed tree: every place where a rule applies gives a mutant. Nothing is
 * chosen by hand here. A change keeps the lines of the text.
 */

/** The nearest operator that means something else. */
const OPERATORS = {
	'==': '!=',
	'!=': '==',
	'<': '<=',
	'>': '>=',
	'<=': '<',
	'>=': '>',
	'+': '-',
	'-': '+',
	'|': '&',
	'&': '|',
	'&&': '||',
	'||': '&&',
	'<<': '>>',
	'>>': '<<',
};
const ASSIGNMENTS = { '+=': '-=', '-=': '+=', '|=': '&=', '&=': '|=' };

/** No access and no state behind them: without them the text does the same. OTHERWISE chooses a sentence. */
const WITHOUT_EFFECT = ['CPU_RELAX', 'OTHERWISE'];

/** Read and write in one; without the write they are a load. */
const READS = [
	'XCHG',
	'XCHG_BYTE',
	'XCHG_HALF',
	'FETCH_ADD',
	'ADD_RETURN',
	'FETCH_OR',
	'FETCH_ANDNOT',
];

export function mutationsOf(frontEnd, project, text) {
	return new Mutator(frontEnd, project, text).run();
}

class Mutator {
	constructor(frontEnd, project, text) {
		this.frontEnd = frontEnd;
		this.text = text;
		this.source = text.files[text.file];
		this.found = [];
		this.groups = groupsOf(frontEnd, project, text);
	}

	run() {
		for (const proc of this.text.procs) {
			this.proc = proc;
			this.labels = [];
			this.frontEnd.forEachStmt(proc.body, (stmt) => {
				if (stmt.kind === 'label') this.labels.push(stmt.name);
			});
			this.body(proc.body, false);
		}
		return named(this.frontEnd, this.found, this.source, this.text.name);
	}

	raw = ({ start, end }) => this.source.slice(start, end);

	add(rule, { start, end }, text) {
		this.found.push({ rule, proc: this.proc.name, edits: [{ start, end, text }] });
	}

	/** Statements one after the other; those that an if or a loop governs stand alone. */
	body(stmts, inLoop, alone = false) {
		stmts.forEach((stmt, i) => {
			this.statement(stmt, inLoop);
			if (i > 0 && !alone) this.swap(stmts[i - 1], stmt);
		});
	}

	statement(stmt, inLoop) {
		const loop = inLoop || ['while', 'do', 'for'].includes(stmt.kind);
		if (stmt.kind === 'if' || stmt.kind === 'while' || stmt.kind === 'do')
			this.add('negate a condition', stmt.test.span, `!(${this.raw(stmt.test.span)})`);
		if (stmt.kind === 'if') this.add('leave a check out', stmt.test.span, '1');
		if (stmt.kind === 'word') this.word(stmt);
		if (['expr', 'goto', 'break', 'continue'].includes(stmt.kind))
			this.add('delete a statement', stmt.span, '{}');
		if (inLoop && stmt.kind === 'break') this.add('branch elsewhere', stmt.span, 'continue;');
		if (inLoop && stmt.kind === 'continue') this.add('branch elsewhere', stmt.span, 'break;');
		if (stmt.kind === 'goto')
			for (const label of this.labels)
				if (label !== stmt.label) this.add('branch elsewhere', stmt.span, `goto ${label};`);
		for (const expr of this.frontEnd.exprsOf(stmt))
			this.frontEnd.forEachExpr(expr, (part) => this.expression(part));
		this.body(this.frontEnd.innerOf(stmt), loop, stmt.kind !== 'block');
	}

	word(stmt) {
		const { keyword, args, span } = stmt;
		const { isCall, isStep } = this.frontEnd;
		if (WITHOUT_EFFECT.includes(keyword)) return;
		if (isCall(keyword)) this.call(stmt);
		else this.add(isStep(keyword) ? 'delete an access' : 'delete a statement', span, '{}');
		const raw = args.map((arg) => this.raw(arg.span));
		if (keyword === 'CAS')
			this.add(
				'write without comparing',
				span,
				`XCHG(${raw[0]}, ${raw[1]}, ${raw[3]}, ${raw[4]});`,
			);
		if (READS.includes(keyword))
			this.add('turn an atomic into a load', span, `LOAD(${raw[0]}, ${raw[1]}, relaxed);`);
		this.order(keyword, args);
	}

	call({ keyword, args, span }) {
		if (keyword === 'DO') this.add('skip a call', span, '{}');
		else
			for (const result of [0, 1])
				this.add('skip a call', span, `${this.raw(args[0].span)} = ${result};`);
		args.forEach((arg, i) => {
			if (arg.field === undefined) return;
			const { end } = args[i - 1].span;
			this.add('call without an argument', { start: end, end: arg.span.end }, '');
		});
	}

	order(keyword, args) {
		const word = this.frontEnd.WORDS[keyword];
		const at = word.params.indexOf('order');
		const arg = args[at];
		if (!arg) return;
		const other = this.raw(arg.span) === 'relaxed' ? word.orders.at(-1) : 'relaxed';
		this.add('change a memory order', arg.span, other);
	}

	/** Neighbours on a line of their own change places, with what is said of them. */
	swap(first, second) {
		const both = [first, second];
		if (!both.every((stmt) => stmt.kind === 'word' && this.frontEnd.isStep(stmt.keyword))) return;
		const lines = both.map(({ span }) => lineAround(this.frontEnd, this.source, span));
		if (lines.some((line) => !line)) return;
		this.found.push({
			rule: 'swap two accesses',
			proc: this.proc.name,
			edits: [
				{ ...lines[0], text: this.raw(lines[1]) },
				{ ...lines[1], text: this.raw(lines[0]) },
			],
		});
	}

	expression(expr) {
		const { span } = expr;
		switch (expr.kind) {
			case 'number':
				this.add('change a constant by one', span, String(expr.value + 1));
				if (expr.value > 0) this.add('change a constant by one', span, String(expr.value - 1));
				break;
			case 'name':
				for (const other of this.groups.get(expr.name) ?? [])
					this.add('name another constant', span, other);
				break;
			case 'unary':
				if (['!', '-', '~'].includes(expr.op))
					this.add('drop an operator', span, this.raw(expr.operand.span));
				break;
			case 'prefix':
			case 'postfix': {
				const operand = this.raw(expr.operand.span);
				const op = expr.op === '++' ? '--' : '++';
				this.add('change an operator', span, expr.kind === 'prefix' ? op + operand : operand + op);
				break;
			}
			case 'binary':
				this.binary(expr);
				break;
			case 'assign':
				this.assignment(expr);
				break;
			case 'conditional': {
				const [yes, no] = [this.raw(expr.yes.span), this.raw(expr.no.span)];
				this.add('negate a condition', span, `${this.raw(expr.test.span)} ? ${no} : ${yes}`);
				break;
			}
		}
	}

	binary({ op, left, right, span }) {
		const [l, r] = [this.raw(left.span), this.raw(right.span)];
		if (OPERATORS[op]) this.add('change an operator', span, `((${l}) ${OPERATORS[op]} (${r}))`);
		if (['&', '|', '&&', '||'].includes(op)) {
			const rule = op.length === 1 ? 'drop a bit' : 'drop half of a condition';
			this.add(rule, span, `(${l})`);
			this.add(rule, span, `(${r})`);
		}
	}

	assignment({ op, target, value, span }) {
		const [t, v] = [this.raw(target.span), this.raw(value.span)];
		if (ASSIGNMENTS[op]) this.add('change an operator', span, `${t} ${ASSIGNMENTS[op]} ${v}`);
	}
}

/** By a constant the next of its kind: of its enum, or of those of the header that begin alike. */
function groupsOf({ STATES }, project, text) {
	const texts = [text, ...project.texts.filter(({ name }) => text.uses.includes(name))];
	const kinds = new Map([['state', [...STATES]]]);
	for (const one of texts)
		for (const { name, enum: tag, raw } of one.constants) {
			const kind = tag ? `enum ${tag}` : `${one.name} ${/^[A-Z0-9]+/.exec(name)?.[0]}`;
			if (/^(?:LOCKSTEP_|LS_)/.test(name) || (tag === undefined && raw === '')) continue;
			kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
		}
	const next = new Map();
	for (const names of kinds.values())
		if (names.length > 1)
			names.forEach((name, i) => {
				next.set(name, [names[(i + 1) % names.length]]);
			});
	return next;
}

/** The line without its indentation, when nothing but the statement and a comment stands there. */
function lineAround({ codeOnly }, source, { start, end }) {
	const from = source.lastIndexOf('\n', start) + 1;
	const to = source.indexOf('\n', end);
	const line = { start: from + /^\s*/.exec(source.slice(from))[0].length, end: to };
	const alone = line.start === start && codeOnly(source.slice(end, to)).trim() === '';
	return alone ? line : undefined;
}

/** The text with a change made. */
function mutated(source, edits) {
	let out = source;
	for (const { start, end, text } of [...edits].sort((a, b) => b.start - a.start)) {
		const kept = '\n'.repeat(source.slice(start, end).split('\n').length - text.split('\n').length);
		out = out.slice(0, start) + text + kept + out.slice(end);
	}
	return out;
}

const codeLines = ({ codeOnly }, source) =>
	codeOnly(source)
		.split('\n')
		.map((line) => line.trim());

/**
 * Each once, with a name that stays while lines move: procedure, rule, the code before and after, and which of them
 * when several are alike.
 */
function named(frontEnd, found, source, text) {
	const before = codeLines(frontEnd, source);
	const seen = new Set();
	const alike = new Map();
	return found.flatMap(({ rule, proc, edits }) => {
		const after = mutated(source, edits);
		if (after === source || seen.has(after)) return [];
		seen.add(after);
		const lines = codeLines(frontEnd, after);
		const changed = before.flatMap((line, i) => (line === lines[i] ? [] : [i]));
		const [was, is] = [before, lines].map((all) => changed.map((i) => all[i]).join(' '));
		const what = `${text} ${proc}: ${rule}: ${was} -> ${is}`;
		const nth = (alike.get(what) ?? 0) + 1;
		alike.set(what, nth);
		const id = nth === 1 ? what : `${what} (${nth})`;
		return [{ id, text, proc, rule, source: after }];
	});
}
