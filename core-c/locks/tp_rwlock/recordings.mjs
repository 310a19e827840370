/** A reader leads a group, who is first in line sleeps and is woken, and readers come in together: in that order, as the bookmarks. */
const GROUP = [
	/ tpr_spin_on_reader#2 cas .*ok=1/,
	/ tpr_spin_on_owner#\d+ schedule/,
	/ wake_up_q#\d+ wake .*ok=1/,
	/ tpr_(?:trylock#5|read_lock#2) cas .*ok=1/,
];

const hasGroup = (lines) => {
	let from = 0;
	return GROUP.every((wanted) => {
		const at = lines.findIndex((line, i) => i >= from && wanted.test(line));
		from = at + 1;
		return at >= 0;
	});
};

const isLook = (line) => / tpr_trylock#1 load /.test(line);

/**
 * A top waiter that spins on readers looks at the word hundreds of times, and only the last look tells it something; or
 * the last two, where it finds that its timer has run out, and then sets WAITERS.
 */
function withoutIdleLooks(lines) {
	const from = lines.indexOf('events') + 1;
	const next = new Map(); /* by thread: what it did behind this, and behind that */
	const kept = [];
	for (const line of lines.slice(from).toReversed()) {
		const thread = line.split(' ')[0];
		const [behind = '', then = ''] = next.get(thread) ?? [];
		const isIdle = isLook(line) && isLook(behind) && !/ tpr_set_waiters_bit#/.test(then);
		if (isIdle) continue;
		kept.push(line);
		next.set(thread, [line, behind]);
	}
	const cut = 'about cut-out looks of a spin loop behind which its thread looked again';
	return [...lines.slice(0, from - 1), cut, 'events', ...kept.toReversed()];
}

/** Recordings of this lock that the page ships; what each key is for: scripts/lib/recordings.mjs. */
export default [
	{
		id: 'tp-rwlock-group',
		turn: 8,
		title: 'Readers of a TP futex wait as a group',
		text: 'Both sides are the text of this page, on real threads, and not FUTEX_LOCK_SHARED of our patch. Two writers, three readers: a reader leads those that come behind it, and who is first in line sleeps.',
		held: { recorded: 664, steps: 676, mends: 0 },
		look: [
			/becomes the leader of the readers that wait/,
			/sleeps until an unlock or a dying writer wakes it: asleep/,
			/wakes a thread that it has picked/,
			/counts itself as one more reader/,
		],
		ours: 'tp-rwlock --threads WWRRR --rounds 12 --naps 3 --jitter 0',
		cpus: 4,
		shows: hasGroup,
		edit: withoutIdleLooks,
	},
];
