/**
 * Takes the planted faults and mends out of a text, for one setting of the switches: a branch that
 * is not taken becomes empty lines, and what remains reads as if the switch had never been. Line
 * stays line.
 */

/** Switches that are on, by name. */
export type SwitchesOn = ReadonlySet<string>;

const YES = '@yes';
const NO = '@no';

/** "a && FAULT(x, y)" with the switch known. Only what stands beside && and || and ! is folded. */
function fold(code: string, on: SwitchesOn): string {
	let text = code
		.replace(/\bFAULT\(\w+, (\w+)\)/g, (_, name: string) => (on.has(name) ? YES : NO))
		.replace(/\bMEND\((\w+)\)/g, (_, name: string) => (on.has(`mend_${name}`) ? YES : NO));
	if (!text.includes('@')) return code;
	const operand = String.raw`(?:!?(?:[@\w>.-]+(?:\((?:[^()]|\([^()]*\))*\))?|\((?:[^()]|\([^()]*\))*\)(?:[\w>-]+)?)(?: (?:[=!<>]=?|&|\|) [\w>.-]+)*)`;
	const rules: [RegExp, string][] = [
		[/!@yes/g, NO],
		[/!@no/g, YES],
		[/@yes && /g, ''],
		[/ && @yes/g, ''],
		[/@no \|\| /g, ''],
		[/ \|\| @no/g, ''],
		[new RegExp(`@no && ${operand}`, 'g'), NO],
		[new RegExp(`${operand} && @no`, 'g'), NO],
		[new RegExp(`@yes \\|\\| ${operand}`, 'g'), YES],
		[new RegExp(`${operand} \\|\\| @yes`, 'g'), YES],
		[/\((@yes|@no)\)(?= &&| \|\||\))/g, '$1'],
	];
	for (let before = ''; before !== text; ) {
		before = text;
		for (const [pattern, value] of rules) text = text.replace(pattern, value);
	}
	return text;
}

const indentOf = (line: string): number => /^\t*/.exec(line)?.[0].length ?? 0;

/** Index after the statement or block that begins below line `at`: a body without braces. */
function afterStatement(lines: readonly string[], at: number): number {
	const depth = indentOf(lines[at] as string);
	let i = at + 1;
	while (i < lines.length && (lines[i]?.trim() === '' || indentOf(lines[i] as string) > depth)) {
		if (lines[i]?.trim() !== '' && /[;}]\s*(\/\*.*\*\/\s*)?$/.test(lines[i] as string)) {
			const next = lines[i + 1] ?? '';
			if (indentOf(next) <= depth + 1) return i + 1;
		}
		i++;
	}
	return i;
}

/** Index of the line that closes the block opened at line `at`. */
function closer(lines: readonly string[], at: number): number {
	const depth = indentOf(lines[at] as string);
	let i = at + 1;
	while (
		i < lines.length &&
		!(indentOf(lines[i] as string) === depth && /^\t*\}/.test(lines[i] as string))
	)
		i++;
	return i;
}

const CONDITION = /^(\t*)(\} else |else )?if \((@yes|@no)\)( \{)?/;

function blank(lines: string[], from: number, to: number): void {
	for (let i = from; i < to; i++) lines[i] = '';
}

/** Live code that stood in a block of its own moves out of it. */
function dedent(lines: string[], from: number, to: number): void {
	for (let i = from; i < to; i++) lines[i] = (lines[i] as string).replace(/^\t/, '');
}

/** Settles the if at line `at`, whose condition is known. */
function settle(lines: string[], at: number, taken: boolean, braces: boolean): void {
	const head = lines[at] as string;
	const chained = /^\t*(\} )?else if/.test(head);
	const end = braces ? closer(lines, at) : afterStatement(lines, at);
	const tail = lines[end] ?? '';
	const otherwise = /^(\t*)(\} )?else\b(.*)$/.exec(tail);
	if (chained) {
		/* a link further down a chain: an untaken one goes, a taken one is the last */
		if (taken) lines[at] = head.replace(/else if \((@yes)\)/, 'else');
		else {
			lines[at] = /^\t*\}/.test(head) && !otherwise ? head.replace(/\}.*/, '}') : '';
			blank(lines, at + 1, braces && !otherwise ? end + 1 : end);
		}
		return;
	}
	if (taken) {
		lines[at] = '';
		dedent(lines, at + 1, end);
		if (!otherwise) {
			if (braces) lines[end] = '';
			return;
		}
		const last = tail.endsWith('{') ? closer(lines, end) + 1 : afterStatement(lines, end);
		blank(lines, end, last);
		return;
	}
	blank(lines, at, end);
	if (!otherwise) {
		if (braces) lines[end] = '';
		return;
	}
	const rest = (otherwise[3] as string).trim();
	if (rest.startsWith('if')) {
		lines[end] = `${otherwise[1]}${rest}`;
		return;
	}
	const last = tail.endsWith('{') ? closer(lines, end) : afterStatement(lines, end);
	dedent(lines, end + 1, last);
	lines[end] = '';
	if (tail.endsWith('{')) lines[last] = '';
}

export function withoutSwitches(source: readonly string[], on: SwitchesOn): string[] {
	const lines = source.map((line) => (/^\s*(\*|\/\*|#)/.test(line) ? line : fold(line, on)));
	for (let i = 0; i < lines.length; i++) {
		const match = CONDITION.exec(lines[i] as string);
		if (match) {
			settle(lines, i, match[3] === YES, match[4] !== undefined);
			/* a line that moved here may be settled too */
			if (CONDITION.test(lines[i] as string)) i--;
		}
	}
	return lines.map((line) => line.replaceAll(YES, 'true').replaceAll(NO, 'false'));
}
