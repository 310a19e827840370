import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyCore } from '../../../wasm/src/testing';
import { compile, kernelOf, type Sources } from './compile';

const read = (path: string) => readFileSync(join(process.cwd(), 'core-c/locks', path), 'utf8');
const sources: Sources = async (name) => {
	try {
		return { text: read(`${name}/${name}.c`), header: read(`${name}/${name}.h`) };
	} catch {
		return undefined;
	}
};

const core = emptyCore();
async function said(lock: string, name: string, change: (text: string) => string) {
	const { id } = core.facts.locks.find((one) => one.name === lock) ?? { id: 0 };
	await core.load(id);
	const source = change(read(`${name}/${name}.c`));
	const order = {
		lock,
		number: id,
		procs: core.lock(id).procs.map((proc) => proc.name),
		name,
		source,
	};
	const found = await compile(order, sources);
	return 'problems' in found
		? found.problems.map(({ line, message }) => `${line}: ${message}`)
		: found.edit.procs.map((proc) => proc.name);
}
const swapped = (from: string, to: string) => (text: string) => {
	expect(text).toContain(from);
	return text.replace(from, to);
};

describe('a reader’s text', () => {
	it('is compiled with the texts that the lock uses, and no others', async () => {
		for (const { name } of core.facts.locks)
			expect(await said(name, name, (t) => t)).not.toEqual([]);
		expect(await said('mutex', 'mcs', (text) => text)).toEqual(['mspin_lock', 'mspin_unlock']);
	});
	it('is told what is wrong, by line and cause', async () => {
		expect(await said('mcs', 'mcs', swapped('XCHG(my->prev', 'XHCG(my->prev'))).toEqual([
			expect.stringMatching(/^\d+: XHCG .*did you mean XCHG\?$/),
		]);
	});
	it('keeps what the page takes from the page’s text', async () => {
		const [invariant] = await said('mcs', 'mcs', swapped('WRITERS() <= 1', 'WRITERS() <= 2'));
		expect(invariant).toMatch(/^\d+: INVARIANT stays as it is/);
		const [gone] = await said(
			'mcs',
			'mcs',
			swapped('ROLE(mcs, MCS_LOCKS, .letter = \'L\', .title = "locker: locks and unlocks")', ''),
		);
		expect(gone).toContain('ROLE(MCS_LOCKS');
		const [added] = await said(
			'mcs',
			'mcs',
			(text) => `${text}\nPROC(mine, struct mcs, u32 a;)\n\tmy->a = 1;\nEND(mine)\n`,
		);
		expect(added).toMatch(/mine is new/);
		const missing = await said('ticket', 'ticket', (text) =>
			text.replace(/PROC\(ticket_spin_unlock[\s\S]*?END\(ticket_spin_unlock\)/, ''),
		);
		expect(missing.join()).toMatch(/ticket_spin_unlock/);
		const [constant] = await said('mcs', 'mcs', (text) =>
			text.replace('#include "mcs.h"', '#include "mcs.h"\n#define MORE 2'),
		);
		expect(constant).toContain('constants and macros stay');
	});
	it('may have other comments, blanks and locals', async () => {
		const more = await said('mcs', 'mcs', (text) =>
			text
				.replace('u32 next; u32 old;)', 'u32 next; u32 old; u32 mine;)')
				.replace(
					'\tif (my->next == 0) {',
					'\n\t/* looked */\n\tmy->mine = 7;\n\tif (my->next == 0) {',
				),
		);
		expect(more).toEqual(['mspin_lock', 'mspin_unlock', 'mcs_worker']);
	});
	it('is shown as C, of the variant and with the switches', async () => {
		const order = {
			lock: 'mcs',
			name: 'mcs',
			source: read('mcs/mcs.c'),
			variant: 'mcs',
			switches: [],
		};
		const plain = await kernelOf(order, sources);
		const torn = await kernelOf({ ...order, switches: ['torn_swap'] }, sources);
		expect(plain).toContain('xchg(&lock->tail, node)');
		expect(torn).not.toContain('xchg(&lock->tail, node)');
	});
});
