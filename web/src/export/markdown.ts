/** A schedule as a table of Markdown, as GitHub and most others read it. */
import { numberOf, type Row, rowsOf } from './rows';
import type { Sink } from './slices';
import type { Order } from './telling';
import type { Ends } from './text';

/** Nothing of a text is a sign of Markdown, nor ends a cell. */
export const plain = (text: string): string =>
	text.replace(/[\\`*_[\]<>|~#&]/g, '\\$&').replace(/\s+/g, ' ');

const code = (text: string): string => (text === '' ? '' : `\`${text.replace(/[`|]/g, "'")}\``);

function lineOf(row: Row): string {
	const did = plain(row.effect ? `${row.did}: ${row.effect}` : row.did);
	const mark = row.inferred ? ' (inferred)' : '';
	const fault = row.fault ? ` **${plain(row.fault)}**` : '';
	return `| ${numberOf(row)} | ${row.who} | ${code(row.op)} | ${did}${mark}.${fault} | ${code(row.place)} |\n`;
}

export function* markdown(order: Order, sink: Sink): Generator<number, Ends> {
	const { title, lock, end, address } = yield* rowsOf(order, (row) => sink(lineOf(row)));
	const open = address ? `[Open the end of it in Lockstep](<${address}>)\n` : '';
	return {
		head: [
			`### ${plain(title)}\n\n${plain(lock)}: ${plain(end)}.\n\n`,
			'| step | who | access | what it does | line |\n|---:|---|---|---|---|\n',
		].join(''),
		tail: open && `\n${open}`,
	};
}
