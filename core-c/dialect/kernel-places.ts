/** Which shared words the expressions of the texts name. */
import { type CType, KernelFacts, LOCK_TYPES, type WordFacts } from './kernel-kinds';
import { tagOf } from './layout';
import type { Reach } from './scope';
import type { Expr, Member, Proc, Struct } from './tree';
import { bare, exprsOf, forEachExpr, forEachStmt } from './walk';
import { wordOf } from './words';

const LOCKS: readonly CType[] = Object.values(LOCK_TYPES);

/** Where a shared word is: the struct, the member, and what it is a member of. */
interface PlaceOfWord {
	struct: Struct;
	member: Member;
	object: Expr;
}

export class KernelPlaces {
	readonly facts: KernelFacts;
	private readonly addressed = new Map<string, CType>();

	constructor(readonly scope: Reach) {
		this.facts = new KernelFacts(scope);
		for (const proc of scope.procs.values()) this.noteUses(proc);
		for (const proc of scope.procs.values()) this.noteAddresses(proc);
	}

	/** The word that an expression names, or undefined. */
	wordAt(expr: Expr, object: string): PlaceOfWord | undefined {
		const found = bare(expr);
		if (found.kind !== 'member') return undefined;
		const struct = this.scope.structs.get(this.structOf(found.object, object) ?? '');
		const member = struct?.members.find(({ name }) => name === found.name);
		return struct && member ? { struct, member, object: found.object } : undefined;
	}

	factsAt(expr: Expr, object: string): WordFacts | undefined {
		const place = this.wordAt(expr, object);
		return place && this.facts.word(place.struct, place.member);
	}

	/** Tag of the struct that an expression is, or points to. */
	structOf(expr: Expr, object: string): string | undefined {
		const found = bare(expr);
		if (found.kind === 'name') return found.name === 'lk' ? object : undefined;
		if (found.kind === 'index') return this.structOf(found.object, object);
		if (found.kind === 'unary' && found.op === '&') return this.structOf(found.operand, object);
		const type = this.wordAt(found, object)?.member.type;
		return type === undefined ? undefined : tagOf(type);
	}

	/** Type of the locks whose addresses the texts of this object take: those that AT may name. */
	addressedLock(object: string): CType | undefined {
		return this.addressed.get(object);
	}

	private noteAddresses(proc: Proc): void {
		forEachStmt(proc.body, (stmt) => {
			for (const expr of exprsOf(stmt))
				forEachExpr(expr, (part) => {
					if (part.kind !== 'call' || part.name !== 'ADDRESS' || !part.args[0]) return;
					const { ctype } = this.factsAt(part.args[0], proc.object) ?? {};
					if (ctype && LOCKS.includes(ctype)) this.addressed.set(proc.object, ctype);
				});
		});
	}

	private noteUses(proc: Proc): void {
		for (const { keyword, args } of proc.steps)
			for (const [i, param] of (wordOf(keyword)?.params ?? []).entries()) {
				if (param !== 'word') continue;
				const expr = args[i]?.expr;
				const place = expr && this.wordAt(expr, proc.object);
				if (place) this.facts.noteUse(place.struct.tag, place.member.name, keyword);
			}
	}
}
