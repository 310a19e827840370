/** The figures of bench-kernel.mjs as plain text. */
import { BESIDE, seriesFigures, VARIANTS } from './bench-kernel-figures.mjs';

const NAMES = {
	tp: 'TP futex',
	'wait-wake': 'wait-wake',
	pi: 'FUTEX_LOCK_PI',
	glibc: 'glibc mutex',
};
export const UNKNOWN = '·';

export const whole = (value) => Math.round(value).toLocaleString('en');
export const ratio = (value) => value.toFixed(2);
export const perThousand = (value) => (value === undefined ? UNKNOWN : (value * 1000).toFixed(1));
export const between = ({ least, most }, show) =>
	show(least) === show(most) ? show(least) : `${show(least)} to ${show(most)}`;

/** Lines of a table: the first column to the left, the others to the right. */
export function table(head, rows) {
	const all = [head, ...rows];
	const widths = head.map((_, i) => Math.max(...all.map((row) => row[i].length)));
	const line = (row) =>
		row
			.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
			.join('  ')
			.trimEnd();
	return [line(head), widths.map((width) => '─'.repeat(width)).join('──'), ...rows.map(line)];
}

const lockRows = (figures, cells) =>
	figures.flatMap(({ threads, locks }) =>
		locks.map((lock) => [`${threads} × ${NAMES[lock.lock]}`, ...cells(lock)]),
	);

export function rateTable(figures) {
	const head = [
		'threads × mutex',
		'ops/s',
		'lowest to highest',
		`to ${BESIDE}`,
		'lowest to highest',
	];
	const cells = ({ rate, beside, thread }) => [
		...[whole(rate.median), between(rate, whole)],
		...[ratio(beside.median), between(beside, ratio)],
		...[whole(thread.least), whole(thread.mean), whole(thread.most)],
	];
	return table([...head, 'a thread: least', 'mean', 'most'], lockRows(figures, cells));
}

/** How fast the machine was at all, and whether the threads really met. */
export const withoutLock = (figures) =>
	figures.map(({ threads, withoutLock: { rate, lost } }) => {
		const rates = `${whole(rate.median)} ops/s (${between(rate, whole)})`;
		return `without a lock, ${threads} threads: ${rates}; ${perThousand(lost)} of 1000 counts lost`;
	});

/** Of 1000 critical sections, but for handoffs. */
export function wayTable(figures) {
	const head = ['threads × mutex', 'lock slowpaths', 'unlock slowpaths', 'steals', 'EAGAIN'];
	const shares = ({ lockSlow, unlockSlow, steals, eagains, sleeps, slept, displaced }) =>
		[lockSlow, unlockSlow, steals, eagains, sleeps, slept, displaced].map(perThousand);
	const cells = (lock) => [
		...shares(lock),
		lock.handoffs === undefined ? UNKNOWN : whole(lock.handoffs),
	];
	return table(
		[...head, 'sleeps told', 'switches asleep', 'displaced', 'handoffs in all'],
		lockRows(figures, cells),
	);
}

const rwsemRow = (title, { variants }, name, rate, toWithout) => {
	const { starved, underTenth, least, most, unevenness } = variants[name];
	const shown = (value, show) => {
		if (value === undefined) return UNKNOWN;
		return show(typeof value === 'number' ? value : value.median);
	};
	return [
		`${title}, ${name === 'rwsem' ? 'without' : 'with'} handoff`,
		...[rate, name === 'rwsem' ? '' : toWithout],
		...[starved, underTenth, least, most].map((value) => shown(value, whole)),
		shown(unevenness, (value) => (value < 100 ? value.toFixed(1) : whole(value))),
	];
};

export function rwsemTable(loads) {
	const rows = loads.flatMap(({ title, figures }) =>
		VARIANTS.map((name) => {
			const { median } = figures.variants[name].rate;
			const ratios = `${ratio(figures.ratio.median)} (${between(figures.ratio, ratio)})`;
			return rwsemRow(title, figures, name, whole(median), ratios);
		}),
	);
	const series = seriesFigures();
	const seriesRows = VARIANTS.map((name) =>
		rwsemRow('their 60 on 80 CPUs', series, name, UNKNOWN, ratio(series.ratio)),
	);
	const head = [
		'60 writers',
		'ops/s',
		'with to without',
		'starved',
		'under a tenth',
		'fewest',
		'most',
		'most/fewest',
	];
	return table(head, [...rows, ...seriesRows]);
}

/** What the figures can bear, in plain words. */
export function reservations({ cpus, accelerator }) {
	const emulated =
		'with emulated instructions: an atomic, a system call and a sleep cost other shares of the time than on hardware';
	const virtual = 'on a hypervisor: each may stand still at any time';
	return [
		`The machine had ${cpus} CPUs, ${accelerator === 'kvm' ? virtual : emulated}. No more than these fight for a cache line, which decides nearly everything on a large machine.`,
		'It shows that each lock excludes and nobody sleeps for good; how often each enters the kernel, sleeps, steals and is handed the lock; and ratios of neighbours in time, as the kinds took turns.',
		`It cannot show the rates or ratios of a large machine, nor what more than ${cpus} threads do that run at the same time. Where the host has other work, these CPUs do not all run at the same time: threads meet less often, a holder may stand still, and rates jump. The loop without a lock tells how steady the machine was, and how often threads met.`,
		`In the run of patch 07, 28 of 60 writers on 80 CPUs had one operation in 5 s. That takes spinners that are always there to steal the lock, and ${cpus} CPUs have room for ${cpus - 1}; so here it is chance whether a writer has only one. Starvation shows as writers under a tenth of an even share and as unevenness (most/fewest), above all where the holder sleeps: whoever unlocks is there to take the lock again before the one that it woke.`,
		'Its rates (15,519 and 12,590 kop/s) do not fit its counts of each thread by a factor of about 60; only their ratio stands beside ours.',
	];
}
