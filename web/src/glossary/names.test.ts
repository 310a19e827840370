/** The names of a lock's text, where an author uses them: each opens, or is in the glossary. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LockFacts, ScenarioFacts } from '../../../wasm/src';
import { entries } from './entries';
import { matcher } from './match';
import { namesOf } from './names';

type Rest = { lock: LockFacts; stories: Record<string, ScenarioFacts> };

const locks: Rest[] = await Promise.all(
	readdirSync('wasm/generated/facts').map(async (file) => {
		const name = file.slice(0, -3);
		const { REST } = await import(`../../../wasm/generated/facts/${name}.ts`);
		const { lock, stories } = REST as Rest;
		return { lock: { ...lock, name }, stories };
	}),
);
const lockWith = (word: string): LockFacts => {
	const found = locks.find(({ lock }) =>
		lock.memory.some(({ words }) => words.some(({ name }) => name === word)),
	);
	if (!found) throw new Error(`no lock has ${word}`);
	return found.lock;
};

const listedOnly = new Set(
	entries.filter(({ marked }) => !marked).flatMap(({ term, forms }) => [term, ...forms]),
);

/** What looks like code: snake_case, three capitals, a part of something. */
const CODE =
	/(?:\w+(?:\[\d+\])?\.)?\w*(?:_\w+|[A-Z]{3})\w*|(?:\b[A-Za-z]\w*(?:\[\d+\])?\.)[a-z_]\w*/g;

/** Of a text, the names that neither open where they first stand nor are listed. */
function unexplained(text: string, pieces: ReturnType<typeof matcher>, own: RegExp): string[] {
	/* once opened in a text, all spellings of it are plain there */
	const opened = pieces(text).flatMap(({ text: spelled, entry }) =>
		entry ? [spelled, entry.term, ...entry.forms] : [],
	);
	const last = (name: string) => name.slice(name.lastIndexOf('.') + 1);
	const known = new Set(opened.flatMap((name) => [name, last(name), ...name.split(/\s/)]));
	return [...text.matchAll(CODE), ...text.matchAll(own)]
		.map(([name]) => name)
		.filter((name) => !/^T\d+$/.test(name))
		.filter((name) => !known.has(name) && !known.has(last(name)) && !listedOnly.has(name));
}

describe('the names of a lock', () => {
	it('open in all that its stories say and ask', () => {
		const bare: string[] = [];
		let seen = 0;
		for (const { lock, stories } of locks) {
			const names = namesOf(lock);
			const pieces = matcher([...entries, ...names]);
			const whole = names.filter(({ name }) => name === 'whole').map(({ term }) => term);
			const own = new RegExp(`(?<![\\w.])(?:${whole.join('|')})(?!\\w)`, 'g');
			for (const [story, { beats }] of Object.entries(stories))
				for (const { ask = '', note } of beats)
					for (const text of [ask, note]) {
						seen++;
						bare.push(...unexplained(text, pieces, own).map((name) => `${story}: ${name}`));
					}
		}
		expect(seen).toBeGreaterThan(1000);
		expect(bare).toEqual([]);
	});

	it('say what the facts say of the word, and of which word a field is', () => {
		const names = namesOf(lockWith('write_ec'));
		const text = (term: string) => names.find((entry) => entry.term === term)?.text;
		expect(text('write_ec')).toBe('Events for the writers, and whether a writer may sleep.');
		expect(text('contend')).toMatch(/^A flag of write_ec and read_ec \(/);
		expect(text('ww_write_lock')).toMatch(
			/^A procedure of the text, called by the thread: \w+, lines/,
		);
	});

	it('are found in prose as they stand there; everyday words only as a part', () => {
		const pieces = matcher([...entries, ...namesOf(lockWith('write_ec'))]);
		const found = (text: string) =>
			pieces(text).flatMap(({ text: t, entry }) => (entry ? [t] : []));
		expect(found('write_ec has contend.')).toEqual(['write_ec', 'contend']);
		expect(found('In bucket[0].lock the lock of T1 is.')).toEqual(['bucket[0].lock']);
		expect(found('Contend for the readers.')).toEqual([]);
		expect(found('lock_ptr, ww_write_lock() and xwrite_ec')).toEqual(['lock_ptr']);
	});
});
