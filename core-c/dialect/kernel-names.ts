/** What a text's things are called in its source: its lines C_NAMES. */
import type { Scope } from './scope';
import type { Line, Raw, Span, Text } from './tree';

interface CNamed {
	ours: string;
	theirs: string;
	line: Line;
	at: Raw;
}

/** The pairs of a text, in their order. */
export const cNamesOf = ({ lines }: Pick<Text, 'lines'>): CNamed[] =>
	lines
		.filter(({ keyword }) => keyword === 'C_NAMES')
		.flatMap((line) =>
			line.args.map((at) => {
				const [ours = '', theirs = ''] = at.raw.split('=').map((part) => part.trim());
				return { ours, theirs, line, at };
			}),
		);

/**
 * What a text's lines C_NAMES may name beside its own things: what the source has for a word of the dialect. TIMEOUT is a clock
 * that the thread reads, in a variable of this name, and THRESHOLD a time noted on its waiter; what starts each is what sets it.
 * BIT_TEST_AND_SET is the macro of a full FETCH_OR that sets one bit and learns only that bit.
 * STATE is the type that a task's state has where a procedure is given one, if not unsigned int.
 * LOAD is what makes a plain access one access (ACCESS_ONCE), STORE the barrier behind a plain store to another thread's word.
 * PROC.LOAD is what the source reads with in that procedure alone, PLAIN_READ where it reads with nothing.
 */
const NAMED_WORDS = new Set(
	'lk ASSERT STATE LOAD STORE CPU_RELAX TIMEOUT TIMEOUT_START THRESHOLD THRESHOLD_START BIT_TEST_AND_SET'.split(
		' ',
	),
);

/** What the source has for words of the dialect in this text. */
export const wordNamesOf = (text: Pick<Text, 'lines'>): ReadonlyMap<string, string> =>
	new Map(
		cNamesOf(text).flatMap(({ ours, theirs }) =>
			NAMED_WORDS.has(ours) ? [[ours, theirs] as const] : [],
		),
	);

const IN_PROC = /^(\w+)\.(LOAD)$/;

/** Where the source reads a shared word as it would read any other. */
export const PLAIN_READ = 'PLAIN_READ';

/** The same in one procedure, where its source has something else there. */
export function wordNamesIn(text: Pick<Text, 'lines'>, proc: string): ReadonlyMap<string, string> {
	const names = new Map(wordNamesOf(text));
	for (const { ours, theirs } of cNamesOf(text)) {
		const [, of, word] = IN_PROC.exec(ours) ?? [];
		if (of === proc && word !== undefined) names.set(word, theirs);
	}
	return names;
}

const IDENTIFIER = /\b[A-Za-z_]\w*\b/g;

export class CNames {
	private readonly whole = new Map<string, string>();
	/** the longest first */
	private readonly beginnings: [ours: string, theirs: string][];

	constructor(texts: readonly Pick<Text, 'lines'>[]) {
		const beginnings = new Map<string, string>();
		for (const { ours, theirs } of texts.flatMap(cNamesOf))
			if (!NAMED_WORDS.has(ours) && !IN_PROC.test(ours))
				(ours.endsWith('_') ? beginnings : this.whole).set(ours, theirs);
		this.beginnings = [...beginnings].sort(([a], [b]) => b.length - a.length);
	}

	of(name: string): string {
		const whole = this.whole.get(name);
		if (whole !== undefined) return whole;
		const [ours, theirs] = this.beginnings.find(([one]) => name.startsWith(one)) ?? ['', ''];
		return theirs + name.slice(ours.length);
	}

	/** Every name in a piece of code. */
	inCode(code: string): string {
		return code.replace(IDENTIFIER, (name) => this.of(name));
	}
}

/** What is wrong with a line C_NAMES. */
export function checkNames(
	{ text, texts, procs, structs, constants, macros }: Scope,
	line: Line,
	fault: (span: Span, message: string) => void,
): void {
	const own = [text.procs, text.constants, text.macros].flatMap((of) => of.map(({ name }) => name));
	own.push(...text.structs.map(({ tag }) => tag), `${text.name}_waiter`);
	const pairs = cNamesOf(text);
	for (const { ours, theirs, at } of pairs.filter((pair) => pair.line === line)) {
		const [, proc] = IN_PROC.exec(ours) ?? [];
		if (!(proc !== undefined || /^\w+$/.test(ours)) || !/^\w+$/.test(theirs))
			fault(at.span, 'C_NAMES takes pairs: ours = theirs');
		else if (proc !== undefined) {
			if (!text.procs.some(({ name }) => name === proc))
				fault(at.span, `there is no procedure ${proc} here`);
		} else if (!ours.endsWith('_')) {
			if (!own.includes(ours) && !NAMED_WORDS.has(ours)) fault(at.span, `there is no ${ours} here`);
		} else if (!own.some((name) => name.startsWith(ours)))
			fault(at.span, `nothing here begins with ${ours}`);
	}
	if (line !== pairs[0]?.line) return;
	const names = new CNames(texts);
	for (const of of [procs, structs, new Map([...constants, ...macros] as [string, unknown][])]) {
		const seen = new Map<string, string>();
		for (const name of of.keys()) {
			const first = seen.get(names.of(name));
			if (first !== undefined)
				fault(line.span, `${first} and ${name} are both ${names.of(name)} in C`);
			else seen.set(names.of(name), name);
		}
	}
}
