/** What the documents claim of the texts, as assertions that the search of every schedule is given: claims.ts. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENV_LETTERS } from '../../wasm/generated/machine';
import type { Config } from '../../wasm/src';
import { edit, searched } from '../../wasm/src/edit-testing';
import { builtCore } from '../../wasm/src/testing';
import { CLAIMS, type Claim } from './claims';

const core = await builtCore();
const MOST = 1_000_000;
const ASSERTION = ['BUG', 'an assertion of the text failed'];

function lockNamed(name: string) {
	const lock = core.facts.locks.find((one) => one.name === name);
	if (!lock) throw new Error(`there is no lock ${name}`);
	return lock;
}

/** A line of `lockstep check`: its threads, rounds, budget and switches. */
function configOf(check: string): Config {
	const [name = '', ...words] = check.split(' ');
	const lock = core.lock(core.configOf(name).lock);
	const after = (option: string) =>
		words.flatMap((word, i) => (word === option ? [words[i + 1] ?? ''] : []));
	const letters = [...(after('--threads')[0] ?? '')];
	const budget = new Map(
		(after('--budget')[0] ?? '').split(',').map((one) => [one[0], Number(one.slice(1))]),
	);
	return core.configOf(name, {
		threads: letters.length,
		rounds: Number(after('--rounds')[0]),
		roles: letters.map((letter) => lock.roles.findIndex((role) => role.letter === letter)),
		budget: ENV_LETTERS.map((letter) => budget.get(letter) ?? 0),
		switches: after('--switch').reduce(
			(bits, name) => bits | (1 << lock.switches.findIndex((one) => one.name === name)),
			0,
		),
	});
}

/** The verdict of a search in a copy of the text that asserts `condition` at the place of the claim. */
async function asserting({ lock, put }: Claim, condition: string, check: string) {
	const facts = lockNamed(lock);
	const made = edit(facts, lock, (text) =>
		put.reduce((now, [was, is]) => {
			expect(now.split(was).length, `once in ${lock}: ${was}`).toBe(2);
			return now.replace(was, () => is.replace('CLAIM', () => `ASSERT(${condition});`));
		}, text),
	);
	const { verdict, what } = await searched(facts, made, configOf(check), MOST);
	return [verdict, what];
}

const claimed = ({ claim, when = 'true' }: Claim) => `!(${when}) || (${claim})`;

describe.each(CLAIMS)('$says', (claim) => {
	const { doc, says, checks, when = 'true', wrong, fails } = claim;

	test('stands in the document', () => {
		expect(readFileSync(doc, 'utf8')).toContain(says);
	});

	test(wrong ? 'is contradicted' : 'holds in every schedule', async () => {
		for (const check of checks)
			expect([check, ...(await asserting(claim, claimed(claim), check))]).toEqual(
				wrong ? [check, ...ASSERTION] : [check, 'OK', ''],
			);
	});

	test('is of a place and a case that the search reaches, so that its contrary is found', async () => {
		const contrary = `!(${when}) || !(${claim.claim})`;
		expect(await asserting(claim, contrary, checks[0] ?? '')).toEqual(ASSERTION);
	});

	test.runIf(fails)('is false with a fault planted', async () => {
		expect(await asserting(claim, claimed(claim), fails ?? '')).toEqual(ASSERTION);
	});
});
