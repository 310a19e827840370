const hasHandOff = (lines) =>
	lines.some((line) => / kernel handoff /.test(line)) &&
	lines.some((line) => / kernel sleep\b/.test(line));

const KEPT = 1; /* passes in which nothing had changed, behind the first */

/** What an event of the kernel says, without its time. */
const said = (line) => line.replace(/^(\d+) \d+ \d+ /, '$1 ');

/** Of a thread's events, those of a loop that found what the pass before had found, but for a few: look, stays, watch. */
function isIdle(own) {
	const [a, b, c, d, e, f] = own.slice(-6).map(said);
	return / kernel look /.test(f ?? '') && a === d && b === e && c === f;
}

/** A top waiter that spins says three things a pass, for thousands of passes. */
function withoutIdlePasses(lines) {
	const from = lines.indexOf('events') + 1;
	const [kept, own, idle] = [[], new Map(), new Map()];
	for (const line of lines.slice(from)) {
		const thread = line.split(' ')[0];
		const mine = own.get(thread) ?? [];
		own.set(thread, mine);
		mine.push(line);
		kept.push(line);
		if (!isIdle(mine)) {
			if (/ kernel look /.test(line)) idle.set(thread, 0);
			continue;
		}
		const passes = (idle.get(thread) ?? 0) + 1;
		idle.set(thread, passes);
		if (passes <= KEPT) continue;
		for (const gone of mine.splice(-3)) kept.splice(kept.lastIndexOf(gone), 1);
	}
	const cut = 'about cut-out passes of a spin loop in which nothing had changed';
	return [...lines.slice(0, from - 1), cut, 'events', ...kept];
}

/** Recordings of this lock that the page ships; what each key is for: scripts/lib/recordings.mjs. */
export default [
	{
		id: 'tp-handoff',
		turn: 3,
		title: 'A kernel with our patch hands a futex over',
		text: 'User threads on FUTEX_LOCK of a 6.12 kernel with our patch, for no released kernel has that call. The top waiter has waited past its threshold and asks for handoff: the next unlock writes its TID into the word.',
		held: { recorded: 234, steps: 340, mends: 5 },
		look: [
			/has waited past its handoff threshold/,
			/asks for handoff/,
			/grants the request/,
			/hands the lock to the top waiter/,
		],
		calls: 'tp-futex --threads 3 --rounds 12 --hold 12 --naps 8 --jitter 0',
		shows: hasHandOff,
		edit: withoutIdlePasses,
	},
];
