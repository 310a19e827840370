/**
 * The table of docs/checking.md that says who may be passed without bound: its rows, as `lockstep check --starvation`
 * finds them.
 */
import { execFileSync } from 'node:child_process';
import { NATIVE } from '../build-native.mjs';
import { at } from './files.mjs';

const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
const named = (tids) => (tids.length > 0 ? tids.map((tid) => `T${tid}`).join(' ') : 'nobody');

/** The checks of the table, in its order, each with its line. */
export function starvationRows(document) {
	const [, table = ''] = document.split('| check | passed without bound |');
	return [...table.split('\n\n')[0].matchAll(/^\| `([^`]+)` \|.*$/gm)].map(([line, check]) => ({
		check,
		line,
	}));
}

/** A fault is an answer here, and its exit code is not 0. */
function searched(check) {
	const args = ['check', ...check.split(' '), '--starvation', '--json'];
	try {
		return JSON.parse(execFileSync(at(NATIVE, 'lockstep'), args, { encoding: 'utf8' }));
	} catch (error) {
		if (!error.stdout) throw error;
		return JSON.parse(error.stdout);
	}
}

/** The address goes without the fingerprint of the text, which another line of the same text changes. */
export function starvationRow(check) {
	const { who, asleep, thread, lead, round, passes, states, url } = searched(check);
	const way = thread
		? `T${thread}: ${lead} + ${round}, passed ${passes} | \`${url.replace(/&fp=\w+/, '')}\``
		: ' | ';
	return `| \`${check}\` | ${named(who)} | ${named(asleep)} | ${way} | ${grouped(states)} |`;
}
