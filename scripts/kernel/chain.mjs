/**
 * The life of one futex word, put together from what each thread says it did and what the
 * kernel's trace events say: harness/record.c tells the form. Every value that somebody saw
 * must be one that somebody stored, in an order that fits the order within each thread and
 * the times.
 */

const number = (text) => Number(text);

/** @returns {Map<number, any[]>} */
function byThread(things) {
	const map = new Map();
	for (const thing of things) {
		if (!map.has(thing.tid)) map.set(thing.tid, []);
		map.get(thing.tid).push(thing);
	}
	return map;
}

/**
 * @typedef {{ tid: number, before: number, after: number, what: string, old: number, new: number, seen: number }} Access
 * @typedef {{ tid: number, time: number, name: string, value: number }} Event
 */

/** Words after the first, by the first word of a line. */
const WORDS = { user: 6, call: 5, word: 6, event: 4, lost: 1, end: 3 };

function isWhole(line) {
	const [kind, ...part] = line.split(' ');
	const [names, numbers] = [part.filter((text) => !/^-?\d+$/.test(text)), part.length];
	return WORDS[kind] === numbers && names.every((name) => /^[a-z_]+$/.test(name));
}

/** Takes the lines apart; times are made relative so that they stay exact as numbers. */
export function readRecord(lines) {
	/** @type {Access[]} */
	const accesses = [];
	const calls = [];
	const words = [];
	/** @type {Event[]} */
	const events = [];
	const damaged = lines.findIndex((line) => !isWhole(line));
	const record = { accesses, calls, events, damaged, lost: 0, end: undefined };
	const first = BigInt(lines.find((line) => /^(?:user|call) /.test(line))?.split(' ')[2] ?? 0);
	const time = (text) => Number(BigInt(text) - first);
	for (const line of lines) {
		const [kind, ...part] = line.split(' ');
		const tid = number(part[0]);
		if (kind === 'user') {
			const [old, next, seen] = part.slice(3).map(number);
			const [before, after] = [time(part[1]), time(part[2])];
			accesses.push({ tid, before, after, what: 'user', old, new: next, seen });
		} else if (kind === 'call') {
			const [before, after] = [time(part[1]), time(part[2])];
			calls.push({ tid, before, after, op: part[3], result: number(part[4]) });
		} else if (kind === 'word') {
			const [old, next, seen] = part.slice(3).map(number);
			words.push({ tid, time: time(part[1]), what: part[2], old, new: next, seen });
		} else if (kind === 'event') {
			events.push({ tid, time: time(part[1]), name: part[2], value: number(part[3]) });
		} else if (kind === 'lost') record.lost = tid;
		else if (kind === 'end')
			record.end = { word: tid, counter: number(part[1]), wanted: number(part[2]) };
	}
	accesses.push(...placed(words, calls));
	accesses.sort((a, b) => a.before - b.before);
	return record;
}

/** Gives each access of the kernel the time since its thread's call began, or its last access. */
function placed(words, calls) {
	const callsOf = byThread(calls);
	const lastOf = new Map();
	return words.map(({ time, ...access }) => {
		const call = callsOf
			.get(access.tid)
			?.find(({ before, after }) => before <= time && time <= after);
		const before = Math.max(
			call?.before ?? Number.NaN,
			lastOf.get(access.tid) ?? Number.NEGATIVE_INFINITY,
		);
		lastOf.set(access.tid, time);
		return { ...access, before, after: time };
	});
}

const hex = (value) => `0x${value.toString(16)}`;
const told = ({ tid, what, old, new: next }) => `${what} by ${tid}, ${hex(old)} → ${hex(next)}`;

/**
 * Finds the one order of all changes. Of two that fit, the one that ended first came first: the
 * other's thread cannot have unlocked before its own change was over.
 */
function order(accesses) {
	const queues = [...byThread(accesses.filter(stored)).values()];
	const next = queues.map(() => 0);
	const chain = [];
	let value = 0;
	let reached = Number.NEGATIVE_INFINITY;
	for (;;) {
		const heads = queues.map((queue, i) => queue[next[i]]);
		const fitting = heads.filter((head) => head && head.old === value);
		const chosen = fitting.reduce((a, b) => (a && a.after <= b.after ? a : b), undefined);
		if (!chosen) {
			const waiting = heads.filter(Boolean);
			if (waiting.length === 0) return { chain };
			const seen = waiting.map(told).join('; ');
			return {
				chain,
				fault: `after ${chain.length} changes the word is ${hex(value)}, but next are: ${seen}`,
			};
		}
		if (chosen.after < reached) {
			return {
				chain,
				fault: `change ${chain.length + 1}, ${told(chosen)}, was over before the one before it began`,
			};
		}
		reached = Math.max(reached, chosen.before);
		chain.push(chosen);
		value = chosen.new;
		next[heads.indexOf(chosen)]++;
	}
}

