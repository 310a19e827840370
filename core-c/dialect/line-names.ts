/** What a line names in quotes: lists, fields of words. Words of a text that is used may have the name of what holds them. */
import { stringOf } from './code';
import { tokensOf } from './lex';
import { nearest } from './nearest';
import type { Scope } from './scope';
import type { Line } from './tree';

const ABOUT = ['holders', 'sleepers', 'passing', 'flag'];

/** The lists of the lock and of what it uses. */
const listsOf = ({ structs }: Scope): string[] =>
	[...structs.values()].flatMap(({ members }) =>
		members.filter(({ type }) => type === 'list').map(({ name }) => name),
	);

/** "count.WAITERS": the words with the names that their fields have. */
const fieldsOf = ({ texts }: Scope): string[] =>
	texts
		.flatMap(({ words }) => words)
		.flatMap(({ args, fields }) =>
			tokensOf(fields.field?.raw ?? '')
				.filter(({ kind }) => kind === 'string')
				.map(({ text }) => `${args[1]?.raw}.${text.slice(1, -1)}`),
		);

/** Locals of the procedures, and words of the structures. */
const localsAndWords = ({ procs, structs }: Scope): string[] => [
	...[...procs.values()].flatMap(({ locals }) => locals.map(({ name }) => name)),
	...[...structs.values()].flatMap(({ members }) =>
		members.filter(({ type }) => type === 'word').map(({ name }) => name),
	),
];

type Fault = (of: { span: Line['span'] }, message: string) => void;

/** Of whom the page speaks where an invariant is broken. */
export function checkAbout(scope: Scope, { fields, span }: Line, fault: Fault): void {
	const { about, flag, list } = fields;
	const whom = about && stringOf(about.raw);
	if (about && whom !== undefined && !ABOUT.includes(whom))
		fault(about, `.about is one of ${ABOUT.join(', ')}${nearest(whom, ABOUT)}`);
	if (whom === 'flag' && !(flag && list)) fault({ span }, '.about = "flag" needs .flag and .list');
	if (whom !== 'flag')
		for (const field of [flag, list]) if (field) fault(field, 'this goes with .about = "flag"');
	const named = (field: typeof flag, known: string[], what: string) => {
		const name = field && stringOf(field.raw);
		if (field && name !== undefined && !known.includes(name))
			fault(field, `there is no ${what} ${name}${nearest(name, known)}`);
	};
	named(flag, fieldsOf(scope), 'field');
	named(list, listsOf(scope), 'list');
}

/** Who is before a thread in a queue of linked nodes, only the thread itself knows at first: it keeps it in a local. */
export function checkPrevious(scope: Scope, { fields, span }: Line, fault: Fault): void {
	const { kind, prev } = fields;
	if (kind && stringOf(kind.raw) === 'mcs' && !prev)
		fault({ span }, 'a queue of kind mcs needs .prev, a local that has the thread before');
	const name = prev && stringOf(prev.raw);
	const known = localsAndWords(scope);
	/* of two objects of one kind: "first.prev" */
	if (prev && name !== undefined && !known.includes(name.replace(/^.*\./, '')))
		fault(prev, `there is no local and no word ${name}${nearest(name, known)}`);
}
