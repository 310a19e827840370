/** Markdown as data: the few forms that a lesson has, and a complaint about every other. */
import { Lexer, type Token, type Tokens } from 'marked';
import type { Inline } from '../../src/lessons/types';

/** Something that an author can mend: where, and what. */
export class Mistake extends Error {}

const wrong = (what: string): never => {
	throw new Mistake(what);
};

/** No HTML, no picture, no address but of the page itself or of a safe site. */
function inlineOf(token: Token): Inline[] {
	switch (token.type) {
		case 'text':
		case 'escape':
			return [(token as Tokens.Text).text.replace(/\n/g, ' ')];
		case 'codespan':
			return [{ kind: 'code', text: token.text }];
		case 'em':
		case 'strong':
			return [{ kind: token.type, of: inlinesOf(token.tokens) }];
		case 'link': {
			if (!/^(#\/|https:\/\/)/.test(token.href)) wrong(`a link to ${token.href}`);
			return [{ kind: 'link', to: token.href, of: inlinesOf(token.tokens) }];
		}
		default:
			return wrong(`no lesson has ${token.type}: ${token.raw.trim()}`);
	}
}

export const inlinesOf = (tokens: Token[] | undefined): Inline[] =>
	(tokens ?? []).flatMap((token) => inlineOf(token));

/** Of one line of text inside a fenced block. */
export const inlineText = (text: string): Inline[] => inlinesOf(Lexer.lexInline(text.trim()));

interface Source {
	/** what stands between the lines of three dashes at the top */
	head: Map<string, string>;
	tokens: Token[];
}

export function readMarkdown(text: string): Source {
	const [, top, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? wrong('no head');
	const head = new Map(
		(top as string).split('\n').map((line): [string, string] => {
			const [, key, value] = /^(\w+):\s*(.+)$/.exec(line) ?? wrong(`in the head: ${line}`);
			return [key as string, value as string];
		}),
	);
	return { head, tokens: Lexer.lex(body as string).filter(({ type }) => type !== 'space') };
}

/** `LOCK NAME NAME …; LOCK NAME …`: of the locks of a lesson, the words and fields that it does without. */
export const withoutOf = (line = ''): { lock: string; names: string[] }[] =>
	line
		.split(';')
		.map((part) => part.trim().split(/\s+/))
		.filter(([lock]) => lock)
		.map(([lock = '', ...names]) => ({ lock, names }));

export interface Fenced {
	/** `figure`, `ask`, `search`, `code` */
	kind: string;
	/** what stands behind it in the first line */
	of: string;
	lines: string[];
}

export function fencedOf({ lang, text }: Tokens.Code): Fenced {
	const [kind = '', ...of] = (lang ?? '').split(/\s+/);
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	return { kind, of: of.join(' '), lines };
}

export const partsOf = (line: string): string[] => line.split('|').map((part) => part.trim());
