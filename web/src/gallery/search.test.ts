import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LESSONS } from '../../../wasm/generated/lessons';
import { emptyCore } from '../../../wasm/src/testing';
import { findDocs, grouped, ofTeaching } from '../docs/search';
import type { DocCard, DocText } from '../docs/types';
import { entries } from '../glossary/entries';
import type { LessonCard } from '../lessons/types';
import { testCore } from '../store/testing';
import { bestOf } from './best';
import { countedWords, guessOf, isNotHere, NEAREST, nearestTerm } from './guess';
import { FAR, nearness } from './near';
import { nearestStories } from './nearest-stories';
import { firstMatch } from './open-first';
import { families, isStory, loadWords } from './search';
import { taughtOf } from './taught';
import { termFor, termsOf } from './terms';
import { fieldsOf, othersIn, whyOf } from './why';

const { facts } = testCore();
const made = <T>(file: string) => JSON.parse(readFileSync(`build/generated/${file}`, 'utf8')) as T;
const words = {
	locks: { tas: 'tas.c owner' },
	scenarios: { 'tas-story': 'mutual exclusion split_tas read it and write it' },
	findings: {},
	lessons: LESSONS,
};
const names = (query: string) =>
	families(facts, query, words).flatMap((f) => [...f.told, ...f.free].map((e) => e.scenario.name));

it('groups by family, told stories apart from free play', () => {
	const [family] = families(facts, '');
	expect(family?.family).toBe('Spin locks');
	expect(family?.told.map((e) => e.scenario.name)).toEqual(['tas-story']);
	expect(family?.free.map((e) => e.scenario.name)).toEqual(['tas']);
});

it('finds what has all the words, in any case and order', () => {
	expect(names('KNOCK two')).toEqual(['tas-story']);
	expect(names('folklore')).toEqual(['tas-story', 'tas']);
	expect(names('knock nothing')).toEqual([]);
});

it('where no story has all the words, shows those that have most of them, in their title first', () => {
	const { facts: all } = emptyCore();
	const asked = 'reader comes while a writer waits';
	expect(families(all, asked).flatMap(({ told, free }) => [...told, ...free])).toEqual([]);
	const near = nearestStories(all, asked).map(({ title }) => title);
	expect(near[0]).toBe('A reader steals the lock while a writer waits');
	expect(near.length).toBeLessThanOrEqual(5);
	expect(nearestStories(all, 'zebra quagga')).toEqual([]);
	/* one word of three is none of them */
	expect(nearestStories(all, 'reader zebra quagga')).toEqual([]);
});

it('takes hyphens, underscores and case for nothing', () => {
	expect(names('TAS-Story')).toEqual(['tas-story']);
	expect(names('tasstory')).toEqual(['tas-story']);
	expect(names('knock_two')).toEqual([]);
});

it('finds by file, lock, variant and words of the lock', () => {
	for (const query of ['tas.c', 'owner', 'plain'])
		expect(names(query), query).toEqual(['tas-story', 'tas']);
});

it('finds by what a planted fault is called and breaks', () => {
	for (const query of ['split_tas', 'mutual exclusion'])
		expect(names(query)).toEqual(['tas-story']);
});

it('begins a family with the lock that says its turn, whatever the names of the folders', () => {
	const all = families(emptyCore().facts, '');
	const firstOf = (name: string) =>
		all.find(({ family }) => family === name)?.told[0]?.scenario.name;
	expect(firstOf('Wait-wake futex')).toBe('ww-sleep-wake');
	for (const { family, told, free } of all) {
		const turn = [...told, ...free].find(({ scenario }) => scenario.turn !== undefined);
		if (turn) expect(told[0]?.lock.name, family).toBe(turn.lock.name);
	}
});

