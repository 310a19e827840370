/** What the locals of a compiled procedure are while a thread rests at a line: places in its object instead of names. */
import { tagOf } from '../layout';
import { type MeaningSpan, meaningsOf } from '../meanings';
import type { Scope } from '../scope';
import type { Proc } from '../tree';

/** A word is counted from the object that the procedure works on; of a local it is the place among the locals. */
export interface CompiledMeaning {
	local: number;
	as: Exclude<MeaningSpan['as'], 'number'>;
	from: number;
	to: number;
	of: number;
	value?: number;
	name?: string;
}

/** Of `node[0].next` in that struct, in words; undefined: the page does not know where it is. */
function placeOf(path: string, struct: string, scope: Scope): number | undefined {
	let tag: string | undefined = struct;
	let bytes = 0;
	for (const name of path.replaceAll('[0]', '').split('.')) {
		const member = scope.structs.get(tag ?? '')?.members.find((one) => one.name === name);
		if (member?.offset === undefined) return undefined;
		tag = tagOf(member.type);
		bytes += member.offset;
	}
	return bytes / 4;
}

export function meansOf(proc: Proc, scope: Scope): CompiledMeaning[] {
	const local = (name: string) => proc.locals.findIndex((one) => one.name === name);
	return meaningsOf(proc, scope).flatMap((one) => {
		const { as, from, to } = one;
		if (as === 'number') return [];
		const ofWord = as === 'value' || as === 'new';
		const ofLocal = as === 'at' || as === 'expected';
		const of = ofWord ? placeOf(one.of, proc.object, scope) : ofLocal ? local(one.of) : 0;
		if (of === undefined) return [];
		const code = one.as === 'code' ? { value: one.value, name: one.name } : {};
		return [{ local: local(one.local), as, from, to, of, ...code }];
	});
}
