/**
 * ```code SET-UP
 * title: what the fold says while it is closed
 * procs: NAME …    procedures of the lock’s texts, by the names that they have there
 * text             a paragraph a line
 * ```
 */

import type { Core } from '../../../wasm/src';
import type { CodeData } from '../../src/lessons/types';
import { type Fenced, inlineText, Mistake } from './markdown';
import { readSetUp, type Teller } from './setup';

export function readCode(core: Core, teller: Teller, { of, lines }: Fenced): CodeData {
	const { config } = readSetUp(core, teller, of);
	const lock = core.lock(config.lock);
	const own = lock.variants[config.variant]?.name ?? '';
	const said = new Map<string, string>();
	const text = lines.filter((line) => {
		const [, key = '', value = ''] = /^(title|procs):\s*(.*)$/.exec(line) ?? [];
		if (key) said.set(key, value);
		return !key;
	});
	const [title, names] = [said.get('title'), said.get('procs')];
	if (!title || !names) throw new Mistake('a code has a title and procs');
	const procs = names.split(/\s+/).map((name) => {
		const proc = lock.procs.find((one) => one.name === name);
		if (!proc)
			throw new Mistake(
				`no procedure ${name}: there are ${lock.procs.map((p) => p.name).join(' ')}`,
			);
		const variant = proc.text === lock.name ? own : '';
		return { file: `${proc.text}.c`, variant, first: proc.first, last: proc.last };
	});
	return { kind: 'code', title, text: text.map(inlineText), procs };
}