it('knows words of all that the core knows', async () => {
	const real = await loadWords();
	const { facts } = emptyCore();
	expect(Object.keys(real.locks)).toEqual(facts.locks.map(({ name }) => name));
	expect(Object.keys(real.scenarios)).toEqual(facts.scenarios.map(({ name }) => name));
	const found = (query: string) =>
		families(facts, query, real).flatMap((f) => [...f.told, ...f.free].map((e) => e.scenario.name));
	expect(found('osq.c')).toContain('rwsem');
	expect(found('blind_sleep')).toContain('mutex-fault-blind-sleep');
	expect(found('waiters flag')).toContain('rwsem-fault-waiters-stay');
	/* by what they tell, whatever rule breaks first */
	const lost = found('lost wake-up');
	for (const name of [
		'mutex-fault-blind-sleep',
		'mutex-fault-freed-late',
		'mutex-6.12-fault-blind-sleep',
		'mutex-6.12-late-flag',
		'tp-unlock-no-wake',
	])
		expect(lost).toContain(name);
	expect(lost).not.toContain('mutex-stampede');
});

it('knows a word by its stem, and what is called otherwise by the names that readers know', async () => {
	const real = await loadWords();
	const { facts } = emptyCore();
	const groups = (query: string) => families(facts, query, real);
	const found = (query: string) => groups(query).flatMap((f) => f.told.map((e) => e.scenario.name));
	const starved = found('starve');
	expect(starved.length).toBeGreaterThan(2);
	for (const query of ['starvation', 'starving', 'Starved'])
		expect(found(query), query).toEqual(starved);
	expect(found('fairness')).toEqual(expect.arrayContaining(starved));
	for (const query of [
		'priority inversion',
		'deadlock',
		'thundering herd',
		'livelock',
		'preemption',
	])
		expect(found(query), query).not.toEqual([]);
	expect(found('thundering herd')).toContain('mutex-stampede');
	expect(found('xylophones')).toEqual([]);
	/* what goes wrong by that name comes before what keeps every rule */
	for (const { told } of groups('lost wake-up')) {
		const bad = told.map(({ scenario }) => scenario.verdict === 'LOST_WAKEUP');
		expect(bad.lastIndexOf(true), told[0]?.lock.family).toBe(bad.filter(Boolean).length - 1);
	}
	expect(firstMatch(groups('lost wake-up'), 'lost wake-up')?.verdict).toBe('LOST_WAKEUP');
});

it('finds lessons and levels', () => {
	const path = made<LessonCard[]>('lessons/path.json');
	const taught = (query: string) => {
		const { lessons, levels } = taughtOf(path, query);
		return [...lessons.map(({ of }) => of.slug), ...levels.map(({ of }) => of.name)];
	};
	expect(taught('starvation')).toEqual(
		expect.arrayContaining(['starvation-and-handoff', 'starve', 'past-handoff']),
	);
	expect(taught('lost wake-up')).toEqual(
		expect.arrayContaining(['spin-or-sleep', 'lose-the-wake-up', 'silent-sleeper']),
	);
	expect(taught('lost wake-up')).not.toContain('two-inside');
	expect(taught('fairness')).toContain('starvation-and-handoff');
	expect(taught('starvation')[0]).toBe('starvation-and-handoff');
	/* what only closes such a lesson is not among what speaks of it */
	const { levels, beside } = taughtOf(path, 'deadlock');
	expect(beside.map(({ of }) => of.name)).toContain('read-and-write');
	expect(levels.map(({ of }) => of.name)).not.toContain('read-and-write');
	expect(taught('xylophones')).toEqual([]);
	expect(taught(' ')).toEqual([]);
});

