import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LESSONS } from '../../wasm/generated/lessons';
import { plain } from '../src/docs/plain';
import { type Files, makeDocs, nameOf, sectionsOf } from './make';
import { addressText, idOf, readDocument, withAddresses } from './markdown';

const HEAD: Files = [
	[
		'docs/README.md',
		'# Reading\n\n| posting | system | text | held against |\n|---|---|---|---|\n| p | s | [mcs](../core-c/locks/mcs/README.md) | real threads |\n',
	],
	[
		'docs/searches.md',
		'# Searches\n\n| text | 2 threads | 3 threads |\n|---|---|---|\n| `mcs` | · p | · p s |\n\n| check | verdict | steps | states |\n|---|---|---|---|\n| `mcs --threads 2` | OK |  | 339 |\n',
	],
	['core-c/locks/mcs/README.md', '# mcs\n\nText.\n\n## Where each step comes from\n\nThere.\n'],
];
const findings = (text: string): Files => [
	...HEAD,
	['docs/findings.md', `# Findings\n\n${text}\n`],
];

const table = (way: string) =>
	`# Checking\n\n| check | passed without bound | also in its sleep | steps | opens at | states |\n|---|---|---|---|---|---|\n| \`rwsem --threads WW --budget p1\` | T1 T2 | T2 | ${way} | \`#/mcs-queue?v=1&s=aQ-4\` | 2,848 |\n| \`mcs --threads LLL\` | nobody | nobody |  |  | 9,425 |\n`;

it('loses no cell of a table', () => {
	const row = (cells: string) => readDocument(`| a | b |\n|---|---|\n${cells}\n`, () => null);
	expect(row('| `x \\|\\| y` | z |')).toHaveLength(1);
	expect(() => row('| `x || y` | z |')).toThrow(/other cells than its table: .*x \|\| y/);
});

it('takes the addresses of moments out of a text', () => {
	const link = (to: string) => ({
		kind: 'link',
		to,
		of: [addressText(to) || { kind: 'code', text: to.replace(/\?.*/, '?…') }],
	});
	expect(withAddresses('see #/mcs-queue?v=1&s=aQ-4, then')).toEqual([
		'see ',
		link('#/mcs-queue?v=1&s=aQ-4'),
		', then',
	]);
	const talk = '#/mcs-gap?list=mcs-gap,mcs-queue&p=1';
	expect(withAddresses(`${talk}, then`)).toEqual([link(talk), ', then']);
	expect(withAddresses('the number #1 / 2')).toEqual(['the number #1 / 2']);
	const [block] = readDocument('`#/tp-two-owners?v=1&s=x` (29 steps)', () => null);
	expect(block).toEqual({
		kind: 'text',
		text: [link('#/tp-two-owners?v=1&s=x'), ' (29 steps)'],
	});
});

/* so that two links of one finding do not read alike */
it.each([
	['#/tp-leaked-lock?v=1&s=gBQ', 'tp-leaked-lock: the schedule'],
	[
		'#/tp-futex?v=1&n=2&r=1&roles=LT&b=1.0.1.0.0&s=uBL',
		'tp-futex: the schedule, LT, 1 round, 1 preemption, 1 timeout',
	],
	[
		'#/rwsem-handoff?v=1&n=2&r=255&b=1.255.0.0.0&s=yBC&round=18',
		'rwsem-handoff: a round that leads back, 2 threads, rounds without limit, 1 preemption, thresholds without limit',
	],
	[
		'#/rwsem-5.3?v=1&r=2&roles=WKQ&sw=mend_no_reader_spin&b=0.1.0.0.2&s=jC7',
		'rwsem-5.3: the schedule, WKQ, 2 rounds, 1 threshold, 2 kills, mend_no_reader_spin',
	],
	['#/mcs-gap?list=mcs-gap,mcs-queue&p=1', ''],
	['#/tpr-handoff-readers', ''],
])('says what %s opens', (address, said) => {
	expect(addressText(address)).toBe(said);
});

