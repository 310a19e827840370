/** What one access did to its cache line, in sentences; the drawing says the same in letters. */
import { opDoes, type StepRecord, type Touch } from '../../../wasm/src';
import type { LineName } from '../../../wasm/src/cache';
import { listed } from '../narration/phrases';
import type { Release } from './releases';

export const nameOf = ({ name, tid }: Pick<LineName, 'name' | 'tid'>): string =>
	tid > 0 ? `T${tid}.${name}` : name;

/** "T2", "T2 and T3", "T2, T3 and T4" */
export const threadNames = (tids: readonly number[]): string =>
	listed(tids.map((tid) => `T${tid}`)) || 'nobody';

export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;

function loaded(who: string, line: string, touch: Touch): string {
	if (!touch.transfer) return `${who} reads ${line} out of its own cache.`;
	if (touch.from > 0)
		return `${who} reads ${line}: a copy comes from T${touch.from}, and both share the line now.`;
	if (touch.after === 'E') return `${who} reads ${line}, which comes from memory.`;
	return `${who} reads ${line}, and has a copy beside the others now.`;
}

function taken(who: string, line: string, touch: Touch, record: StepRecord): string {
	const failed = !record.ok && opDoes(record.op, 'mayFail');
	const does = failed ? 'tries to change' : 'writes';
	const all = failed ? ' It takes the line all the same.' : '';
	if (touch.lost.length > 0)
		return `${who} ${does} ${line}, and takes it from ${threadNames(touch.lost)}.${all}`;
	if (touch.transfer) return `${who} ${does} ${line}, which comes from memory.${all}`;
	return `${who} ${does} ${line}, which it alone has.`;
}

export function touchText(touch: Touch, line: LineName | undefined, record: StepRecord): string {
	const who = `T${touch.tid}`;
	if (touch.line === null || !line) return 'This step touches no line.';
	const name = `the line “${nameOf(line)}”`;
	const said = touch.use === 'load' ? loaded(who, name, touch) : taken(who, name, touch, record);
	const { disturbed } = touch;
	if (disturbed.length === 0) return said;
	const must = disturbed.length === 1 ? 'was watching it and must' : 'were watching it and must';
	return `${said} ${threadNames(disturbed)} ${must} fetch it again.`;
}

/** "T1’s release disturbed 3 threads: T2, T3 and T4."; while it goes on, also who had no copy left that it could take. */
export function releaseText({ tid, end, disturbed, without = [] }: Release): string {
	const whose = end === null ? `T${tid}’s release so far` : `T${tid}’s release`;
	const took =
		disturbed.length === 0
			? 'nobody'
			: `${counted(disturbed.length, 'thread')}: ${threadNames(disturbed)}`;
	const said = `${whose} disturbed ${took}.`;
	if (without.length === 0) return said;
	const [copy, too] = [without.length === 1 ? 'its copy' : 'their copies', disturbed.length > 0];
	return `${said} ${threadNames(without)} had lost ${copy} before, and must fetch the line${too ? ', too' : ' all the same'}.`;
}
