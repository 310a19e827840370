/**
 * Which procedures no signal concerns: on no way through one is a sleep that a signal ends, or a look whether a signal
 * is there. What a caller gives as the state to sleep in is followed into the callees; what cannot be followed counts as heard.
 */
import type { Arg, Expr, Proc, Project, Text } from './tree';
import { withUsed } from './uses';
import { bare, exprsOf, forEachExpr, forEachStmt, localOf } from './walk';
import { STATES } from './words';

/** Of locals of a procedure: the task state that its caller has given. */
type Given = ReadonlyMap<string, string>;

const ENDED_BY_A_SIGNAL = 'INTERRUPTIBLE';

interface Facts {
	/** states that it sleeps in or looks for a signal by */
	states: Expr[];
	/** locals that it changes itself: whatever a caller gave */
	changed: Set<string>;
}

function factsOf(proc: Proc): Facts {
	const states: Expr[] = [];
	const changed = new Set<string>();
	const change = (expr: Expr | undefined) => {
		const local = expr && localOf(expr);
		if (local) changed.add(local);
	};
	forEachStmt(proc.body, (stmt) => {
		if (stmt.kind === 'word') {
			if (/^(?:SET|STORE)_STATE$/.test(stmt.keyword))
				states.push(...stmt.args.map(({ expr }) => expr));
			/* what a word answers goes to its first argument */ else change(stmt.args[0]?.expr);
		}
		for (const expr of exprsOf(stmt))
			forEachExpr(expr, (one) => {
				if (one.kind === 'assign') change(one.target);
				if (one.kind === 'postfix' || one.kind === 'prefix') change(one.operand);
				if (one.kind === 'call' && one.name === 'SIGNAL_PENDING') states.push(...one.args);
			});
	});
	return { states, changed };
}

/** The name of a task state, or of what cannot be followed none. */
function stateOf(expr: Expr, given: Given, changed: ReadonlySet<string>): string | undefined {
	const found = bare(expr);
	if (found.kind === 'name') return STATES.includes(found.name as never) ? found.name : undefined;
	const local = localOf(found);
	return local && !changed.has(local) ? given.get(local) : undefined;
}

/** The procedures of a text that no signal concerns, by name. */
export function deafProcs(project: Project, text: Text): Set<string> {
	const texts = withUsed(project, text);
	const procs = new Map(
		texts.flatMap((one) => one.procs.map((proc) => [proc.name, proc] as const)),
	);
	const known = new Map<string, boolean>();

	const hears = (proc: Proc, given: Given): boolean => {
		const key = `${proc.name} ${[...given].sort().join(' ')}`;
		const before = known.get(key);
		if (before !== undefined) return before;
		known.set(key, false); /* round a circle nothing else is heard */
		const { states, changed } = factsOf(proc);
		const state = (expr: Expr) => stateOf(expr, given, changed);
		const own = states.some((expr) => (state(expr) ?? ENDED_BY_A_SIGNAL) === ENDED_BY_A_SIGNAL);
		const found = own || proc.calls.some(({ proc: name, sets }) => hearsIn(name, sets, state));
		known.set(key, found);
		return found;
	};
	const hearsIn = (
		name: string,
		sets: readonly Arg[],
		state: (expr: Expr) => string | undefined,
	): boolean => {
		const callee = procs.get(name);
		if (!callee) return true;
		const given = new Map<string, string>();
		for (const { field, expr } of sets) {
			const value = state(expr);
			if (field && value) given.set(field, value);
		}
		return hears(callee, given);
	};
	return new Set(text.procs.filter((proc) => !hears(proc, new Map())).map(({ name }) => name));
}
