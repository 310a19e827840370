/** Who waits for the lock, and how often others have got it meanwhile that came later. */
import { actionTid, FLAGS, isEnvAction, opDoes, opNumber, type Session } from '../../../wasm/src';

/** Since when each has waited, and how often it has been passed since. */
class Line {
	private readonly since = new Map<number, number>();
	private readonly passed = new Map<number, number>();

	joins(tid: number, at: number): void {
		if (!this.since.has(tid)) this.since.set(tid, at);
	}

	leaves(tid: number): void {
		this.since.delete(tid);
		this.passed.delete(tid);
	}

	/** It has the lock: who came before it, and waits still, was passed. */
	acquires(tid: number): void {
		const mine = this.since.get(tid) ?? Number.POSITIVE_INFINITY;
		for (const [other, since] of this.since)
			if (since < mine) this.passed.set(other, (this.passed.get(other) ?? 0) + 1);
		this.leaves(tid);
	}

	tids(): number[] {
		return [...this.since.keys()];
	}

	/** Who has been passed most often, of those who still wait; of several, the one that waits longest. */
	most(): { tid: number; times: number } | null {
		let most: { tid: number; times: number } | null = null;
		for (const tid of this.since.keys()) {
			const times = this.passed.get(tid) ?? 0;
			if (times > (most?.times ?? 0)) most = { tid, times };
		}
		return most;
	}
}

/**
 * A thread waits from its first try of a call that does not get it the lock: from there on others can see that it came.
 * In a queue that try is the swap, and who has swapped is in line, whenever it looks at its node. One that only reads is
 * seen by nobody, and waits from its first look in vain.
 */
export class Waiting {
	/** all who wait, spinning or asleep */
	readonly all = new Line();
	/** those who have gone to sleep for it, from then on, also between two sleeps of one call */
	readonly asleep = new Line();
	private readonly call = new Map<number, number>();
	/** inside, or on the way out: what these wait for in an unlock is no lock */
	private readonly has = new Set<number>();
	private readonly unlocks = new Set<number>();
	private readonly sleep = opNumber('sleep');

	constructor(
		private readonly session: Session,
		/** a step is a read-modify-write; who asks only for sleepers need not know */
		private readonly writes: (step: number) => boolean,
	) {}

	/** Follows step i. */
	took(i: number): void {
		const { action, op, flags } = this.session.columns();
		const taken = action[i] ?? 0;
		const tid = actionTid(taken);
		const did = flags[i] ?? 0;
		if (!isEnvAction(taken)) this.calls(i, tid);
		if (op[i] === this.sleep) this.asleep.joins(tid, i);
		if (did & FLAGS.released) this.has.delete(tid);
		if (did & FLAGS.finished) this.ends(tid);
		if (did & FLAGS.acquired) {
			this.has.add(tid);
			this.all.acquires(tid);
			this.asleep.acquires(tid);
		} else if (this.call.get(tid) && !this.has.has(tid) && !this.unlocks.has(tid)) {
			const looks = !isEnvAction(taken) && this.session.record(i).result === 'spun';
			if (this.writes(i) || looks || op[i] === this.sleep) this.all.joins(tid, i);
		}
	}

	/** With another call it waits anew. */
	private calls(i: number, tid: number): void {
		const thread = this.session.machine(i).threads[tid - 1];
		const [worker, inner] = thread?.frames ?? [];
		const call = worker && inner ? worker.line : 0;
		if (this.call.get(tid) === call) return;
		this.call.set(tid, call);
		if (this.has.has(tid)) this.unlocks.add(tid);
		else this.unlocks.delete(tid);
		this.ends(tid);
	}

	/** It has ended, has been killed, or is in another call. */
	private ends(tid: number): void {
		this.all.leaves(tid);
		this.asleep.leaves(tid);
	}
}

/** Who has tried for the lock by then and does not have it, whether it spins, sleeps or is on the way from one to the other. */
export function waitingAt(session: Session, at: number): number[] {
	const writes = (step: number) => opDoes(session.record(step).op, 'reads', 'writes');
	const waiting = new Waiting(session, writes);
	for (let i = 0; i < at; i++) waiting.took(i);
	return waiting.all.tids();
}

/** Who has gone to sleep for the lock, still waits at a moment, and has been passed. */
export function passedAt(session: Session, at: number): { tid: number; times: number } | null {
	const waiting = new Waiting(session, () => false);
	for (let i = 0; i < at; i++) waiting.took(i);
	return waiting.asleep.most();
}
