/**
 * ```ask NAME
 * set-up: mutex-3.9 threads=LL
 * panes: word queue                  none: a question without a picture
 * hides: queue                       of them, those that would tell the answer: they come with it
 * words: … fields: … marks: … skips: … lines: …    as of a figure
 * at: 1 2                            the schedule up to the question
 * then: 2                            what the figure plays to answer it
 * The question, as one paragraph.
 * + the right choice | CLAIM (claims.ts) | why it is right
 * - a wrong one | CLAIM | what tempts to it, and what is so
 * ```
 */
import type { Core } from '../../../wasm/src';
import { plainText } from '../../src/lessons/plain';
import type { AskData, Choice } from '../../src/lessons/types';
import { isSo, type Span } from './claims';
import { figureData, panesOf } from './figure';
import { type Fenced, inlineText, Mistake, partsOf } from './markdown';
import { readSetUp, type Teller, tell } from './setup';

/** The core decides; the author's mark must say the same. */
async function readChoice(span: Span, line: string): Promise<Choice> {
	const [text = '', claim = '', reply = '', ...rest] = partsOf(line.slice(1));
	if (reply === '' || rest.length > 0) throw new Mistake(`not three parts: ${line}`);
	const right = await isSo(span, claim);
	if (right !== line.startsWith('+'))
		throw new Mistake(
			`marked as ${right ? 'wrong' : 'right'}, and "${claim}" ${right ? 'is so' : 'is not so'}: ${text}`,
		);
	return { text: inlineText(text), right, reply: inlineText(reply) };
}

/** The right one must not always stand first: turned round by the name of the question, so it is the same each time. */
function turned(choices: readonly Choice[], name: string): Choice[] {
	const by = [...name].reduce((sum, c) => sum + c.charCodeAt(0), 0) % choices.length;
	return [...choices.slice(by), ...choices.slice(0, by)];
}

export async function readAsk(core: Core, teller: Teller, fenced: Fenced): Promise<AskData> {
	const given: Record<string, string> = {};
	const question: string[] = [];
	const choices: string[] = [];
	for (const line of fenced.lines) {
		const [, key, value] =
			/^(set-up|panes|hides|words|fields|marks|skips|lines|at|then|title):\s*(.*)$/.exec(line) ??
			[];
		if (key) given[key] = value ?? '';
		else if (/^[+-] /.test(line)) choices.push(line);
		else question.push(line);
	}
	const setUpText = given['set-up'] ?? '';
	const setUp = readSetUp(core, teller, setUpText);
	const span = { setUp, setUpText, before: given.at ?? '', after: given.then ?? '' };
	const read: Choice[] = [];
	for (const line of choices) read.push(await readChoice(span, line));
	if (read.filter(({ right }) => right).length !== 1 || read.length < 2)
		throw new Mistake('one right choice, and at least one wrong one');
	if (fenced.of === '' || question.length === 0)
		throw new Mistake('a question without a name or words');
	const asked = inlineText(question.join(' '));
	const shown = {
		setUp,
		title: given.title ?? `the question “${plainText(asked)}”`,
		actions: tell(setUp, `${span.before} ${span.after}`).actions,
		shows: given,
		hides: given.hides ? panesOf(given.hides) : [],
		at: tell(setUp, span.before).actions.length,
	};
	return {
		kind: 'ask',
		id: fenced.of,
		question: asked,
		choices: turned(read, fenced.of),
		figure: given.panes ? figureData({ ...shown, panes: panesOf(given.panes) }) : null,
	};
}
