/**
 * ```growth
 * title: what it is, for those who do not see it
 * of: SCENARIO | one way to wait        two of these lines
 * of: SCENARIO | the other
 * What all of it shows, as one paragraph.
 * ```
 *
 * Each is played with 2 to 8 threads, each in its turn, and what moves between the caches is counted.
 */
import type { Core } from '../../../wasm/src';
import { measuredInTurn, GROWN_ROUNDS as ROUNDS } from '../../src/compare/grown';
import { sumOf } from '../../src/compare/measure';
import type { Growing, GrowthData } from '../../src/lessons/types';
import { type Fenced, inlineText, Mistake, partsOf } from './markdown';

const THREADS = [2, 3, 4, 5, 6, 7, 8];

const tenths = (n: number): number => Math.round(n * 10) / 10;

function movesOf(core: Core, name: string, threads: number): number {
	const measured = measuredInTurn(core, [name, name], name, { threads, rounds: ROUNDS });
	const { length } = measured.acquired;
	if (length !== threads * ROUNDS)
		throw new Mistake(`${name}: of ${threads} threads not each gets the lock ${ROUNDS} times`);
	return tenths(sumOf(measured, length).transfers / length);
}

function readSide(core: Core, value: string): Growing {
	const [name = '', text = '', ...rest] = partsOf(value);
	if (text === '' || rest.length > 0) throw new Mistake(`not two parts: of: ${value}`);
	if (!core.scenario(name)) throw new Mistake(`no scenario ${name}`);
	return {
		text: inlineText(text),
		moves: THREADS.map((threads) => movesOf(core, name, threads)),
	};
}

export function readGrowth(core: Core, { lines }: Fenced): GrowthData {
	let title = '';
	const sides: Growing[] = [];
	const words: string[] = [];
	for (const line of lines) {
		const [, key, value = ''] = /^(title|of):\s*(.*)$/.exec(line) ?? [];
		if (key === 'title') title = value;
		else if (key === 'of') sides.push(readSide(core, value));
		else words.push(line);
	}
	const [one, two, ...more] = sides;
	if (!one || !two || more.length > 0) throw new Mistake('a growth is of two ways to wait');
	if (title === '' || words.length === 0)
		throw new Mistake('a growth has a title, and says what it shows');
	return {
		kind: 'growth',
		title,
		threads: THREADS,
		sides: [one, two],
		text: inlineText(words.join(' ')),
	};
}