it('reads reason, lines and judgement as paragraphs of their own', () => {
	const read = readDocument(
		'So.\nReason: it is.\nLines (posted): one.\nJudgement: theirs.',
		() => null,
	);
	expect(read).toEqual([
		{ kind: 'text', text: ['So.'] },
		{ kind: 'text', text: [{ kind: 'strong', of: ['Reason:'] }, ' it is.'] },
		{ kind: 'text', text: [{ kind: 'strong', of: ['Lines (posted):'] }, ' one.'] },
		{ kind: 'text', text: [{ kind: 'strong', of: ['Judgement:'] }, ' theirs.'] },
	]);
});

it('calls a finding by its number and other headings as others do', () => {
	expect(idOf('R1. rwsem-single-pass: readers')).toBe('R1');
	expect(idOf('Where each step comes from')).toBe('where-each-step-comes-from');
	expect(nameOf('core-c/locks/mcs/README.md')).toBe('locks/mcs');
	expect(nameOf('docs/embedding/README.md')).toBe('embedding');
	expect(nameOf('docs/teaching/lecture.md')).toBe('teaching-lecture');
});

it('leads from document to document, by the name that the heading has here', () => {
	const { docs } = makeDocs(
		findings(
			'[lock](../core-c/locks/mcs/README.md#where-each-step-comes-from) [code](../core-c/a.c)\n\n### R1. mcs-queue: x\n\n[above](#r1-mcs-queue-x)',
		),
	);
	const links = JSON.stringify(docs.find(({ name }) => name === 'findings')).match(/"to":"[^"]*"/g);
	expect(links).toEqual([
		'"to":"#/docs/locks/mcs/where-each-step-comes-from"',
		'"to":"#/docs/findings/R1"',
	]);
});

it('says what leads nowhere, and where', () => {
	expect(() => makeDocs(findings('[x](gone.md)'))).toThrow(
		'docs/findings.md leads to docs/gone.md, which is not there',
	);
	expect(() => makeDocs(findings('[x](searches.md#gone)'))).toThrow(
		'findings leads to searches#gone, which is not there',
	);
	expect(() => makeDocs(findings('<b>x</b>'))).toThrow('no document has html');
});

it('leads from a row of the table to its finding, and of several to the first', () => {
	const { docs } = makeDocs(
		findings(
			'| | lock |\n|---|---|\n| R1 | a |\n| R2–R3 | b |\n| R9 | c |\n\n### R1. One\n\nSo.\n\n### R2. Two\n\nSo.',
		),
	);
	const table = docs
		.find(({ name }) => name === 'findings')
		?.blocks.find((block) => block.kind === 'table');
	const first = table?.kind === 'table' ? table.rows.map(([cell]) => cell) : [];
	expect(first).toEqual([
		[{ kind: 'link', to: '#/docs/findings/R1', of: ['R1'] }],
		[{ kind: 'link', to: '#/docs/findings/R2', of: ['R2–R3'] }],
		['R9'],
	]);
});

it('knows which stories show a finding, what was searched, and against what a text is held', () => {
	const { evidence } = makeDocs(
		findings(
			'### R1. mcs-queue: told in its title\n\nSo.\n\n### R2. Another\n\nscenario `mcs-gap` and #/mutex-stampede?v=1\n\n## Others\n\nno finding',
		),
	);
	expect(evidence.findings.map(({ id, title, scenarios }) => [id, title, scenarios])).toEqual([
		['R1', 'mcs-queue: told in its title', ['mcs-queue']],
		['R2', 'Another', expect.arrayContaining(['mcs-gap', 'mutex-stampede'])],
	]);
	expect(evidence.searches.mcs).toEqual([
		{ check: 'mcs --threads 2', verdict: 'OK', steps: '', states: '339' },
	]);
	expect(evidence.against.mcs).toEqual([['real threads']]);
	expect(
		sectionsOf(
			readDocument('## a\n\nx\n\n### b\n\ny\n\n## c', () => null),
			2,
		),
	).toHaveLength(2);
});

