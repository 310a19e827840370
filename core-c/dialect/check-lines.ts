/** Checks the lines at top level: what they name must exist, and what they need must be there. */

import { type ExprChecker, featuresIn } from './check-expr';
import { exprOf, stringOf } from './code';
import { WORD_TYPES } from './kernel-kinds';
import { checkNames } from './kernel-names';
import { checkAbout, checkPrevious } from './line-names';
import { nearest } from './nearest';
import type { Expr, Line, Raw, Span } from './tree';
import { mapChildren } from './walk';

interface Shape {
	/** least and most arguments without a name */
	args: readonly [number, number];
	needs: readonly string[];
	knows: readonly string[];
}

/** Fields beside these are let through: a machine may know more than this front end. */
const SHAPES: Readonly<Record<string, Shape>> = {
	LOCK: {
		args: [2, 2],
		needs: ['title', 'worker'],
		knows: ['family', 'source', 'exit', 'kernel', 'env'],
	},
	USES: { args: [1, 64], needs: [], knows: [] },
	C_NAMES: { args: [1, 64], needs: [], knows: [] },
	MODE: { args: [1, 1], needs: [], knows: [] },
	VARIANT: { args: [1, 1], needs: ['name', 'title'], knows: ['has'] },
	SWITCH: { args: [1, 1], needs: ['title', 'verdict'], knows: ['invariant', 'shown_by', 'kind'] },
	WORD: {
		args: [2, 2],
		needs: ['kind'],
		knows: [
			'line',
			'meaning',
			'sign',
			'field',
			'as_object',
			'name_only',
			'with',
			'c_type',
			'c_irq',
			'c_bytes',
			'c_halves',
			'c_task',
			'c_task_of',
			'c_tasks',
			'c_node',
			'c_node_of',
		],
	},
	ROLE: { args: [1, 1], needs: ['letter', 'title'], knows: [] },
	QUEUE: {
		args: [0, 0],
		needs: ['kind', 'title'],
		knows: [
			'tail',
			'next',
			'ready',
			'list',
			'word',
			'serving',
			'number',
			'node',
			'prev',
			'array',
			'lock',
			'count',
			'key',
			'more',
			'first',
			'elements',
			'with',
		],
	},
	INVARIANT: {
		args: [2, 2],
		needs: ['name', 'meaning'],
		knows: ['about', 'called', 'flag', 'list'],
	},
	INIT: { args: [2, 2], needs: [], knows: [] },
};

/** Fields whose value is a string. */
const STRINGS = [
	'title',
	'family',
	'source',
	'name',
	'meaning',
	'line',
	'invariant',
	'shown_by',
	'c_type',
	'about',
	'called',
	'flag',
	'prev',
];

export class LineChecker {
	constructor(private readonly exprs: ExprChecker) {}

	run(): void {
		const { text } = this.exprs.scope;
		const { file } = this.exprs.report;
		for (const line of text.lines) if (line.file === file) this.line(line);
		const own = (lines: Line[]) => lines.filter((line) => line.file === file);
		this.unique(own(text.variants), 'variant');
		this.unique(own(text.switches), 'switch');
		this.unique(own(text.invariants), 'invariant');
		this.unique(own(text.roles), 'role');
	}

	private fault(span: Span, rule: string, message: string): void {
		this.exprs.fault(span, rule, message);
	}

	private unique(lines: Line[], what: string): void {
		const seen = new Set<string>();
		for (const line of lines) {
			const { args, span } = line;
			const name = args[0]?.raw ?? '';
			if (seen.has(name))
				this.fault(args[0]?.span ?? span, what, `the ${what} ${name} stands twice`);
			seen.add(name);
		}
	}

	private line(line: Line): void {
		const { keyword, args, fields, span } = line;
		const shape = SHAPES[keyword] as Shape;
		const [least, most] = shape.args;
		if (args.length < least || args.length > most) {
			this.fault(
				span,
				'arguments',
				`${keyword} takes ${count(least, most)} before its fields; this has ${args.length}`,
			);
			return;
		}
		for (const field of shape.needs)
			if (!Object.hasOwn(fields, field))
				this.fault(span, 'field', `${keyword} needs .${field} = …`);
		const known = [...shape.needs, ...shape.knows];
		for (const [field, value] of Object.entries(fields)) {
			const meant = known.includes(field) ? '' : nearest(field, known);
			if (meant) this.fault(value.span, 'field', `${keyword} has no .${field}${meant}`);
			if (STRINGS.includes(field) && known.includes(field) && stringOf(value.raw) === undefined)
				this.fault(value.span, 'field', `.${field} is a string in quotes`);
		}
		this.own(line);
	}

	private own(line: Line): void {
		const { args, fields } = line;
		const [first, second] = args as [Raw, Raw];
		switch (line.keyword) {
			case 'LOCK':
				this.lock(second, fields);
				break;
			case 'USES':
				for (const used of args) this.text(used);
				break;
			case 'C_NAMES':
				checkNames(this.exprs.scope, line, (span, message) => this.fault(span, 'c-names', message));
				break;
			case 'WORD':
				this.word(first, second);
				this.feature(fields.with);
				this.cType(fields.c_type);
				break;
			case 'ROLE':
				this.role(first);
				break;
			case 'SWITCH':
				this.invariantNamed(fields.invariant);
				this.variantNamed(fields.shown_by);
				break;
			case 'QUEUE':
				this.feature(fields.with);
				checkPrevious(this.exprs.scope, line, (of, message) =>
					this.fault(of.span, 'queue', message),
				);
				break;
			case 'VARIANT':
				if (fields.has && !/^\w+(?:\s*\|\s*\w+)*$/.test(fields.has.raw))
					this.fault(fields.has.span, 'field', '.has names features: one | another');
				break;
			case 'INIT':
				this.init(first, second);
				break;
			case 'INVARIANT':
				this.invariant(second);
				checkAbout(this.exprs.scope, line, (of, message) => this.fault(of.span, 'about', message));
		}
	}

