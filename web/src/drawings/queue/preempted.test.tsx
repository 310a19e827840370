/** A thread that stands in a queue and has no CPU is marked there, with a word: in every story with such a queue. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Core, ScenarioFacts, Session } from '../../../../wasm/src';
import { builtCore } from '../../../../wasm/src/testing';
import { QueueView } from '../QueueView';
import { mcsQueue, queuesIn } from './order';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});
afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
});

/** In the environment's budget. */
const PREEMPT = 1;

interface Found {
	session: Session;
	tid: number;
	kind: string;
}

/** The story up to where a thread stands in a queue of nodes and can be preempted, and then that; null: it never can. */
function preemptedIn({ name, story }: ScenarioFacts): Found | null {
	const config = core.configOf(name);
	const budget = config.budget.map((may, kind) => (kind === PREEMPT ? may + 1 : may));
	const session = core.session({ ...config, budget });
	const lock = core.lock(config.lock);
	for (const action of story) {
		session.step(action);
		const machine = session.machine();
		const drawn = queuesIn(lock, machine.variant).filter(({ kind }) => /mcs|clh/.test(kind));
		for (const spec of drawn) {
			const places = machine.queues[lock.queues.indexOf(spec)] ?? [];
			const standing = spec.kind === 'mcs' ? mcsQueue(lock, machine, spec).nodes : places;
			const act = session
				.options()
				.find(({ env, tid }) => env === 'preempt' && standing.some((one) => one.tid === tid));
			if (!act) continue;
			session.step(act.action);
			const { threads } = session.machine();
			if (threads[act.tid - 1]?.status === 'preempted')
				return { session, tid: act.tid, kind: spec.kind };
			return null;
		}
	}
	return null;
}

it('says of its node that its thread was preempted', () => {
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 200));
	const kinds = new Set<string>();
	for (const { name, sandbox } of core.facts.scenarios) {
		const scenario = sandbox ? undefined : core.scenario(name);
		const found = scenario && preemptedIn(scenario);
		if (!found) continue;
		const { session, tid } = found;
		const props = { core, session, at: session.length, machine: session.machine(), before: null };
		const { container } = render(<QueueView {...props} reducedMotion />);
		const node = container.querySelector(`[data-layer="nodes"] > [data-tid="${tid}"]`);
		const place = `${name} ${session.length}: T${tid}`;
		expect(node?.getAttribute('data-off'), place).toBe('true');
		expect(node?.textContent, place).toMatch(/preempted|no CPU/);
		const told = [...container.querySelectorAll('svg[role="img"]')].map((svg) =>
			svg.getAttribute('aria-label'),
		);
		expect(told.join(' '), place).toMatch(new RegExp(`T${tid}[^;]*preempted`));
		kinds.add(`${found.kind} ${name}`);
		cleanup();
	}
	expect([...kinds]).toContain('mcs mcs-queue');
});
