/** Step records of the module, a trace as docs/traces.md has it: its form, its order, its counts. */

const VALUES = {
	load: ['word', 'old'],
	await: ['word', 'old'],
	store: ['word', 'new'],
	xchg: ['word', 'old', 'new'],
	add: ['word', 'old', 'new'],
	or: ['word', 'old', 'new'],
	cas: ['word', 'arg', 'old', 'new', 'ok'],
	spin_lock: ['word'],
	spin_unlock: ['word'],
	spin_trylock: ['word', 'ok'],
	list_add: ['word', 'target'],
	list_del: ['word', 'target'],
	list_first: ['word', 'target', 'old?'],
	on_cpu: ['target', 'old'],
	set_state: ['new'],
	schedule: [],
	wake: ['target', 'ok'],
	critical: [],
};
const HEAD = ['lock', 'threads', 'switch', 'seen', 'ticks', 'about', 'cut'];
const PLACE = /^\w+\+\d+$/;
const VALUE = /^(\w+)=(\d+|0x[0-9a-f]+)$/;

function readEvent(line, at) {
	const [tid, before, after, place, op, ...rest] = line.split(' ');
	const wrong = (what) => new Error(`line ${at + 1}, "${line}": ${what}`);
	const wanted = VALUES[op];
	if (![tid, before, after].every((text) => /^\d+$/.test(text))) throw wrong('no thread and times');
	if (!PLACE.test(place)) throw wrong('no place');
	if (!wanted) throw wrong('no such operation');
	const values = rest.map((text) => VALUE.exec(text) ?? []);
	const names = values.map(([, name]) => name);
	const needed = wanted.filter((name) => !name.endsWith('?'));
	const known = wanted.map((name) => name.replace('?', ''));
	const missing = needed.filter((name) => !names.includes(name));
	if (missing.length > 0) throw wrong(`it has no ${missing.join(', no ')}`);
	if (!names.every((name) => known.includes(name))) throw wrong('a value that it cannot have');
	const numbers = Object.fromEntries(values.map(([, name, text]) => [name, Number(text)]));
	return { tid: Number(tid), before: Number(before), after: Number(after), place, op, ...numbers };
}

/** Takes a trace apart. Throws at the first line that is not as it should be. */
export function readSteps(lines) {
	if (lines[0] !== 'lockstep-trace 1') throw new Error(`line 1: "${lines[0]}" is no trace`);
	const start = lines.indexOf('events') + 1;
	if (!start) throw new Error('it has no events');
	const head = lines.slice(1, start - 1).map((line) => /^(\w+) (.+)$/.exec(line) ?? [line]);
	const named = (name) => head.find(([, key]) => key === name)?.[2];
	const strange = head.find(([, key]) => !HEAD.includes(key));
	if (strange) throw new Error(`its head has "${strange[0]}"`);
	return {
		lock: named('lock'),
		roles: [...(named('threads') ?? '')],
		seen: named('seen'),
		ticks: Number(named('ticks')),
		cut: named('cut') === undefined ? undefined : Number(named('cut')),
		events: lines.slice(start).map((line, i) => readEvent(line, start + i)),
	};
}

/** Where the order of the lines is broken, if anywhere. */
function disorder({ events, roles }) {
	const last = roles.map(() => 0);
	let began = 0;
	for (const { tid, before, after, place, op } of events) {
		const it = `${op} of ${tid} at ${place}, ${before} to ${after},`;
		if (!(tid >= 1 && tid <= roles.length)) return `${it} is of no thread`;
		if (before < began) return `${it} stands behind one that began at ${began}`;
		if (before < last[tid - 1]) return `${it} began before the one before it was over`;
		if (after < before) return `${it} was over before it began`;
		began = before;
		last[tid - 1] = after;
	}
	return undefined;
}

const changesTail = ({ word, op, ok }) => word === TAIL && op !== 'load' && ok !== 0;
const TAIL = 0;

/**
 * The tail of mcs is only ever changed by an atomic that tells what it found: each change must find
 * what the one before it left. Of two that could be next, the one that was over first is: a thread
 * cannot have emptied the queue again before its own change was over.
 */
function brokenTail({ events, roles }) {
	const changes = events.filter(changesTail);
	const queues = roles.map((_, i) => changes.filter(({ tid }) => tid === i + 1));
	let value = 0;
	let reached = 0;
	for (let made = 1; made <= changes.length; made++) {
		const fitting = queues.filter((queue) => queue[0]?.old === value);
		const next = fitting.sort((a, b) => a[0].after - b[0].after)[0]?.shift();
		if (!next) return `change ${made} of the tail: it is ${value}, and nobody finds it so`;
		if (next.after < reached) return `change ${made} of the tail ended before the last one began`;
		reached = Math.max(reached, next.before);
		value = next.new;
	}
	return undefined;
}

/** Critical sections of a thread: one a round, but two where a writer goes on as a reader. */
const criticals = (role, rounds) => (role === 'D' ? 2 : 1) * rounds;
const mayGiveUp = (role) => 'IKQ'.includes(role);

/**
 * What is wrong with a trace of so many rounds a thread, in one sentence, or undefined. `kills`:
 * whether threads may have been killed, and so have done less.
 */
export function examineSteps(trace, { rounds, kills = false }) {
	if (trace.seen !== 'all' || !(trace.ticks > 0)) return 'its head is not complete';
	const order = disorder(trace);
	if (order) return order;
	if (trace.cut === undefined) {
		for (const [i, role] of trace.roles.entries()) {
			const wanted = criticals(role, rounds);
			const found = trace.events.filter((e) => e.tid === i + 1 && e.op === 'critical').length;
			if (found > wanted || (found < wanted && !kills && !mayGiveUp(role)))
				return `thread ${i + 1} has ${found} critical sections, not ${wanted}`;
		}
	}
	if (trace.lock !== 'mcs') return undefined;
	// Of what ended after a cut, changes that others saw may be missing.
	const { cut = Number.POSITIVE_INFINITY } = trace;
	return brokenTail({ ...trace, events: trace.events.filter(({ after }) => after <= cut) });
}
