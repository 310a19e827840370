/** What the page of a text says of where its procedures come from. */
import { plain } from '../docs/plain';
import type { Doc, DocBlock, DocInline } from '../docs/types';

export const SECTIONS = {
	posted: 'posted-as',
	steps: 'where-each-step-comes-from',
	differs: 'where-this-differs-from-the-source',
	left: 'not-modelled',
} as const;

interface PostedRow {
	/** what it is called there, or why there is nothing */
	names: DocInline[];
	file: DocInline[];
	/** the patch or the release, with where it is public */
	of: DocInline[];
}

type Link = Extract<DocInline, { kind: 'link' }>;

interface Place {
	link: Link;
	/** which file of it, where several have the same words */
	file: string;
}

/** Where the procedures of a text were published, each place once. */
export function published(doc: Doc): Place[] {
	const rows = sectionOf(doc, SECTIONS.posted).flatMap((block) =>
		block.kind === 'table' ? block.rows : [],
	);
	const all = rows.flatMap((row) =>
		(row[3] ?? [])
			.filter((part): part is Link => typeof part !== 'string' && part.kind === 'link')
			.map((link) => ({ link, file: plain(row[2] ?? []) })),
	);
	const once = all.filter(
		({ link }, i) => all.findIndex((other) => other.link.to === link.to) === i,
	);
	const alike = ({ link }: Place) =>
		once.filter((other) => plain(other.link.of) === plain(link.of)).length > 1;
	return once.map((place) => (alike(place) ? place : { ...place, file: '' }));
}

/**
 * Of a step, for a room: the function and the file that its line is of, and who published that. `series`: what the whole
 * text is of, where the row says no more than that.
 */
export function originSaid(row: PostedRow, subject: string, series: string): string[] {
	const [names, file, of] = [row.names, row.file, row.of].map(plain);
	const which = of?.startsWith('the series') ? `${series}, ` : '';
	const source = of ? [`Source: ${which}${of.replace(/(^|[;,] )search: /g, '$1')}.`] : [];
	const [, none = ''] = names?.match(/^none: (.*)$/) ?? [];
	if (none) return [`${subject} is a line that stands in no posting: ${none}.`, ...source];
	return [`${subject} is a line of ${names}${file ? ` in ${file}` : ''}.`, ...source];
}

/** What stands under a heading, up to the next. */
export function sectionOf({ blocks }: Doc, id: string): DocBlock[] {
	const from = blocks.findIndex((block) => block.kind === 'heading' && block.id === id);
	if (from < 0) return [];
	const rest = blocks.slice(from + 1);
	const end = rest.findIndex((block) => block.kind === 'heading');
	return end < 0 ? rest : rest.slice(0, end);
}

const names = (cell: readonly DocInline[] = []): string[] =>
	cell.flatMap((part) => (typeof part !== 'string' && part.kind === 'code' ? [part.text] : []));

/** null: the page does not say it. */
export function postedRow(doc: Doc, proc: string): PostedRow | null {
	for (const block of sectionOf(doc, SECTIONS.posted)) {
		const row =
			block.kind === 'table' && block.rows.find((cells) => names(cells[0]).includes(proc));
		if (!row) continue;
		const [own, there] = [names(row[0]), names(row[1])];
		/* as many there as here: each has its own */
		const one = own.length === there.length ? there[own.indexOf(proc)] : undefined;
		return {
			names: one === undefined ? (row[1] ?? []) : [{ kind: 'code', text: one }],
			file: row[2] ?? [],
			of: row[3] ?? [],
		};
	}
	return null;
}

/**
 * The steps of one procedure beside those of the source: the rows that name it first, and those below up to one that
 * names another. null: the page does not tell its procedures apart.
 */
export function stepsOf(doc: Doc, proc: string): DocBlock | null {
	const procs = new Set(
		sectionOf(doc, SECTIONS.posted).flatMap((block) =>
			block.kind === 'table' ? block.rows.flatMap((cells) => names(cells[0])) : [],
		),
	);
	for (const block of sectionOf(doc, SECTIONS.steps)) {
		if (block.kind !== 'table') continue;
		let of: string[] = [];
		const rows = block.rows.filter((cells) => {
			const named = names(cells[0]).filter((name) => procs.has(name));
			if (named.length > 0) of = named;
			return of.includes(proc);
		});
		if (rows.length > 0) return { ...block, rows };
	}
	return null;
}
