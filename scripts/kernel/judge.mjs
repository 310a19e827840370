/** What a virtual machine said on its serial lines, taken apart and judged. */
import { readFileSync } from 'node:fs';
import { tooLittle } from './outcome.mjs';

/** Lines of a kernel log that no run may show. */
const ALARMS = [
	/\bWARNING: /,
	/\bBUG: /,
	/\bBUG at /,
	/\bOops\b/,
	/\bKernel panic\b/,
	/\bgeneral protection fault\b/,
	/blocked for more than \d+ seconds/,
	/\bsoft lockup\b|\bhard LOCKUP\b/i,
	/\brcu.*stall/i,
	/scheduling while atomic|sleeping function called/,
	/list_(?:add|del) corruption/,
	/refcount_t: /,
	/INFO: trying to register non-static key/,
	/INFO: lockdep is turned off/,
];

/** Of `lockstep record`, whose buffer of trace events ran over (core-c/backend/record/log_calls.c). */
const LOST = /\bthe run failed: the kernel has lost \d+ of \d+ trace events\b/;

/** The last lines of a kernel log. */
export const consoleEnd = (path, count = 12) => [
	`the last lines of ${path}:`,
	...readFileSync(path, 'utf8')
		.trimEnd()
		.split(/\r?\n/)
		.slice(-count)
		.map((line) => `  ${line}`),
];

export const isAlarm = (line) => ALARMS.some((alarm) => alarm.test(line));

/**
 * @param {string} said what the first process said
 * @param {string} log the kernel's console, from its first line to its last
 * @returns {{ runs: { code: string, seconds: number, lines: string[] }[], alarms: string[], complete: boolean, logged: boolean }}
 */
export function readSerial(said, log) {
	const runs = [];
	let complete = false;
	for (const line of said.split(/\r?\n/)) {
		const [, word, rest] = /^@(begin|out|exit|end)\b ?(.*)$/.exec(line) ?? [];
		if (word === 'begin') runs.push({ code: 'none', seconds: 0, lines: [] });
		else if (word === 'out') runs.at(-1)?.lines.push(rest);
		else if (word === 'exit') {
			const [, code, seconds] = rest.split(' ');
			Object.assign(runs.at(-1) ?? {}, { code, seconds: Number(seconds) });
		} else if (word === 'end') complete = true;
	}
	const alarms = [...new Set(log.split(/\r?\n/).filter(isAlarm))];
	return { runs, alarms, complete, logged: log.includes('Linux version') };
}

/** A check that stumbles over what it reads has found something too. */
function outcome(check, lines) {
	try {
		return check(lines);
	} catch (error) {
		return `cannot be read: ${error.message}`;
	}
}

/**
 * Why a boot failed, one sentence each; mayHang: a known fault, after which the steps with untilHung cannot go on; empty when everything in it passed. A command must end with
 * 0 and its own check, if it has one, must find nothing to complain about.
 */
export function complaints(plan, { runs, alarms, complete, logged }) {
	const hung = plan.findIndex(({ mayHang }, i) => mayHang?.(runs[i]));
	const said = plan.flatMap(({ title, check, mayRefuse, untilHung }, i) => {
		const run = runs[i];
		if (hung >= 0 && i >= hung && untilHung) return [];
		if (!run || run.code === 'none') return [`${title}: the machine stopped before its end`];
		if (run.code === 'limit') return [`${title}: did not end in time`];
		if (run.code === 'stuck') return [`${title}: did not end in time, not even killed`];
		if (run.code === 'skipped') return [];
		if (mayRefuse?.(run)) return [];
		const complaint = check && outcome(check, run.lines);
		if (run.code === '0') return complaint ? [`${title}: ${complaint}`] : [];
		const why = complaint ?? run.lines.slice(-6).join(' / ');
		/* the machine was too slow to write them down: nothing was recorded, and nothing seen */
		if (LOST.test(why)) return [`${title}: ${tooLittle(why)}`];
		return [`${title}: ended with ${run.code}: ${why}`];
	});
	if (!complete) said.push('the machine did not come to its end');
	if (!logged) said.push('there is no kernel log');
	const told = alarms.filter((line) => hung < 0 || !/blocked for more than/.test(line));
	return [...said, ...told.map((line) => `the kernel log says: ${line}`)];
}
