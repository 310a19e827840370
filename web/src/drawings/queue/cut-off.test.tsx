/** A text whose link was taken out: all who wait are drawn, who is led to by no node as cut off, in the order in which they came. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { parseProject, problemsOf } from '../../../../core-c/dialect';
import { compileText } from '../../../../core-c/dialect/emit';
import { Core, type LockFacts, type MachineView, type Session } from '../../../../wasm/src';
import { editedBy } from '../../../../wasm/src/edit';
import { builtCore, moduleFile } from '../../../../wasm/src/testing';
import { QueueView } from '../QueueView';

const ROOT = join(import.meta.dirname, '../../../..');
const LINK =
	'\tSTORE(lk->node[my->prev].next, me, relaxed); /* links itself behind its predecessor */\n';

let plain: Core;
beforeAll(async () => {
	plain = await builtCore();
});
afterEach(cleanup);

async function edited(lock: LockFacts, change: (text: string) => string): Promise<Core> {
	const project = parseProject(
		['mcs.c', 'mcs.h'].map((file) => {
			const text = readFileSync(join(ROOT, 'core-c/locks/mcs', file), 'utf8');
			return { path: `mcs/${file}`, text: file === 'mcs.c' ? change(text) : text };
		}),
	);
	const text = project.texts.find(({ name }) => name === 'mcs');
	if (!text) throw new Error('no text');
	expect(problemsOf(project, text)).toEqual([]);
	const numbers = Object.fromEntries(lock.procs.map(({ name }, number) => [name, number]));
	const compiled = compileText(project, text, {
		lock: text,
		numbers: new Map(Object.entries(numbers)),
	});
	if (!('bytes' in compiled)) throw new Error('not compiled');
	const edit = { ...compiled, lock: lock.id, numbers };
	const own = editedBy(edit, {
		text: 'mcs',
		lockName: 'mcs',
		source: '',
		packed: 'mcs.0.x',
		base: '',
		repair: '',
	});
	const module = (name: string) =>
		new Uint8Array(
			readFileSync(name === 'mcs' ? join(ROOT, 'wasm/dist/mcs-edit.wasm') : moduleFile(name)),
		);
	const core = new Core(module, own);
	await core.load(lock.id);
	return core;
}

interface Drawn {
	tids: string[];
	cut: string[];
	edges: number;
	said: string;
}

function drawn(core: Core, session: Session, at = session.length): Drawn {
	const machine: MachineView = session.machine(at);
	const before = at > 0 ? session.record(at - 1) : null;
	const { container } = render(
		<QueueView {...{ core, session, at, machine, before }} reducedMotion />,
	);
	const nodes = [...container.querySelectorAll<SVGElement>('[data-layer="nodes"] > g')];
	const said = container.querySelector('svg[role="img"]')?.getAttribute('aria-label') ?? '';
	const found = {
		tids: nodes.map((n) => n.dataset.tid ?? ''),
		cut: nodes.filter((n) => n.dataset.cut).map((n) => n.dataset.tid ?? ''),
		edges: container.querySelectorAll('[data-layer="edges"] > g').length,
		said,
	};
	cleanup();
	return found;
}

/** T1 gets the lock, the others get in line behind it, each as far as it can. */
function allInLine(core: Core, lock: LockFacts): Session {
	const session = core.session({ ...core.configOf('mcs'), lock: lock.id, threads: 3 });
	const take = (tid: number, steps: number) => {
		for (let i = 0; i < steps; i++) session.step(tid - 1);
	};
	take(1, 4);
	take(2, 5);
	take(3, 5);
	return session;
}

it('whom no node leads to stands apart, cut off; of the page’s text all are linked', async () => {
	const lock = plain.lock(plain.configOf('mcs').lock);
	const whole = drawn(plain, allInLine(plain, lock));
	expect(whole).toMatchObject({ tids: ['1', '2', '3'], cut: [], edges: 2 });
	const core = await edited(lock, (text) => {
		expect(text).toContain(LINK);
		return text.replace(LINK, '');
	});
	const session = allInLine(core, lock);
	expect(drawn(core, session)).toMatchObject({ tids: ['1', '2', '3'], cut: ['2', '3'], edges: 0 });
	expect(drawn(core, session).said).toMatch(
		/T3, spins on its own node, cut off: no next leads to it\./,
	);
	/* who was first waits for a link that never comes */
	for (let i = 0; i < 4; i++) session.step(0);
	expect(drawn(core, session)).toMatchObject({ tids: ['1', '2', '3'], cut: ['2', '3'], edges: 0 });
});

it('in no story of the page’s texts a node is cut off', () => {
	for (const { name, sandbox, story } of plain.facts.scenarios) {
		const config = plain.configOf(name);
		if (sandbox || !plain.lock(config.lock).queues.some(({ kind }) => kind === 'mcs')) continue;
		const session = plain.session(config);
		session.load([...story]);
		const first = (at: number) => session.machine(at).queues.flat()[0];
		for (let at = 0; at <= session.length; at++)
			if (first(at)?.ready === false)
				expect(drawn(plain, session, at).cut, `${name}, ${at}`).toEqual([]);
	}
});
