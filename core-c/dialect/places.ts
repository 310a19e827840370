/** Places of a text that a reader can name: "until it is about to enter proc", "until its CAS". */
import { textOf } from './macros';
import type { Expr, Proc, Text } from './tree';
import { bare } from './walk';
import { wordOf } from './words';

export interface Place {
	kind: 'entry' | 'step' | 'call';
	/** stays the same while lines move: "mspin_lock", "mspin_lock/STORE node.next/2" */
	id: string;
	/** as a reader says it: "mspin_lock", "2nd STORE of node.next in mspin_lock" */
	label: string;
	proc: string;
	/** of an entry the line of PROC; else where the thread stands */
	line: number;
	keyword?: string;
	/** shared word or list without lk-> and indices, or the procedure that is called */
	target?: string;
	/** among the steps of one procedure with the same keyword and target, from 1 */
	ordinal?: number;
}

/** `lk->node[my->prev].next` is node.next, `&lk->spin` is spin. */
function targetOf(expr: Expr): string {
	const found = bare(expr);
	switch (found.kind) {
		case 'index':
			return targetOf(found.object);
		case 'unary':
			return targetOf(found.operand);
		case 'member': {
			const object = targetOf(found.object);
			return object === 'lk' ? found.name : `${object}.${found.name}`;
		}
		default:
			return textOf(found);
	}
}

const ORDINALS = ['', '1st', '2nd', '3rd'];
const nth = (n: number): string => ORDINALS[n] ?? `${n}th`;

function stepsOf(proc: Proc): Omit<Place, 'id' | 'label' | 'ordinal'>[] {
	const steps = proc.steps.map(({ keyword, line, args }) => {
		const at = wordOf(keyword)?.params.findIndex((param) => param === 'word' || param === 'list');
		const expr = args[at ?? -1]?.expr;
		const place = { kind: 'step' as const, proc: proc.name, line, keyword };
		return expr ? { ...place, target: targetOf(expr) } : place;
	});
	const calls = proc.calls.map(({ keyword, line, proc: target }) => ({
		kind: 'call' as const,
		proc: proc.name,
		line,
		keyword,
		target,
	}));
	return [...steps, ...calls].sort((a, b) => a.line - b.line);
}

/** In the order of the text; an entry before the steps of its procedure. */
export function placesOf(text: Text): Place[] {
	return text.procs.flatMap((proc) => {
		const { name, first } = proc;
		const entry: Place = { kind: 'entry', id: name, label: name, proc: name, line: first };
		const steps = stepsOf(proc);
		const key = ({ keyword, target }: (typeof steps)[number]) =>
			`${keyword} ${target ?? ''}`.trim();
		const total = new Map<string, number>();
		for (const step of steps) total.set(key(step), (total.get(key(step)) ?? 0) + 1);
		const seen = new Map<string, number>();
		const places = steps.map((step): Place => {
			const ordinal = (seen.get(key(step)) ?? 0) + 1;
			seen.set(key(step), ordinal);
			const only = total.get(key(step)) === 1;
			const of = step.target === undefined ? '' : ` of ${step.target}`;
			const what = `${only ? '' : `${nth(ordinal)} `}${step.keyword}${of}`;
			const id = `${name}/${key(step)}${only ? '' : `/${ordinal}`}`;
			return { ...step, id, label: `${what} in ${name}`, ordinal };
		});
		return [entry, ...places];
	});
}