it('knows who may be passed without bound, and where that is shown', () => {
	const real: Files = [...findings('None.'), ['docs/checking.md', table('T2: 15 + 28, passed 1')]];
	const { rwsem, mcs } = makeDocs(real).evidence.starvation;
	expect(rwsem).toEqual([
		{
			check: 'rwsem --threads WW --budget p1',
			who: 'T1 T2',
			asleep: 'T2',
			way: 'T2: 15 + 28, passed 1',
			address: '#/mcs-queue?v=1&s=aQ-4',
			states: '2,848',
		},
	]);
	expect(mcs).toMatchObject([{ who: 'nobody', way: '', address: '' }]);
	expect(() => makeDocs([...findings('None.'), ['docs/checking.md', table('15 steps')]])).toThrow(
		'docs/checking.md: "rwsem --threads WW --budget p1" is no search for starvation',
	);
});

it('takes a search for one only if it says of how many threads', () => {
	const real: Files = HEAD.map(([path, text]) =>
		path === 'docs/searches.md'
			? [path, readFileSync(path, 'utf8').replace(/\]\([^)]*\)/g, ']')]
			: [path, text],
	);
	const { searches } = makeDocs([...real, ['docs/findings.md', '# Findings\n\nNone.\n']]).evidence;
	const rows = Object.values(searches).flat();
	expect(rows.length).toBeGreaterThan(500);
	expect(rows.filter(({ states }) => !/^[\d,]+$/.test(states))).toEqual([]);
	const broken = HEAD.map(([path, text]): [string, string] => [
		path,
		text.replace('mcs --threads 2', 'mcs'),
	]);
	expect(() => makeDocs([...broken, ['docs/findings.md', '# Findings\n\nNone.\n']])).toThrow(
		'docs/searches.md has no search in "mcs"',
	);
});

it('knows each finding of the document by its number, and the story that its title names', () => {
	const text = readFileSync('docs/findings.md', 'utf8');
	const { evidence, found } = makeDocs([
		...HEAD.filter(([path]) => path !== 'docs/README.md'),
		['docs/README.md', HEAD[0]?.[1] ?? ''],
		['docs/findings.md', text.replace(/\]\([^)]*\)/g, ']')],
	]);
	const headings = [...text.matchAll(/^### ([A-Z]\d+)\. ([a-z0-9]+-[a-z0-9-]+): /gm)];
	expect(headings.length).toBeGreaterThan(20);
	expect(found).toEqual(Object.fromEntries(headings.map(([, id, name]) => [id, name])));
	const goRound = evidence.findings.filter(({ rounds }) => rounds.length > 0);
	expect(goRound.map(({ id }) => id)).toContain('R7');
	for (const { rounds } of goRound) for (const to of rounds) expect(text).toContain(`\`${to}\``);
	expect(evidence.findings.map(({ id }) => id)).toEqual(
		expect.arrayContaining(['W1', 'W2', 'W3', 'H1']),
	);
});

