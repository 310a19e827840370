/** A schedule as a table of LaTeX: ASCII, for any engine; needs the package longtable. */
import { ascii } from './columns';
import { numberOf, type Row, rowsOf } from './rows';
import type { Sink } from './slices';
import type { Order } from './telling';
import type { Ends } from './text';

const SIGNS: Readonly<Record<string, string>> = {
	'\\': '\\textbackslash{}',
	'{': '\\{',
	'}': '\\}',
	$: '\\$',
	'&': '\\&',
	'#': '\\#',
	'%': '\\%',
	_: '\\_',
	'^': '\\textasciicircum{}',
	'~': '\\textasciitilde{}',
	'<': '$<$',
	'>': '$>$',
	'|': '$|$',
	'"': "''",
	'→': '$\\rightarrow$',
	'←': '$\\leftarrow$',
	'−': '$-$',
	'≠': '$\\neq$',
	'≤': '$\\leq$',
	'≥': '$\\geq$',
	'×': '$\\times$',
	'–': '--',
	'—': '---',
	'…': '\\ldots{}',
	'“': '``',
	'”': "''",
	'‘': '`',
	'’': "'",
};

/** Nothing of a text is a command of LaTeX. */
export const inLatex = (text: string): string =>
	[...text.replace(/\s+/g, ' ')].map((sign) => SIGNS[sign] ?? ascii(sign)).join('');

const typed = (text: string): string => (text === '' ? '' : `\\texttt{${inLatex(text)}}`);

function lineOf(row: Row): string {
	const did = inLatex(row.effect ? `${row.did}: ${row.effect}` : row.did);
	const mark = row.inferred ? ' (inferred)' : '';
	const fault = row.fault ? ` \\textbf{${inLatex(row.fault)}}` : '';
	const cells = [inLatex(numberOf(row)), row.who, typed(row.op), `${did}${mark}.${fault}`];
	return `${[...cells, typed(row.place)].join(' & ')} \\\\\n`;
}

export function* latex(order: Order, sink: Sink): Generator<number, Ends> {
	const { title, lock, end, address } = yield* rowsOf(order, (row) => sink(lineOf(row)));
	return {
		head: [
			'% \\usepackage{longtable}\n',
			address && `% ${ascii(address).replace(/\s/g, '')}\n`,
			'\\begin{longtable}{rllp{0.45\\linewidth}l}\n',
			`\\caption{${inLatex(title)}. ${inLatex(lock)}: ${inLatex(end)}.}\\\\\n`,
			'\\hline\nstep & who & access & what it does & line \\\\\n\\hline\n\\endhead\n',
		].join(''),
		tail: '\\hline\n\\end{longtable}\n',
	};
}
