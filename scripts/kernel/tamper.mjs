/** A trace with one thing wrong, which must be refused near the place. */

const EVENT = /^(\d+) (\d+ \d+) (.*)$/;
/** Operations that change or find a word: a wrong one cannot be put down to the environment. */
const OF_A_WORD =
	/^\S+ (?:load|store|xchg|add|cas|await|steal|take|waiters|unlock|look|request|ref|put|waiter|link|unlink) /;
const CHANGED = [' old=', ' new=', ' target=', ' value='];
const FAILED = /^kernel .* ok=0/;
const NEAR = 3; /* events of the same thread: another, which needs what was to be there, may look often meanwhile, */
export const NEAR_LINES = 8; /* or lines: the next who needs what was to be there may be another thread */

/** Same numbers each time, so that a failure comes again. */
function random(seed) {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

function read(lines) {
	const start = lines.indexOf('events') + 1;
	return lines.flatMap((line, i) => {
		const [, tid, times, what] = (i >= start && EVENT.exec(line)) || [];
		return tid ? [{ at: i, tid, times, what }] : [];
	});
}

const write = ({ tid, times, what }) => `${tid} ${times} ${what}`;

/** The next event of the same thread. */
const after = (events, event) => events.find(({ at, tid }) => at > event.at && tid === event.tid);

/** "mspin_lock#4 load": without the values. */
const access = ({ what }) => what.split(' ', 2).join(' ');

/** A value that nothing in the trace can have left there. */
function changed({ what }) {
	const key = CHANGED.find((name) => what.includes(name));
	const [before, rest] = [what.slice(0, what.indexOf(key)), what.slice(what.indexOf(key))];
	return `${before}${rest.replace(/=\S+/, (value) => `=${(Number(value.slice(1)) ^ 0x2a5a00) >>> 0}`)}`;
}

/**
 * What may be done to an event: the lines that come out of it, or undefined where it does not apply. Nobody can
 * miss the last event of a thread, one of several looks of a loop that does nothing else, or, where the
 * looks are inferred, a change that failed: the look before it may have seen that it would.
 */
const WAYS = {
	changed: (lines, event) => lines.with(event.at, write({ ...event, what: changed(event) })),
	dropped(lines, event, events) {
		const other = after(events, event);
		if (!other || access(other) === access(event) || FAILED.test(event.what)) return undefined;
		return lines.toSpliced(event.at, 1);
	},
	swapped(lines, event, events) {
		const other = after(events, event);
		if (!other || other.what === event.what || !OF_A_WORD.test(other.what)) return undefined;
		const first = write({ ...event, what: other.what });
		return lines.with(event.at, first).with(other.at, write({ ...other, what: event.what }));
	},
};

/**
 * Each way, done to so many events of the middle of the trace: what was done, and to which line of
 * which thread.
 */
export function tampered(lines, each) {
	const events = read(lines);
	const middle = events.slice(events.length >> 2, (events.length * 3) >> 2);
	const fit = middle.filter(({ what }) => OF_A_WORD.test(what));
	const pick = random(events.length);
	return Object.entries(WAYS).flatMap(([way, apply]) => {
		const made = [];
		for (let tries = 0; made.length < each && tries < 50 * each; tries++) {
			const event = fit[pick(fit.length)];
			const wrong = event && apply(lines, event, events);
			const until = Number(event?.times.split(' ')[1]);
			if (wrong)
				made.push({ way, tid: Number(event.tid), line: event.at + 1, until, lines: wrong });
		}
		return made;
	});
}

/** Events of the thread between two lines of a file. */
function distance(lines, tid, one, other) {
	const [low, high] = one < other ? [one, other] : [other, one];
	return lines.slice(low, high).filter((line) => line.startsWith(`${tid} `)).length;
}

/** The last line of an event: it stands where it began, and may have happened at any line up to its end. */
function lastLine(lines, line, until) {
	const begins = (text) => Number(text.split(' ', 2)[1]);
	let last = line;
	while (last < lines.length && begins(lines[last]) <= until) last++;
	return last;
}

/** Lines from an event, which was over at `until`, to another. */
const linesBetween = (lines, line, until, other) =>
	Math.max(0, line - other, other - lastLine(lines, line, until));

/**
 * What is wrong with the judgement of a tampered trace, if anything; whole: that of the trace as it was.
 * An event that the text skips when it loses its CPU, say, may be missing: an act of the environment explains
 * that, rightly.
 */
export function missedTampering({ way, tid, line, until, lines }, { result }, whole) {
	const what = `line ${line} ${way}`;
	const { verdict, differs } = result;
	if (way === 'dropped' && verdict === 'agrees' && result.inferredActs > whole.result.inferredActs)
		return undefined;
	if (verdict !== 'differs' || !differs) return `${what}: ${verdict}`;
	if (linesBetween(lines, line, until, differs.line) <= NEAR_LINES) return undefined;
	const named = `${what}, of T${tid}: named is line ${differs.line}, of T${differs.tid}`;
	return distance(lines, tid, line, differs.line) > NEAR ? named : undefined;
}
