/** Values of the constants: #define without parameters, and enums. */
import { exprOf } from './code';
import { type Constant, type Expr, LIMITS, type Project, type Text } from './tree';
import { withUsed } from './uses';
import { localSize, machineConstant, sharedType } from './words';

/** A number of C: 32 bits, signed or not. */
interface Value {
	value: number;
	unsigned: boolean;
}

export type Lookup = (name: string) => Value | undefined;

const as = (value: number, unsigned: boolean): Value => ({
	value: unsigned ? value >>> 0 : value | 0,
	unsigned,
});
const truth = (condition: boolean): Value => ({ value: condition ? 1 : 0, unsigned: false });

/** What an expression of constants comes to, or undefined when it is not constant. */
export function evaluate(expr: Expr, lookup: Lookup): Value | undefined {
	switch (expr.kind) {
		case 'number':
			return { value: expr.value, unsigned: /u/i.test(expr.text) || expr.value > 0x7fffffff };
		case 'name':
			return lookup(expr.name);
		case 'paren':
			return evaluate(expr.inner, lookup);
		case 'unary':
			return unary(expr.op, evaluate(expr.operand, lookup));
		case 'cast': {
			const inner = evaluate(expr.operand, lookup);
			return inner && as(inner.value, /^(?:u|tasks)/.test(expr.type));
		}
		case 'sizeof': {
			const size = localSize(expr.of) ?? sharedType(expr.of)?.size;
			return size === undefined ? undefined : { value: size, unsigned: true };
		}
		case 'conditional': {
			const test = evaluate(expr.test, lookup);
			return test && evaluate(test.value !== 0 ? expr.yes : expr.no, lookup);
		}
		case 'binary': {
			const left = evaluate(expr.left, lookup);
			const right = evaluate(expr.right, lookup);
			return left && right && binary(expr.op, left, right);
		}
		default:
			return undefined;
	}
}

function unary(op: string, operand: Value | undefined): Value | undefined {
	if (!operand) return undefined;
	const { value, unsigned } = operand;
	if (op === '-') return as(-value, unsigned);
	if (op === '~') return as(~value, unsigned);
	if (op === '+') return operand;
	return op === '!' ? truth(value === 0) : undefined;
}

function binary(op: string, left: Value, right: Value): Value | undefined {
	const unsigned = left.unsigned || right.unsigned;
	const a = as(left.value, unsigned).value;
	const b = as(right.value, unsigned).value;
	const shift = b & 31;
	switch (op) {
		case '||':
			return truth(a !== 0 || b !== 0);
		case '&&':
			return truth(a !== 0 && b !== 0);
		case '==':
			return truth(a === b);
		case '!=':
			return truth(a !== b);
		case '<':
			return truth(a < b);
		case '>':
			return truth(a > b);
		case '<=':
			return truth(a <= b);
		case '>=':
			return truth(a >= b);
		case '|':
			return as(a | b, unsigned);
		case '&':
			return as(a & b, unsigned);
		case '^':
			return as(a ^ b, unsigned);
		case '+':
			return as(a + b, unsigned);
		case '-':
			return as(a - b, unsigned);
		case '*':
			return as(Math.imul(a, b), unsigned);
		case '/':
			return b === 0 ? undefined : as(Math.trunc(a / b), unsigned);
		case '%':
			return b === 0 ? undefined : as(a % b, unsigned);
		case '<<':
			return as(left.value << shift, left.unsigned);
		case '>>':
			return as(left.unsigned ? left.value >>> shift : left.value >> shift, left.unsigned);
		default:
			return undefined;
	}
}

/** Every constant that the text can name. */
export function constantsOf(project: Project, text: Text): Map<string, Constant> {
	const found = new Map<string, Constant>();
	for (const one of withUsed(project, text))
		for (const constant of one.constants)
			if (!found.has(constant.name)) found.set(constant.name, constant);
	return found;
}

/** Looks up a name among constants, working out those it is made of. */
export function lookupIn(constants: ReadonlyMap<string, Constant>): Lookup {
	const known = new Map<string, Value | undefined>();
	let depth = 0;
	const lookup: Lookup = (name) => {
		const machine = machineConstant(name);
		if (machine !== undefined) return { value: machine, unsigned: false };
		if (known.has(name)) return known.get(name);
		known.set(name, undefined); /* what it is made of cannot be itself */
		const constant = constants.get(name);
		const expr = constant && depth < 2 * LIMITS.nesting ? exprOf(constant.raw) : undefined;
		depth++;
		const value = expr && evaluate(expr, lookup);
		depth--;
		known.set(name, value);
		return value;
	};
	return lookup;
}

export function evaluateConstants(project: Project, text: Text): void {
	const lookup = lookupIn(constantsOf(project, text));
	for (const constant of text.constants) {
		const found = lookup(constant.name);
		if (!found) continue;
		constant.value = found.value;
		constant.unsigned = found.unsigned;
	}
}
