/** A data race in words: which two accesses, and which order is missing between them. */
import type { Race, Session, StepRecord } from '../../../wasm/src';
import { opDoes } from '../../../wasm/src';

/** "T1 (step 5, line 40)" */
const placeOf = ({ tid, line }: StepRecord, step: number) => `T${tid} (step ${step}, line ${line})`;

const doesWork = (session: Session, step: number): string => {
	const { tid } = session.record(step - 1);
	const reads = session.machine(step).threads.some((t) => t.tid === tid && t.holds === 'read');
	return reads ? 'reads' : 'writes';
};

/** Between which two accesses: "T1 (step 5, line 40) writes the data under the lock, and T2 (…) writes it as well." */
export function raceText(session: Session, { first, second }: Race): string {
	const [a, b] = [doesWork(session, first), doesWork(session, second)];
	const one = placeOf(session.record(first - 1), first);
	const other = placeOf(session.record(second - 1), second);
	return `${one} ${a} the data under the lock, and ${other} ${b} it${a === b ? ' as well' : ''}.`;
}

/** Why nothing orders them: which of the accesses that could do it declares too little. */
export function missingText(session: Session, { first, second, by }: Race): string {
	const one = `T${session.record(first - 1).tid}`;
	const other = `T${session.record(second - 1).tid}`;
	const none = `Nothing orders the second behind the first (there is no happens-before).`;
	if (!by) return `${none} No single pair of accesses between them could.`;
	const [wrote, read] = [session.record(by.wrote - 1), session.record(by.read - 1)];
	const changes = opDoes(read.op, 'writes') ? 'finds and changes' : 'reads';
	const at = (step: number, { line }: StepRecord) => `step ${step}, line ${line}`;
	const told = `${one} tells ${other} through ${wrote.wordName}: it writes it (${at(by.wrote, wrote)}), and ${other} ${changes} it (${at(by.read, read)}).`;
	const lacks = [
		by.lacksRelease && `a release at step ${by.wrote}`,
		by.lacksAcquire && `an acquire at step ${by.read}`,
	].filter(Boolean);
	return `${none} ${told} Missing: ${lacks.join(', and ')}.`;
}

/** What may come of it, and why nothing has. */
export function meansText(session: Session, { first, second }: Race): string {
	const other = `T${session.record(second - 1).tid}`;
	const one = `T${session.record(first - 1).tid}`;
	const late =
		doesWork(session, first) === 'reads'
			? `${one} may read what ${other} writes only later`
			: `${other} may miss what ${one} wrote`;
	return `On a CPU that reorders, ${late}. Here each write is seen at once, so no rule is broken.`;
}