it('leads from each row of findings to one, and begins with stories', () => {
	const text = readFileSync('docs/findings.md', 'utf8');
	const [intro = ''] = text.split('\n| | lock |');
	const stories = [...intro.matchAll(/\]\(#\/([\w.-]+)\)/g)].map(([, name]) => name ?? '');
	expect(stories.length).toBe(5);
	expect(stories.filter((name) => !(name in LESSONS))).toEqual([]);
	expect(intro).not.toMatch(/npm|lockstep /);
});

const PLAN = (rows: string): [string, string] => [
	'docs/teaching/plan.md',
	`# A plan\n\n* **Here.** Open \`#/mutex-stampede?list=mutex-stampede,mcs-gap&p=1\`.\n\n| minute | open | what happens | say |\n|---|---|---|---|\n${rows}\n`,
];
const NO_FINDINGS: [string, string] = ['docs/findings.md', '# Findings\n\nNone.\n'];

it('takes what is said in a talk, and when, from its plan', () => {
	const rows =
		'| 0 | `#/mutex-stampede` | one `word` | "Watch." |\n| 2 | `#/mcs-gap?at=9` | the question | Ask. |\n| 2:30 | `#/mcs-gap?at=10` | on | See `#/level/two-heads`. |';
	expect(makeDocs([...HEAD, NO_FINDINGS, PLAN(rows)]).talks).toEqual([
		{
			title: 'A plan',
			list: ['mutex-stampede', 'mcs-gap'],
			lines: [
				{ story: 'mutex-stampede', at: 0, minute: 0, what: 'one word', say: '"Watch."' },
				{ story: 'mcs-gap', at: 9, minute: 2, what: 'the question', say: 'Ask.' },
				{
					...{ story: 'mcs-gap', at: 10, minute: 2.5, what: 'on', say: 'See #/level/two-heads.' },
					leads: ['#/level/two-heads'],
				},
			],
		},
	]);
	expect(makeDocs([...HEAD, NO_FINDINGS]).talks).toEqual([]);
});

it('takes each table of a plan for the address above it, and none without one', () => {
	const [path, first] = PLAN('| 0 | `#/mcs-gap` | a | x |');
	const table = first.slice(first.indexOf('| minute'));
	const second = `${first}\nThen \`#/mcs-queue?list=mcs-queue&p=1\`.\n\n${table.replace('mcs-gap', 'mcs-queue')}`;
	const { talks } = makeDocs([...HEAD, NO_FINDINGS, [path, second]]);
	expect(talks.map(({ list }) => list)).toEqual([['mutex-stampede', 'mcs-gap'], ['mcs-queue']]);
	expect(() => makeDocs([...HEAD, NO_FINDINGS, [path, `${first}\n${table}`]])).toThrow(
		'no address with list= stands above a table of a talk',
	);
});

it.each([
	['| 0 | `#/mcs-queue` | elsewhere | x |', 'out of its order: mcs-queue 0'],
	['| 3 | `#/mcs-gap` | a | x |\n| 4 | `#/mutex-stampede` | b | x |', 'mutex-stampede 0'],
	['| 3 | `#/mcs-gap` | a | x |\n| 2 | `#/mcs-gap?at=9` | b | x |', 'out of its order: mcs-gap 9'],
	['| 2 | `#/mcs-gap` | a | x |\n| 2 | `#/mcs-gap?at=9` | b | x |', 'out of its order: mcs-gap 9'],
	['| 2:70 | `#/mcs-gap` | a | x |', 'no line of a talk is'],
	['| soon | `#/mcs-gap` | a | x |', 'no line of a talk is'],
	['| 0 | the start | a | x |', 'no line of a talk is'],
])('refuses a plan that no talk can follow: %s', (rows, why) => {
	expect(() => makeDocs([...HEAD, NO_FINDINGS, PLAN(rows)])).toThrow(why);
});

it('knows the finding of each variant that races as posted, as the tests of the core have them', () => {
	const found = readFileSync('docs/findings.md', 'utf8').replace(/\]\((?!#osq)[^)]*\)/g, ']');
	const { races } = makeDocs([...HEAD, ['docs/findings.md', found]]).evidence;
	const tests = readFileSync('core-c/check/races_test.c', 'utf8');
	const posted = tests.matchAll(/\{"([\w.-]+)", "\w+",(?: \d+,){5} NULL, [1-9]\d*, \d+,\s*NULL\}/g);
	expect(new Set(Object.keys(races))).toEqual(new Set([...posted].map(([, name]) => name)));
	expect(plain(races['rwsem-handoff']?.finding ?? [])).toBe('R8');
	expect(races.osq?.finding).toEqual([{ kind: 'link', to: '#/docs/findings/osq', of: ['osq'] }]);
});