/* what readers ask for: the lesson about it, a story about it (its family where all of it are), a document */
it.each([
	['deadlock', 'how-we-know', 'mcs-no-wait', 'glossary'],
	['inversion', 'spin-or-sleep', 'mutex-owner-preempted', 'glossary'],
	['priority inversion', 'spin-or-sleep', 'mutex-owner-preempted', 'glossary'],
	['ABA', 'compare-and-swap', '', 'glossary'],
	['fairness', 'stealing-and-hand-off', 'rwsem-starved-writer', 'glossary'],
	['starvation', 'starvation-and-handoff', 'rwsem-starved-writer', 'glossary'],
	['lost wake-up', 'spin-or-sleep', 'mutex-fault-blind-sleep', 'glossary'],
	['spinlock', 'stampede-and-queue', 'Ticket spinlock', 'locks/ticket'],
	['futex', 'futexes', 'TP futex', 'locks/tp_futex'],
	['pthread_mutex_lock', 'futexes', 'FUTEX_LOCK', 'locks/glibc_mutex'],
	['convoy', 'stealing-and-hand-off', '', 'glossary'],
	['race condition', 'what-a-lock-is', 'tp-two-owners', 'glossary'],
	['livelock', 'how-we-know', 'osq-fault-deaf-leaver', 'glossary'],
	['critical section', 'what-a-lock-is', 'tp-two-owners', 'glossary'],
	['busy waiting', 'spin-or-sleep', 'mutex-stampede', 'glossary'],
	['context switch', 'spin-or-sleep', 'mutex-owner-preempted', 'glossary'],
	['condition variable', 'spin-or-sleep', '', 'glossary'],
	['spurious wakeup', 'spin-or-sleep', '', 'glossary'],
	['test and set', 'compare-and-swap', '', 'glossary'],
	['memory barrier', 'how-we-know', 'ww-read-early', 'glossary'],
	['What is a semaphore?', 'readers-and-writers', 'Readers-writer semaphore', 'glossary'],
])('"%s" finds a lesson, a story and a document about it', async (query, lesson, story, doc) => {
	const real = await loadWords();
	const path = made<LessonCard[]>('lessons/path.json');
	expect(taughtOf(path, query).lessons.map(({ of }) => of.slug)).toContain(lesson);
	const groups = families(emptyCore().facts, query, real);
	const stories = groups.flatMap(({ told }) => told.map(({ scenario }) => scenario.name));
	if (story) expect([...stories, ...groups.map(({ family }) => family)]).toContain(story);
	const docs = findDocs(made<DocCard[]>('docs/cards.json'), query).map(({ name }) => name);
	expect(docs).toContain(doc);
});

/* the words of a course on operating systems, in any of their spellings */
it.each([
	['critical section', 'critical section'],
	['busy waiting', 'spin'],
	['busy-waiting', 'spin'],
	['condition variable', 'condition variable'],
	['a condition variable', 'condition variable'],
	['context switch', 'context switch'],
	['test and set', 'test-and-set'],
	['test-and-set', 'test-and-set'],
	['spurious wakeup', 'spurious wake-up'],
	['What is a semaphore?', 'semaphore'],
	['memory barriers', 'memory barrier'],
	['deadlock', 'deadlock'],
	['acquire', 'acquire'],
	['release', 'release'],
	['relaxed', 'relaxed'],
	['memory order', 'memory order'],
	['sequentially consistent', 'sequential consistency'],
])('"%s" is explained', (query, term) => {
	expect(termFor(entries, query)?.term).toBe(term);
});

it('asks for no small word, unless there is no other', () => {
	const asked = (query: string) => termsOf(query).map((term) => term.asked);
	expect(asked('owner and the count')).toEqual(['owner', 'count']);
	expect(asked('how is a lock stolen?')).toEqual(['lock', 'stolen']);
	expect(asked('the')).toEqual(['the']);
	expect(asked('test and set')).toEqual(['test and set']);
});

/* what speakers and teachers ask for */
it.each([
	['talk', 'teaching-talk'],
	['give a talk', 'teaching-talk'],
	['ten minutes', 'teaching-talk'],
	['clicker', 'presenting'],
	['clicker', 'teaching-talk'],
	['slides', 'teaching-talk'],
	['give a talk', 'presenting'],
	['notes', 'presenting'],
	['lecture', 'teaching-lecture'],
	['teach a class', 'teaching-lecture'],
	['teach', 'presenting'],
	['course', 'embedding'],
])('“%s” finds, for a room: %s', (query, doc) => {
	const cards = ofTeaching(made<DocCard[]>('docs/cards.json'));
	expect(findDocs(cards, query).map(({ name }) => name)).toContain(doc);
});

it('the documents have one shelf of teaching and talks, and it stands near the top', () => {
	const shelves = grouped(made<DocCard[]>('docs/cards.json'));
	const titles = shelves.map(({ title }) => title);
	expect(titles.indexOf('Teaching and talks')).toBe(1);
	expect(shelves[1]?.of.map(({ name }) => name)).toEqual([
		'teaching-talk',
		'teaching-lecture-45',
		'teaching-lecture',
		'presenting',
		'embedding',
	]);
	const names = shelves.flatMap(({ of }) => of.map(({ name }) => name));
	expect(new Set(names).size).toBe(names.length);
});

