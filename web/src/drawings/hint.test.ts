import { expect, test } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { hintOf } from './hint';

const core = await builtCore();

test('a look at a list says who is first, as the sentence does', () => {
	const scenario = core.scenario('rwsem-readers-group');
	if (!scenario) throw new Error('the scenario is gone');
	const session = core.session(core.configOf(scenario.name));
	session.load(scenario.story);
	const lock = core.facts.locks[scenario.lock];
	if (!lock) throw new Error('the lock is gone');
	let full = 0;
	for (let i = 0; i < session.length; i++) {
		const record = session.record(i);
		if (record.op !== 'list_first') continue;
		const hint = hintOf(record, lock, scenario.threads);
		if (record.target) full++;
		expect(hint?.old).toBe(record.target ? `T${record.target} first of ${record.old}` : 'empty');
	}
	expect(full).toBeGreaterThan(0);
});
