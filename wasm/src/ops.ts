/** The operations of the texts and of the environment, and what each does to memory (core-c/op.h). */
import { DOES, OP_CLASSES, OPS } from '../generated/machine';

export { OPS };
export type OpName = (typeof OPS)[number];

const NUMBERS = Object.fromEntries(OPS.map((name, op) => [name, op])) as Record<OpName, number>;

/** Its number in the columns of a session. */
export const opNumber = (name: OpName): number => NUMBERS[name];

/** Whether an operation is all that is asked. */
export const opDoes = (name: OpName, ...asked: (keyof typeof DOES)[]): boolean =>
	asked.every((one) => ((OP_CLASSES[NUMBERS[name]] ?? 0) & DOES[one]) !== 0);

/** As ls_op_wrote() in core-c/op.h: what fails writes nothing, nor does what finds the word so already. */
export function wrote({
	op,
	ok,
	old,
	new: put,
}: {
	op: OpName;
	ok: boolean;
	old: number;
	new: number;
}): boolean {
	if (!opDoes(op, 'writes') || (opDoes(op, 'mayFail') && !ok)) return false;
	return !opDoes(op, 'ifNew') || old !== put;
}
