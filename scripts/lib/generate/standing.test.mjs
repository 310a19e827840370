import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../files.mjs';
import { standingOf } from './standing.mjs';

const PROCS = ['lock_it', 'unlock_it', 'spin_on', 'wake_it', 'own_it', 'worker'];
const PAGE = `# x

## Posted as

| procedure | posted as | file | of |
|---|---|---|---|
| \`lock_it\`, \`unlock_it\` | \`f\`, \`g\` | \`x.c\` | [search: inferred locks](https://lore.kernel.org/) |
| \`own_it\` | none: inferred from the mails | | |
| \`wake_it\` | \`w\` | \`x.c\` | the masks are the patch's, the rest is inferred |
| \`worker\` | ours: the workload | | |

## Where each step comes from

| text | kernel | from |
|---|---|---|
| \`lock_it\`: \`CAS\` | | posted, hunk 1 |
| its loop: \`LOAD\` | | inferred |
| \`unlock_it\` | | posted |
| A1, A2 | | inferred |
| \`spin_on\`: \`LOAD\` | | inferred |
| \`STORE\` | | inferred |

## Faults
`;

test('a procedure is inferred where its page says so of all of it', () => {
	expect(standingOf(PAGE, PROCS)).toEqual({
		lock_it: 'part',
		spin_on: 'inferred',
		own_it: 'inferred',
		wake_it: 'part',
	});
	expect(standingOf('# nothing is said\n', PROCS)).toEqual({});
});

test('of the rwsem, what the hunks of patch 07 show is not called inferred', () => {
	const page = readFileSync(at('core-c/locks/rwsem/README.md'), 'utf8');
	const procs = [...page.matchAll(/`(rwsem17_\w+)`/g)].map(([, name]) => name);
	const said = standingOf(page, procs);
	for (const posted of ['up_read', 'up_write', 'try_write_lock', 'try_write_lock_unqueued'])
		expect(said).not.toHaveProperty(`rwsem17_${posted}`);
	expect(said).toMatchObject({ rwsem17_down_write: 'inferred', rwsem17_mark_wake: 'part' });
});
