/**
 * What a page says to a stepper inside it, and hears from it (docs/embedding/README.md). What comes from outside is
 * read as hostile: a message has the documented form, key by key, or nothing is done.
 */

export const VERSION = 1;

export type Pace = 'step' | 'beat';

export type Command =
	| { type: 'go'; step: number }
	/** answer: of a beat that asks, the answer is shown too */
	| { type: 'go'; beat: number; answer: boolean }
	| { type: 'go'; address: string }
	| { type: 'step'; thread: number }
	| { type: 'next' | 'back'; by: Pace }
	| { type: 'state' };

/** The moment that is shown, for whoever embeds it. */
export interface Told {
	scenario: string;
	title: string;
	/** steps taken, and those of the whole */
	step: number;
	steps: number;
	/** the last beat up to here, and the number of the last one; 0: the start */
	beat: number;
	beats: number;
	/** beats that ask, by number, and whether the question here is still open */
	asks: number[];
	asking: boolean;
	/** what the last step did; at the start, what the story is about */
	sentence: string;
	/** what the author says of this very moment */
	note: string;
	/** what is broken in this state; '' when nothing is */
	fault: string;
	/** the steps are the reader's own: the story was left */
	left: boolean;
	/** the story is told, or nobody can move */
	atEnd: boolean;
	/** of this moment in the page, what follows '#/' */
	address: string;
}

export type Saying =
	| ({ type: 'ready' | 'state' } & Told)
	/** the message was not understood, or could not be done */
	| { type: 'error'; message: string };

export const MOST_STEPS = 100_000;
const MOST_BEATS = 1000;
const MOST_THREADS = 16;
export const LONGEST_ADDRESS = 65_536;

const isCount = (value: unknown, least: number, most: number): value is number =>
	Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

type Message = Readonly<Record<string, unknown>>;

/** The message has these keys beside its version and its type, and no others. */
const hasOnly = (message: Message, needed: readonly string[], may: readonly string[] = []) =>
	needed.every((key) => Object.hasOwn(message, key)) &&
	Object.keys(message).every((key) => ['lockstep', 'type', ...needed, ...may].includes(key));

/** undefined: not the documented form. */
function commandIn(message: Message): Command | undefined {
	const { type, step, beat, address, thread } = message;
	const { answer = true, by = 'step' } = message;
	switch (type) {
		case 'go':
			if (hasOnly(message, ['step']) && isCount(step, 0, MOST_STEPS)) return { type, step };
			if (hasOnly(message, ['beat'], ['answer']) && isCount(beat, 0, MOST_BEATS))
				return typeof answer === 'boolean' ? { type, beat, answer } : undefined;
			if (!hasOnly(message, ['address']) || typeof address !== 'string') return undefined;
			return address.length > LONGEST_ADDRESS ? undefined : { type, address };
		case 'step':
			if (!hasOnly(message, ['thread']) || !isCount(thread, 1, MOST_THREADS)) return undefined;
			return { type, thread };
		case 'next':
		case 'back':
			if (!hasOnly(message, [], ['by']) || (by !== 'step' && by !== 'beat')) return undefined;
			return { type, by };
		case 'state':
			return hasOnly(message, []) ? { type } : undefined;
		default:
			return undefined;
	}
}

/** null: the message is somebody else's. */
export function readMessage(data: unknown): Command | { type: 'error'; message: string } | null {
	if (typeof data !== 'object' || data === null) return null;
	if (Object.getPrototypeOf(data) !== Object.prototype) return null;
	if (!Object.hasOwn(data, 'lockstep')) return null;
	const message = data as Message;
	if (message.lockstep !== VERSION)
		return { type: 'error', message: `This page speaks version ${VERSION} of the protocol.` };
	return (
		commandIn(message) ?? {
			type: 'error',
			message: 'The message does not have the documented form; nothing was done.',
		}
	);
}

export const messageOf = (saying: Saying): object => ({ lockstep: VERSION, ...saying });
