/** Who waits for the lock in its sleep, and how often others have got it meanwhile. */
import { actionTid, FLAGS, isEnvAction, opNumber, type Session } from '../../../wasm/src';

/** Since when each thread has been waiting for the lock in its sleep, or between two: a call may sleep more than once. */
export class Waiting {
	private readonly since = new Map<number, number>();
	private readonly call = new Map<number, number>();
	private readonly passed = new Map<number, number>();
	private readonly sleep = opNumber('sleep');

	constructor(private readonly session: Session) {}

	/** Follows step i; says how often one thread that waits has been passed by then, the most of any. */
	took(i: number): number {
		const { action, op, flags } = this.session.columns();
		const taken = action[i] ?? 0;
		const tid = actionTid(taken);
		if (!isEnvAction(taken)) this.calls(i, tid);
		if (op[i] === this.sleep && !this.since.has(tid)) this.since.set(tid, i);
		const did = flags[i] ?? 0;
		if (did & FLAGS.finished) this.ends(tid);
		if (did & FLAGS.acquired) this.acquires(tid);
		return Math.max(0, ...this.passed.values());
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

	/** With another call it waits anew. */
	private calls(i: number, tid: number): void {
		const thread = this.session.machine(i).threads[tid - 1];
		const [worker, inner] = thread?.frames ?? [];
		const call = worker && inner ? worker.line : 0;
		if (this.call.get(tid) === call) return;
		this.call.set(tid, call);
		this.ends(tid);
	}

	private acquires(tid: number): void {
		const mine = this.since.get(tid) ?? Number.POSITIVE_INFINITY;
		for (const [other, since] of this.since)
			if (since < mine) this.passed.set(other, (this.passed.get(other) ?? 0) + 1);
		this.ends(tid);
	}

	/** It has the lock, has ended, or has been killed. */
	private ends(tid: number): void {
		this.since.delete(tid);
		this.passed.delete(tid);
	}
}

/** Who waits at a moment, and has been passed. */
export function passedAt(session: Session, at: number): { tid: number; times: number } | null {
	const waiting = new Waiting(session);
	for (let i = 0; i < at; i++) waiting.took(i);
	return waiting.most();
}
