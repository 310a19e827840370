/** Offsets and sizes of the structs, as C lays them out. */
import { exprOf } from './code';
import { constantsOf, evaluate, lookupIn } from './constants';
import type { Member, Project, Struct, Text } from './tree';
import { withUsed } from './uses';
import { sharedType } from './words';

interface Laid {
	size: number;
	align: number;
}

const up = (offset: number, align: number): number => Math.ceil(offset / align) * align;

/** Struct of a member's type, when it is one: "struct x" is x. */
export const tagOf = (type: string): string | undefined => /^struct (\w+)$/.exec(type)?.[1];

/** Every struct that the text can name, by its tag. */
export function structsOf(project: Project, text: Text): Map<string, Struct> {
	const found = new Map<string, Struct>();
	for (const one of withUsed(project, text))
		for (const struct of one.structs) if (!found.has(struct.tag)) found.set(struct.tag, struct);
	return found;
}

export function layOut(project: Project, text: Text): void {
	const structs = structsOf(project, text);
	const lookup = lookupIn(constantsOf(project, text));
	const done = new Map<string, Laid | undefined>();

	const sizeOf = (type: string): Laid | undefined => {
		const tag = tagOf(type);
		if (tag === undefined) return sharedType(type);
		if (!done.has(tag)) {
			done.set(tag, undefined); /* a struct cannot hold itself */
			const struct = structs.get(tag);
			done.set(tag, struct && done.size < 1000 ? place(struct) : undefined);
		}
		return done.get(tag);
	};

	const lengthOf = (member: Member): number | undefined => {
		if (member.count === undefined) return 1;
		const expr = exprOf(member.count);
		const value = expr && evaluate(expr, lookup)?.value;
		if (value === undefined || value < 1) return undefined;
		member.length = value;
		return value;
	};

	const place = (struct: Struct): Laid | undefined => {
		let offset = 0;
		let widest = 1;
		for (const member of struct.members) {
			const laid = sizeOf(member.type);
			const length = lengthOf(member);
			if (!laid || length === undefined) return undefined;
			member.offset = up(offset, laid.align);
			member.size = laid.size * length;
			offset = member.offset + member.size;
			widest = Math.max(widest, laid.align);
		}
		struct.size = up(offset, widest);
		return { size: struct.size, align: widest };
	};

	for (const struct of text.structs) sizeOf(`struct ${struct.tag}`);
}
