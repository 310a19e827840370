/** What the folder of each lock says of its runs in a kernel: core-c/locks/LOCK/kernel.mjs. */
import { existsSync } from 'node:fs';
import { at } from '../lib/files.mjs';
import { TEXTS, textNames } from '../lib/texts.mjs';

const times = (n, rows) => Array.from({ length: n }, () => rows).flat();

/** Two threads that meet in odd moments: so much of all that they can do must come up (transitions.mjs). */
const meeting = (...threads) =>
	threads.flatMap((pair) => [
		[pair, 6000, 'stalls=200'],
		[pair, 3000, 'stalls=60 jitter=8 nap_every=64'],
	]);

/**
 * Any of:
 * recorded: by variant, [threads, rounds, parameters of the module];
 * calls: by variant, [threads, rounds, options of `lockstep record`], on a kernel that has its system calls;
 * run: [variant, threads, parameters of the module, what must come of it], without a recording;
 * fails: how it breaks its promise as published; hangs: variants that can hang as published;
 * excused: lines of its text that no recording need take, and why;
 * stock: of the kernel's own lock, the one that is our text (stock.mjs): its name and our variant; work and all other
 * rows, [role of each task, what it does, events that each keeps, options of /stock]; enough: events that must conform; allLines:
 * whether all lines must be taken; wrong: switches such that of the model with one an access must differ, notTried: the others;
 * againstWrong: the row for those; tampered: a row; planted: by fault in the kernel, the row that shows it;
 * preemptionIsOff: the first access behind preempt_disable() (looksIntoTheGap), and in how many recordings at most it may matter.
 */
const LOCKS = await Promise.all(
	textNames()
		.map((name) => at(TEXTS, name, 'kernel.mjs'))
		.filter((path) => existsSync(path))
		.map(async (path) => (await import(path)).default({ times, meeting })),
);

/** What all of them say under these names, in turn. */
export const ofEach = (...keys) =>
	keys.flatMap((key) => LOCKS.flatMap((lock) => (lock[key] ? [lock[key]] : [])));