it('a stem is not so short that it stands in everything', () => {
	expect(termsOf('uses')).toEqual([{ asked: 'uses', forms: ['uses'] }]);
	expect(termsOf('raced')[0]?.forms).toEqual(['raced']);
	expect(termsOf('queued')[0]?.forms).toEqual(['queu']);
});

it('shows the stories of a family as each leads to the next, findings and faults behind them', () => {
	const { facts } = emptyCore();
	for (const { family, told } of families(facts, '')) {
		const stories = told.filter(isStory).map(({ scenario }) => scenario);
		stories.forEach(({ name, next }, i) => {
			const there = stories.findIndex((s) => s.name === next);
			/* behind it, or it had its turn before */
			if (there > i) expect(there, `${family}: ${name} leads to ${next}`).toBe(i + 1);
		});
		expect(told.map(isStory).lastIndexOf(true), family).toBe(stories.length - 1);
	}
});

it('opens what speaks of the query itself before what only shares its lock', () => {
	expect(firstMatch(families(facts, 'owner', words), 'owner')?.name).toBe('tas-story');
	expect(firstMatch(families(facts, 'plain', words), 'plain')?.name).toBe('tas');
	expect(firstMatch(families(facts, 'nothing', words), 'nothing')).toBeUndefined();
});

it('knows how near a title comes: it is so called, it says the word, or it does not', () => {
	expect(nearness('The mutex', 'mutexes')).toBe(0);
	expect(nearness('What pthread_mutex_lock does', 'pthread_mutex_lock')).toBe(0);
	expect(nearness('Fault: the swap in two steps', 'swap in two steps')).toBe(0);
	const part = nearness('The stampede and the queue', 'stampede');
	expect(part).toBeGreaterThan(0);
	expect(nearness('The stampede: spinners run for one word', 'stampede')).toBeGreaterThan(part);
	expect(nearness('Starvation and handoff', 'pthread')).toBe(FAR);
	expect(nearness('Unlocked', 'lock')).toBe(FAR);
});

it.each([
	['pthread_mutex_lock', 'pm-today', 'FUTEX_LOCK'],
	['mutex', 'learn/the-mutex', 'Mutex'],
	['How does a mutex work?', 'learn/the-mutex', 'Mutex'],
	['lock', 'learn/what-a-lock-is', ''],
	['futex', 'learn/futexes', ''],
	['stampede', 'learn/stampede-and-queue', 'Mutex'],
	['swap in two steps', 'mcs-torn-swap', 'MCS queue'],
	['handoff', '', ''],
	['deadlock', '', 'MCS queue'],
	['ticket', 'ticket-in-order', 'Ticket spinlock'],
	['rwsem', 'rwsem-starved-writer', 'Readers-writer semaphore'],
	['mcs', 'mcs-queue', 'MCS queue'],
	['semaphore', '', 'Readers-writer semaphore'],
	['priority inheritance', '', 'PI futex'],
])('"%s" is first what is called so: %s, of the family %s', async (query, address, family) => {
	const path = made<LessonCard[]>('lessons/path.json');
	const groups = families(emptyCore().facts, query, await loadWords());
	const best = bestOf(path, groups, query);
	expect(best?.address ?? '').toBe(address);
	if (family) expect(groups[0]?.family).toBe(family);
	const { lessons, levels } = taughtOf(path, query);
	const [first] = [
		...lessons.map(({ of }) => `learn/${of.slug}`),
		...levels.map(({ of }) => of.name),
	];
	if (best?.isTaught) expect(first).toBe(best.address);
});

it('finds under “deadlock” no story that is only for ever: each says the word itself', async () => {
	const groups = families(emptyCore().facts, 'deadlock', await loadWords());
	const found = groups.flatMap(({ told }) => told);
	expect(found.map(({ scenario }) => scenario.verdict)).toContain('DEADLOCK');
	for (const entry of found)
		expect(othersIn(whyOf('deadlock', fieldsOf(entry))), entry.scenario.name).toBe(0);
	expect(taughtOf(made<LessonCard[]>('lessons/path.json'), 'deadlock').levels).toEqual([]);
});

