/**
 * How much of all that two or three threads can do together the recorded runs did: `lockstep conform --transitions`
 * marks the transitions of one run, and here the marks of runs with the same threads are put together.
 */

/*
 * Of the transitions of two threads that were recorded for this. Not demanded: on a machine that is busy with other
 * things two emulated CPUs seldom run at the same time, and what comes up falls to a few in a hundred.
 */
const GOAL = 0.8;

/** Reads a bit a transition, the first in the highest bit of the first digit. */
function mark(taken, marks) {
	for (const [i, digit] of [...marks].entries()) {
		const four = Number.parseInt(digit, 16);
		for (let bit = 0; bit < 4; bit++) if (four & (8 >> bit)) taken.add(4 * i + bit);
	}
}

const faultOf = ({ options }) => /\bfault=\S+/.exec(options)?.[0];
const nameOf = (recording) =>
	[recording.variant, recording.threads, faultOf(recording)].filter(Boolean).join(' ');

/** By variant, threads and fault, in the order in which they came. wanted: two threads that were made to meet in odd moments. */
export function together(recordings) {
	const groups = new Map();
	for (const { recording, judgement } of recordings) {
		const { transitions } = judgement;
		if (!transitions) continue;
		const name = nameOf(recording);
		const fresh = { name, variant: recording.variant, all: transitions.all, taken: new Set() };
		const group = groups.get(name) ?? fresh;
		mark(group.taken, transitions.marks);
		group.wanted ||= recording.threads.length === 2 && /stalls/.test(recording.options);
		groups.set(name, group);
	}
	return [...groups.values()].map((group) => ({ ...group, taken: group.taken.size }));
}

const isShort = ({ wanted, taken, all }) => wanted && taken < GOAL * all;
const told = ({ name, taken, all }) =>
	`${name}: ${taken.toLocaleString('en')} of ${all.toLocaleString('en')} transitions, ${Math.floor((1000 * taken) / all) / 10} %`;

/** The figures, a line each. */
export const transitionTable = (groups) =>
	groups.map((group) => `${told(group)}${isShort(group) ? `, short of ${GOAL * 100} %` : ''}`);
