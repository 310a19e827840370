/** The memory order of every access of the texts, by its place: no search of the machine sees one. */
import { loadFrontEnd } from './front-end.mjs';
import { textFiles } from './texts.mjs';

export const ORDERS_FILE = 'tests/pins/orders.txt';

/** { "mspin_lock/XCHG tail": "full" } */
export function ordersOf({ parseProject, placesOf }, files = textFiles()) {
	const rows = parseProject(files).texts.flatMap((text) =>
		text.procs.flatMap((proc) => {
			const orderAt = new Map(proc.steps.map(({ line, order }) => [line, order]));
			return placesOf(text)
				.filter((place) => place.proc === proc.name && orderAt.get(place.line))
				.map(({ id, line }) => [id, orderAt.get(line)]);
		}),
	);
	return Object.fromEntries(rows);
}

/** The same as a file, and back. */
export const ordersText = (orders) =>
	Object.entries(orders)
		.map(([place, order]) => `${place} = ${order}\n`)
		.join('');
export const readOrders = (text) =>
	Object.fromEntries(
		text
			.split('\n')
			.filter(Boolean)
			.map((line) => line.split(' = ')),
	);

export const orders = async () => ordersOf(await loadFrontEnd());