	private text({ raw, span }: Raw): void {
		const { project, text } = this.exprs.scope;
		const names = project.texts.map(({ name }) => name);
		if (raw === text.name) this.fault(span, 'uses', 'a text does not use itself');
		else if (!names.includes(raw))
			this.fault(span, 'uses', `there is no text ${raw}${nearest(raw, names)}`);
	}

	private lock(type: Raw, fields: Line['fields']): void {
		const tag = /^struct (\w+)$/.exec(type.raw)?.[1];
		if (tag === undefined)
			this.fault(type.span, 'lock', 'the second argument of LOCK is its type: struct …');
		else {
			const size = this.struct(tag, type.span)?.size ?? 0;
			if (size > 1024)
				this.fault(
					type.span,
					'lock',
					`struct ${tag} has ${size} bytes; a lock has no more than 1024`,
				);
		}
		for (const field of [fields.worker, fields.exit])
			if (field) this.exprs.procedure(field.raw, field.span);
	}

	struct(tag: string, span: Span) {
		const { structs } = this.exprs.scope;
		const found = structs.get(tag);
		if (!found)
			this.fault(span, 'struct', `there is no struct ${tag}${nearest(tag, structs.keys())}`);
		return found;
	}

	private word(tag: Raw, name: Raw): void {
		const members = this.struct(tag.raw, tag.span)?.members.map((member) => member.name);
		if (members && !members.includes(name.raw))
			this.fault(
				name.span,
				'member',
				`struct ${tag.raw} has no member ${name.raw}${nearest(name.raw, members)}`,
			);
	}

	private cType(type: Raw | undefined): void {
		const wanted = type && stringOf(type.raw);
		if (type && wanted !== undefined && !WORD_TYPES.includes(wanted))
			this.fault(
				type.span,
				'c-type',
				`the C view has no type ${wanted}${nearest(wanted, WORD_TYPES)}`,
			);
	}

	private role({ raw, span }: Raw): void {
		const { constants } = this.exprs.scope;
		if (!constants.has(raw))
			this.fault(span, 'role', `there is no constant ${raw}${nearest(raw, constants.keys())}`);
	}

	private invariantNamed(name: Raw | undefined): void {
		if (!name) return;
		const wanted = stringOf(name.raw);
		const { invariants } = this.exprs.scope.text;
		const names = invariants.map(({ fields }) => stringOf(fields.name?.raw ?? '') ?? '');
		if (wanted !== undefined && !names.includes(wanted))
			this.fault(
				name.span,
				'invariant',
				`there is no invariant “${wanted}”${nearest(wanted, names)}`,
			);
	}

	/** The check that shows a switch begins with the name of a variant. */
	private variantNamed(check: Raw | undefined): void {
		const wanted = check && stringOf(check.raw)?.split(' ')[0];
		const { variants } = this.exprs.scope.text;
		const names = variants.map(({ fields }) => stringOf(fields.name?.raw ?? '') ?? '');
		if (check && wanted !== undefined && !names.includes(wanted))
			this.fault(check.span, 'variant', `there is no variant “${wanted}”${nearest(wanted, names)}`);
	}

	private feature(name: Raw | undefined): void {
		const { text } = this.exprs.scope;
		const known = text.variants.flatMap(({ fields }) => featuresIn(fields.has?.raw));
		if (name && !known.includes(name.raw)) {
			const message = `${text.name} has no feature ${name.raw}${nearest(name.raw, known)}`;
			this.fault(name.span, 'feature', message);
		}
	}

	/** An expression of its own, its parts placed where the line says it. */
	private expr({ raw, span }: Raw): Expr | undefined {
		const expr = exprOf(raw);
		if (!expr) this.fault(span, 'syntax', 'this is no expression of C');
		return expr && placed(expr, span);
	}

	private get object(): string {
		return /^struct (\w+)$/.exec(this.exprs.scope.text.lock?.args[1]?.raw ?? '')?.[1] ?? '';
	}

	private init(place: Raw, value: Raw): void {
		const target = this.expr(place);
		const type = target && this.exprs.place(target, { object: this.object });
		if (type && type.kind !== 'word' && type.kind !== 'unknown')
			this.fault(place.span, 'type', 'INIT sets a word of the lock: INIT(lk->…, value)');
		const expr = this.expr(value);
		if (expr) this.exprs.value(expr, { object: this.object });
	}

	private invariant(value: Raw): void {
		const expr = this.expr(value);
		if (expr) this.exprs.value(expr, { object: this.object, bound: new Set() });
	}
}

const count = (least: number, most: number): string =>
	least === most ? `${least} argument${least === 1 ? '' : 's'}` : `at least ${least}`;

/** Moves an expression that was read on its own to its place; raw text may have lost line breaks. */
function placed(expr: Expr, at: Span): Expr {
	const span = {
		...expr.span,
		line: at.line,
		column: at.line === at.endLine ? at.column + expr.span.column - 1 : at.column,
	};
	return { ...mapChildren(expr, (child) => placed(child, at)), span };
}