const stored = ({ old, new: next, seen }) => seen === old && next !== old;

/** Looks that stored nothing: the value must have been there at some time of the look. */
function unseen(accesses, chain) {
	const began = running(chain, ({ before }) => before, Math.max);
	const ended = running(chain.toReversed(), ({ after }) => after, Math.min).reverse();
	for (const look of accesses.filter((access) => !stored(access))) {
		// The word held the result of change i-1 from its beginning to the end of change i.
		let i = lowest(ended.length, (k) => ended[k] >= look.before);
		let found = false;
		for (; !found && i <= chain.length && (i === 0 || began[i - 1] <= look.after); i++) {
			found = (i === 0 ? 0 : chain[i - 1].new) === look.seen;
		}
		if (!found)
			return `${look.what} by ${look.tid} saw ${hex(look.seen)}, which the word was not at that time`;
	}
	return undefined;
}

/** Of each value and all before it, the largest or the smallest. */
function running(things, measure, pick) {
	const values = [];
	for (const thing of things) values.push(pick(measure(thing), values.at(-1) ?? measure(thing)));
	return values;
}

/** The lowest index for which `holds`, which holds for all above it; `length` when there is none. */
function lowest(length, holds) {
	let [low, high] = [0, length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** There is one top waiter at a time, and only it sleeps, wakes up and asks. */
function topWaiters(events) {
	let top;
	for (const { tid, name } of events) {
		if (name === 'top') {
			if (top) return `${tid} becomes the top waiter while ${top} is`;
			top = tid;
		} else if (['off', 'sleep', 'awake', 'ask'].includes(name) && tid !== top) {
			return `${tid} is not the top waiter, and yet: ${name}`;
		} else if (name === 'off') top = undefined;
	}
	return top && `${top} is still the top waiter in the end`;
}

/** What does not fit, in one sentence, or undefined; and how much there was of what. */
export function examine(record) {
	const { accesses, events, damaged, lost, end } = record;
	const count = (name) => events.filter((event) => event.name === name).length;
	const figures = {
		accesses: accesses.length,
		changes: accesses.filter(stored).length,
		events: events.length,
		...Object.fromEntries(['sleep', 'wake', 'ask', 'handoff'].map((name) => [name, count(name)])),
	};
	const fault = () => {
		if (damaged >= 0) return `line ${damaged + 1} of the record is damaged`;
		if (!end) return 'the record has no end';
		if (lost > 0) return `${lost} events were lost`;
		const stray = accesses.find(({ before }) => Number.isNaN(before));
		if (stray) return `${told(stray)} was made outside any call`;
		const { chain, fault: broken } = order(accesses);
		if (broken) return broken;
		const last = chain.at(-1)?.new ?? 0;
		if (last !== end.word) return `the word ends as ${hex(end.word)}, not ${hex(last)}`;
		if (end.counter !== end.wanted) return `the counter is ${end.counter}, not ${end.wanted}`;
		return unseen(accesses, chain) ?? topWaiters(events);
	};
	return { figures, fault: fault() };
}

const changed = (record, accesses) => ({ ...record, accesses });

/** The same record with one thing wrong; each must be refused. */
export function tampered(record) {
	const { accesses } = record;
	const kernel = accesses.flatMap((access, i) =>
		stored(access) && access.what !== 'user' ? [i] : [],
	);
	const at = kernel[kernel.length >> 1];
	const tid = accesses[at].tid;
	const differs = ({ old, new: next }) => old !== accesses[at].old || next !== accesses[at].new;
	const isOther = (access) => access.tid === tid && stored(access) && differs(access);
	const later = accesses.findIndex((access, i) => i > at && isOther(access));
	const other =
		later >= 0 ? later : accesses.findLastIndex((access, i) => i < at && isOther(access));
	const swapped = accesses.map((access, i) => {
		const twin = i === at ? accesses[other] : i === other ? accesses[at] : undefined;
		return twin ? { ...twin, before: access.before, after: access.after } : access;
	});
	return {
		'one dropped': changed(
			record,
			accesses.filter((_, i) => i !== at),
		),
		'one changed': changed(
			record,
			accesses.map((access, i) =>
				i === at ? { ...access, new: (access.new ^ 0x40) >>> 0 } : access,
			),
		),
		'two swapped': changed(record, swapped),
	};
}