it('guesses what was meant by a word that stands nowhere, and what is nearest to one of the field', () => {
	const known = countedWords([
		'Mutual exclusion',
		'a semaphore',
		'The starving',
		'starving',
		'staving',
	]);
	expect(guessOf('mutal exclusion', known)).toBe('mutual exclusion');
	expect(guessOf('What is a sempahore?', known)).toBe('What is a semaphore');
	/* of those as near the more usual; what is known is left alone; what is near to nothing has none */
	expect(guessOf('strving', known)).toBe('starving');
	expect(guessOf('exclusion', known)).toBeUndefined();
	expect(guessOf('xylophone', known)).toBeUndefined();
	const terms = entries.map(({ term }) => term);
	for (const [, term] of NEAREST) expect(terms).toContain(term);
	expect(nearestTerm('Peterson’s algorithm')).toBe('mutual exclusion');
	expect(nearestTerm('producer-consumer')).toBe('condition variable');
	expect(nearestTerm('mutex')).toBeUndefined();
	for (const name of [
		'CLH',
		'seqlock',
		'percpu-rwsem',
		'ww_mutex',
		'lockdep',
		'weak memory',
		'RCU',
	])
		expect(isNotHere(name), name).toBe(true);
	for (const name of ['mutex', 'pthread_rwlock', 'spinlock', 'rwsem', 'memory order'])
		expect(isNotHere(name), name).toBe(false);
	expect(termsOf('hold and wait').map(({ asked }) => asked)).toEqual(['hold and wait']);
});

it('finds a finding by its number, once the words are there, and nothing else that has it', async () => {
	const real = await loadWords();
	const { facts } = emptyCore();
	const found = (query: string) =>
		families(facts, query, real).flatMap((f) => [...f.told, ...f.free].map((e) => e.scenario.name));
	const stories = new Set(facts.scenarios.map(({ name }) => name));
	expect(Object.keys(real.findings)).toEqual(expect.arrayContaining(['T1', 'R1', 'W1', 'G1']));
	for (const [id, name] of Object.entries(real.findings)) {
		expect(stories, id).toContain(name);
		expect(found(id.toLowerCase()), id).toEqual([name]);
	}
});

/* what stands in a text and in no heading; names of the code with their underscores */
it.each([
	['smp_wmb', 'findings', 'M0'],
	['lockdep', 'validation', null],
	['vcpu_is_preempted', 'locks/osq', null],
	['GPL', 'licence', null],
	['seqlock', 'not-here', 'locks'],
	['percpu-rwsem', 'not-here', 'locks'],
	['CLH', 'not-here', 'locks'],
	['ww_mutex', 'not-here', 'locks'],
	['lockdep', 'not-here', 'properties'],
	['FUTEX_TID_MASK', 'findings', 'P2'],
	['glibc 2.42', 'findings', 'G2'],
])('"%s" is found in the text of a document', (query, name, place) => {
	const cards = made<DocCard[]>('docs/cards.json');
	const texts = made<DocText[]>('docs/texts.json');
	const found = findDocs(cards, query, texts);
	expect(found.map((card) => card.name)).toContain(name);
	const shown = found.find((card) => card.name === name)?.shown.map(({ id }) => id);
	if (place) expect(shown).toContain(place);
	expect(findDocs(cards, 'xylophones', texts)).toEqual([]);
});

it('takes a short word of a text only whole, and puts headings first', () => {
	const cards = made<DocCard[]>('docs/cards.json');
	const texts = made<DocText[]>('docs/texts.json');
	const shown = findDocs(cards, 'R2', texts).find(({ name }) => name === 'findings')?.shown ?? [];
	expect(shown[0]?.id).toBe('R2');
	/* it says R4 and R7, and nothing of R2 */
	expect(shown.map(({ id }) => id)).not.toContain('W3');
	expect(findDocs(cards, 'zq', texts)).toEqual([]);
});
