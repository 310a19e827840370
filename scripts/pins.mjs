/**
 * Writes tests/pins anew: what searches find, and the memory orders, of the texts as they are now. `-- --of LOCK`: the
 * searches of that lock only.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildNative, NATIVE } from './build-native.mjs';
import { at } from './lib/files.mjs';
import { ORDERS_FILE, orders, ordersText } from './lib/orders.mjs';
import { isMain, main, mustRun } from './lib/run.mjs';

export const SEARCHES_FILE = 'tests/pins/searches.txt';

if (isMain(import.meta))
	main(async (args) => {
		const { of } = parseArgs({ args, options: { of: { type: 'string' } } }).values;
		await buildNative({ target: 'lockstep', quiet: true });
		await mustRun(at(NATIVE, 'lockstep'), [
			'pins',
			SEARCHES_FILE,
			'--write',
			...(of === undefined ? [] : ['--of', of]),
		]);
		writeFileSync(at(ORDERS_FILE), ordersText(await orders()));
	});
