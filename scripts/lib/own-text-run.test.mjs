import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { at } from './files.mjs';

const run = (project, argument) =>
	spawnSync('node', [at(`tests/${project}-text/run.mjs`), argument], { encoding: 'utf8' });

test.each([
	['kernel', 'mutex-6.12', /mcs, osq, mutex, rwsem, qspinlock/],
	['glibc', 'rwsem', /pthread-normal-2\.36, .*rwlock/],
])(
	'%s: a name that no text has is refused, and those that there are are named',
	(project, name, names) => {
		const { status, stdout } = run(project, name);
		expect(status).toBe(2);
		expect(stdout).toContain(`"${name}"`);
		expect(stdout).toMatch(names);
	},
);
