/** What an expression may come to, where only a few values are possible. */
import { evaluate, type lookupIn } from './constants';
import { textOf } from './macros';
import type { Expr } from './tree';
import { bare, localOf } from './walk';

/** What it may be: expressions of constants; undefined when anything. */
export type Values = readonly Expr[] | undefined;

const MOST_VALUES = 8;

/** true and false are settled conditions. */
export const said = (value: Expr): string => {
	const text = textOf(value);
	return text === 'true' ? '1' : text === 'false' ? '0' : text;
};

export const joined = (all: readonly Values[]): Values => {
	const found = new Map<string, Expr>();
	for (const values of all) {
		if (values === undefined) return undefined;
		for (const value of values) if (!found.has(said(value))) found.set(said(value), value);
	}
	return found.size > 0 && found.size <= MOST_VALUES ? [...found.values()] : undefined;
};

/** `local`: what a local may be there. */
export function valuesOf(
	expr: Expr,
	lookup: ReturnType<typeof lookupIn>,
	local: (expr: Expr, name: string) => Values,
): Values {
	const found = bare(expr);
	const name = localOf(found);
	if (name !== undefined) return local(found, name);
	const inner = (part: Expr): Values => valuesOf(part, lookup, local);
	const isTrue = (value: Expr): boolean => evaluate(value, lookup)?.value !== 0;
	switch (found.kind) {
		case 'number':
		case 'name':
			return evaluate(found, lookup) && [found];
		case 'cast':
			return inner(found.operand);
		case 'unary':
			return inner(found.operand)?.map((operand) => ({ ...found, operand }));
		case 'conditional': {
			const tests = inner(found.test);
			if (!tests) return joined([inner(found.yes), inner(found.no)]);
			return joined([...new Set(tests.map(isTrue))].map((is) => inner(is ? found.yes : found.no)));
		}
		case 'binary': {
			const [left, right] = [inner(found.left), inner(found.right)];
			return left && right
				? joined(left.map((one) => right.map((other) => ({ ...found, left: one, right: other }))))
				: undefined;
		}
		default:
			return undefined;
	}
}
