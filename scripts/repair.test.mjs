import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ANSWERS } from '../wasm/generated/repair-answers.ts';
import { REPAIR_FILES, REPAIRS } from '../wasm/generated/repairs.ts';
import { repair } from './repair.mjs';

vi.setConfig({ testTimeout: 60_000 });

let folder;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'lockstep-repair-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What it prints, and its exit code. */
async function said(...args) {
	const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
	const beside = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	try {
		const code = await repair(args);
		return { code, text: out.mock.calls.map(([text]) => text).join('') };
	} finally {
		out.mockRestore();
		beside.mockRestore();
	}
}

function fileWith(text) {
	const path = join(folder, 'text.c');
	writeFileSync(path, text);
	return path;
}

it('lists what is to be repaired, and prints the text with the fault', async () => {
	const list = await said();
	expect(list.code).toBe(0);
	for (const { name, title, task } of REPAIRS)
		expect(list.text).toContain(`${name}: ${title}\n    ${task}`);
	const { REPAIR } = await REPAIR_FILES['cut-off']();
	expect(await said('cut-off')).toEqual({ code: 0, text: REPAIR.start });
});

it.each(REPAIRS.map(({ name }) => name))(
	'judges %s as the page does: with the fault, without it, and a cheat',
	async (name) => {
		const { REPAIR } = await REPAIR_FILES[name]();
		const wrong = await said(name, fileWith(REPAIR.start));
		expect(wrong.code).toBe(1);
		expect(wrong.text).toMatch(/^Not repaired\. /);
		/* the shortest counterexample, a sentence a step, and where it opens */
		const steps = wrong.text.match(/^ +\d+ {2}T\d/gm) ?? [];
		const fromOutside = wrong.text.match(/^ +\d+ {2}(?!T\d)/gm) ?? [];
		expect(steps.length + fromOutside.length).toBe(REPAIR.shortest);
		expect(wrong.text).toMatch(new RegExp(`^#/\\S+&own=${name}\\.`, 'm'));
		const { plain, attempts } = ANSWERS[name];
		const right = await said(name, fileWith(plain));
		expect(right).toEqual({ code: 0, text: expect.stringMatching(/^Repaired\. .*found nothing/) });
		expect(right.text).toContain(REPAIR.after);
		const cheat = attempts.find(({ refused }) => refused !== '');
		const refused = await said(name, fileWith(cheat.source));
		expect(refused).toEqual({ code: 1, text: expect.stringContaining(cheat.refused) });
	},
);

it('says by line what cannot run, and what is not there', async () => {
	const { REPAIR } = await REPAIR_FILES['cut-off']();
	const broken = await said(
		'cut-off',
		fileWith(REPAIR.start.replace('XCHG(my->prev', 'XHCG(my->prev')),
	);
	expect(broken).toEqual({
		code: 1,
		text: expect.stringMatching(/The text cannot run\. Line \d+: XHCG/),
	});
	await expect(repair(['no-such'])).rejects.toThrow('no text to repair called "no-such"');
	await expect(repair(['cut-off', join(folder, 'none.c')])).rejects.toThrow('There is no file');
	await expect(repair(['cut-off', 'a', 'b'])).rejects.toThrow('repair [NAME [FILE]]');
});
