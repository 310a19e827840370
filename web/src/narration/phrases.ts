/** Short texts about options and records: what an actor will do, and what a step would change. */

import type { MachineView, ThreadView, WordFacts } from '../../../wasm/src';
import {
	type Facts,
	type LockFacts,
	type Option,
	type StepRecord,
	wordText,
} from '../../../wasm/src';
import { OPS } from '../drawings/word/access';

export function lockOf(facts: Facts, lock: number): LockFacts | undefined {
	return facts.locks.find((l) => l.id === lock);
}

function factsOfWord(machine: MachineView, id: number): WordFacts | undefined {
	const own = machine.words.find((w) => w.id === id);
	if (own) return own.facts;
	for (const node of machine.nodes) {
		const word = node.words.find((w) => w.id === id);
		if (word) return word.facts;
	}
	return undefined;
}

/** A value of the record's word, as that word is read. */
export function valueText(machine: MachineView, record: StepRecord, value: number): string {
	const facts = factsOfWord(machine, record.word);
	return facts && facts.kind !== 'list' ? wordText(facts, value) : String(value | 0);
}

/** "count 0x100 → 0x101"; '' when the step would write nothing. */
export function deltaText(machine: MachineView, record: StepRecord): string {
	if (record.wordName === '') return '';
	const facts = factsOfWord(machine, record.word);
	if (facts?.kind === 'list') return '';
	if (record.op === 'cas' && !record.ok) {
		return `${record.wordName} ${valueText(machine, record, record.old)}, not ${valueText(machine, record, record.arg)}: fails`;
	}
	if (record.old === record.new) return '';
	return `${record.wordName} ${valueText(machine, record, record.old)} → ${valueText(machine, record, record.new)}`;
}

/** What an actor is up to, in one phrase. */
export function actorPhrase(option: Option | undefined, thread: ThreadView): string {
	if (!option || thread.status === 'done' || thread.status === 'dead') return '';
	if (option.result === 'moved') return option.about;
	return option.why || option.about;
}

/** Where a thread stands that can go on, and nothing of what its step will do. */
export function placePhrase(
	option: Option | undefined,
	lock: LockFacts | undefined,
	/** the text of the lock is before the reader: its procedures have names */
	named: boolean,
): string {
	if (!option || option.result === 'blocked') return '';
	const { op, wordName, proc } = option.preview;
	const access = wordName && OPS[op] ? `${OPS[op]} of ${wordName}` : '';
	const name = lock?.procs[proc]?.name ?? '';
	/* what calls the lock is no part of it: its name would tell nothing */
	const place = named && !name.endsWith('_worker') ? `in ${name}` : '';
	return `its next step: ${[access, place].filter(Boolean).join(', ') || 'shown with the answer'}`;
}

export function roleTitle(lock: LockFacts | undefined, thread: ThreadView): string {
	const role = lock?.roles.find((r) => r.letter === thread.role || r.title === thread.role);
	return role?.title ?? thread.role;
}
