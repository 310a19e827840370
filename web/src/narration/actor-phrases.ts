/** Short texts about options and records: what an actor will do. */
import { type LockFacts, type Option, opDoes, type ThreadView, wrote } from '../../../wasm/src';
import { inSource } from '../drawings/source-names';
import { roleText } from '../drawings/threads/roles';
import { accessName } from '../drawings/word/access';

/** Its phrase tells what the step does itself, and not what it finds: that will be so, and is not yet. */
export const isEffect = (option: Option | undefined): boolean =>
	option?.result === 'moved' && wrote(option.preview) && !opDoes(option.preview.op, 'ifNew');

/** What an actor is up to, in one phrase. */
export function actorPhrase(option: Option | undefined, thread: ThreadView): string {
	if (!option || thread.status === 'done' || thread.status === 'dead') return '';
	if (option.result === 'moved') return option.about;
	return option.why || option.about;
}

/** In a row with little room: how a sleep ends says what kind it is. */
export const sleepPhrase = (phrase: string): string => phrase.replace(/^\([A-Z]+\): /, '');

/** What a row must not tell while it is the question. */
export const UNTOLD = 'its next step: shown with the answer';

/** Where a thread stands that can go on, and nothing of what its step will do. */
export function placePhrase(
	option: Option | undefined,
	lock: LockFacts | undefined,
	/** the text of the lock is before the reader: its procedures have names */
	named: boolean,
	/** its access may be said: in a lesson, which hides what would tell; of a story, that alone is the answer to many a question */
	says = false,
): string {
	if (!option || option.result === 'blocked') return '';
	const { wordName, proc } = option.preview;
	const access = says && wordName ? accessName(option.preview, lock) : '';
	const name = lock?.procs[proc]?.name ?? '';
	/* what calls the lock is no part of it: its name would tell nothing */
	const place = named && !name.endsWith('_worker') ? `in ${inSource(name)}` : '';
	const told = [access && `${access} of ${wordName}`, place].filter(Boolean).join(', ');
	return told ? `its next step: ${told}` : UNTOLD;
}

export const roleTitle = (lock: LockFacts | undefined, { role }: ThreadView): string =>
	roleText(lock?.roles, role);

/** Before a room the fault is spoken of where it acts, and not where somebody is about to step into it. */
export const unannounced = (phrase: string): string => phrase.replace(/[,;] [^,;:]* \(fault\)/, '');
