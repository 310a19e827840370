/** The Markdown of the documents as data. Links between them lead to pages of the site; a file that the site has not is named. */
import { Lexer, type Token, type Tokens } from 'marked';
import { plain } from '../src/docs/plain';
import type { DocBlock, DocInline } from '../src/docs/types';

export class Mistake extends Error {}

/** Where a link of a document leads in the site: an address, or null for a file that is not there. */
export type Leads = (href: string) => string | null;

/** An address of a moment, wherever one stands in a text. */
const ADDRESS = /#\/[a-z][\w.%/-]*(?:\?[\w.%&=+*,-]*[\w%=*-])?/gi;

/** As the budget of an address has them, in its order. */
const ACTS = ['preemption', 'threshold', 'timeout', 'signal', 'kill', 'spurious wake-up'];
const ENDLESS = '255';

const times = (n: string, noun: string): string =>
	n === ENDLESS ? `${noun}s without limit` : `${n} ${noun}${n === '1' ? '' : 's'}`;

/** What an address with steps or a set-up opens, in words; '' of another. */
export function addressText(address: string): string {
	const [place = '', query = ''] = address.slice(2).split('?');
	const of = new URLSearchParams(query);
	const [roles, threads, rounds] = [of.get('roles'), of.get('n'), of.get('r')];
	const budget = (of.get('b') ?? '').split('.');
	const parts = [
		of.has('round') ? 'a round that leads back' : of.has('s') && 'the schedule',
		roles ?? (threads && times(threads, 'thread')),
		rounds && times(rounds, 'round'),
		...ACTS.flatMap((act, i) => (Number(budget[i]) > 0 ? [times(budget[i] ?? '', act)] : [])),
		of.get('sw')?.replaceAll(',', ', '),
	].filter(Boolean);
	return parts.length > 0 ? `${place}: ${parts.join(', ')}` : '';
}

export function withAddresses(text: string): DocInline[] {
	const parts: DocInline[] = [];
	let from = 0;
	for (const match of text.matchAll(ADDRESS)) {
		if (match.index > from) parts.push(text.slice(from, match.index));
		const [to] = match;
		const said = addressText(to);
		/* of a long one that says no set-up, its beginning */
		const shown = said || ({ kind: 'code', text: to.replace(/\?.*/s, '?…') } as const);
		parts.push({ kind: 'link', to, of: [shown] });
		from = match.index + match[0].length;
	}
	if (from < text.length) parts.push(text.slice(from));
	return parts;
}

/** A bar inside of code parts a cell in two, and what follows would be lost. */
function checkCells(raw: string): void {
	const rows = raw.trim().split('\n');
	const cells = (row: string) => row.replace(/\\./g, '').split('|').length;
	const odd = rows.find((row) => cells(row) !== cells(rows[0] ?? ''));
	if (odd !== undefined) throw new Mistake(`a row with other cells than its table: ${odd}`);
}

const unescaped = (text: string) =>
	text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&');

function inlineOf(token: Token, leads: Leads): DocInline[] {
	switch (token.type) {
		case 'text':
		case 'escape':
			return withAddresses(unescaped((token as Tokens.Text).text.replace(/\n/g, ' ')));
		case 'codespan': {
			const whole = (token as Tokens.Codespan).text;
			const [only, ...more] = withAddresses(whole);
			if (only && typeof only !== 'string' && more.length === 0) return [only];
			return [{ kind: 'code', text: whole }];
		}
		case 'em':
		case 'strong':
			return [{ kind: token.type, of: inlines(token.tokens, leads) }];
		case 'link': {
			const to = leads((token as Tokens.Link).href);
			const of = inlines(token.tokens, leads);
			return to === null ? of : [{ kind: 'link', to, of }];
		}
		case 'br':
			return [' '];
		default:
			throw new Mistake(`no document has ${token.type}: ${token.raw.trim().slice(0, 60)}`);
	}
}

const inlines = (tokens: readonly Token[] | undefined, leads: Leads): DocInline[] =>
	(tokens ?? []).flatMap((token) => inlineOf(token, leads));

/** As other sites make it of a heading; a finding has its number. */
export function idOf(title: string): string {
	const [, number] = /^([A-Z]\d+)\. /.exec(title) ?? [];
	if (number) return number;
	return slugOf(title);
}

export const slugOf = (title: string): string =>
	title
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replace(/\s/g, '-');

function blockOf(token: Token, leads: Leads): DocBlock[] {
	switch (token.type) {
		case 'heading': {
			const { depth, tokens } = token as Tokens.Heading;
			const text = inlines(tokens, leads);
			return [{ kind: 'heading', level: depth, id: idOf(plain(text)), text }];
		}
		case 'paragraph':
		case 'text': {
			const { tokens, text } = token as Tokens.Paragraph;
			return [{ kind: 'text', text: tokens ? inlines(tokens, leads) : withAddresses(text) }];
		}
		case 'list': {
			const { ordered, items } = token as Tokens.List;
			return [
				{
					kind: 'list',
					ordered: Boolean(ordered),
					items: items.map((item) => blocks(item.tokens, leads)),
				},
			];
		}
		case 'table': {
			const { header, rows } = token as Tokens.Table;
			checkCells(token.raw);
			const cell = ({ tokens }: Tokens.TableCell) => inlines(tokens, leads);
			return [{ kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) }];
		}
		case 'code':
			return [{ kind: 'code', text: (token as Tokens.Code).text }];
		case 'blockquote':
			return blocks((token as Tokens.Blockquote).tokens, leads);
		case 'hr':
		case 'space':
			return [];
		case 'html':
			/* a mark for a script that writes into the file */
			if (/^<!--.*-->\s*$/s.test((token as Tokens.HTML).text)) return [];
			throw new Mistake(`no HTML: ${token.raw.trim().slice(0, 60)}`);
		default:
			throw new Mistake(`no document has ${token.type}: ${token.raw.trim().slice(0, 60)}`);
	}
}

const blocks = (tokens: readonly Token[], leads: Leads): DocBlock[] =>
	tokens.flatMap((token) => blockOf(token, leads));

/** Every heading has a name of its own. */
function named(all: DocBlock[]): DocBlock[] {
	const seen = new Map<string, number>();
	return all.map((block) => {
		if (block.kind !== 'heading') return block;
		const times = seen.get(block.id) ?? 0;
		seen.set(block.id, times + 1);
		return times === 0 ? block : { ...block, id: `${block.id}-${times}` };
	});
}

/** The parts of a finding stand in lines of one paragraph; each is read as one of its own. */
const inParts = (text: string): string =>
	text.replace(/\n(Reason|Lines(?: \(posted\))?|Found by|Judgement): /g, '\n\n**$1:** ');

export const readDocument = (text: string, leads: Leads): DocBlock[] =>
	named(blocks(Lexer.lex(inParts(text)), leads));
