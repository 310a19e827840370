/** What a schedule costs, acquisition by acquisition: the k-th counts what was done since the one before it. */
import { type Core, FLAGS, opNumber, type Session } from '../../../wasm/src';
import { cacheOf, lineNames, RMW } from '../../../wasm/src/cache';
import { releasesOf } from '../cache/releases';
import { Waiting } from './waiting';

export interface Cost {
	/** times that a line came to a CPU */
	transfers: number;
	/** of those, the times that it was a line of the lock's own words, which all threads use */
	ofLock: number;
	/** threads that releases disturbed */
	disturbed: number;
	/** releases */
	releases: number;
	/** read-modify-writes, also those that failed */
	rmws: number;
	sleeps: number;
	/** wake-ups that woke somebody */
	wakes: number;
	/** releases that gave the lock to a waiter instead of freeing it */
	handed: number;
	/** how often one thread that waits has been passed by others who came later: the most of any */
	passed: number;
	/** the same of one that has gone to sleep for the lock, since then */
	passedAsleep: number;
}

export const noCost = (): Cost => ({
	transfers: 0,
	ofLock: 0,
	disturbed: 0,
	releases: 0,
	rmws: 0,
	sleeps: 0,
	wakes: 0,
	handed: 0,
	passed: 0,
	passedAsleep: 0,
});

/** What befell one thread is added to nothing. */
const MOST = new Set<keyof Cost>(['passed', 'passedAsleep']);

export interface Measures {
	/** the moment right behind the k-th acquisition, at [k - 1] */
	acquired: number[];
	/** what it took, at [k - 1] */
	costs: Cost[];
}

export function measure(core: Core, session: Session): Measures {
	const { op, flags } = session.columns();
	const { transfer, use, line } = cacheOf(session).all();
	const { lock, threads } = session.config;
	const ofLock = new Set(
		lineNames(core.lock(lock), threads)
			.filter(({ tid }) => tid === 0)
			.map(({ id }) => id),
	);
	const [sleep, wake] = [opNumber('sleep'), opNumber('wake')];
	const waiting = new Waiting(session, (step) => use[step] === RMW);
	const acquired: number[] = [];
	const costs: Cost[] = [];
	let cost = noCost();
	for (let i = 0; i < session.length; i++) {
		waiting.took(i);
		cost.transfers += transfer[i] ?? 0;
		if (ofLock.has(line[i] ?? -1)) cost.ofLock += transfer[i] ?? 0;
		cost.rmws += use[i] === RMW ? 1 : 0;
		if (op[i] === sleep) cost.sleeps++;
		if (op[i] === wake && session.record(i).ok) cost.wakes++;
		if (session.record(i).sign === 'handoff') cost.handed++;
		if (((flags[i] ?? 0) & FLAGS.acquired) === 0) continue;
		cost.passed = waiting.all.most()?.times ?? 0;
		cost.passedAsleep = waiting.asleep.most()?.times ?? 0;
		acquired.push(i + 1);
		costs.push(cost);
		cost = noCost();
	}
	for (const { end, disturbed } of releasesOf(session)) {
		const k = end === null ? -1 : acquired.findIndex((moment) => end < moment);
		const paid = costs[k];
		if (!paid) continue;
		paid.releases++;
		paid.disturbed += disturbed.length;
	}
	return { acquired, costs };
}

/** All of the first k acquisitions; of who was passed, the one that it befell most often. */
export function sumOf({ costs }: Measures, k: number): Cost {
	const sum = noCost();
	for (const cost of costs.slice(0, k))
		for (const name of Object.keys(sum) as (keyof Cost)[])
			sum[name] = MOST.has(name) ? Math.max(sum[name], cost[name]) : sum[name] + cost[name];
	return sum;
}

type SoFar = Pick<Cost, 'transfers' | 'ofLock' | 'disturbed' | 'releases' | 'sleeps' | 'wakes'>;

function waitsBefore(session: Session, at: number): Pick<Cost, 'sleeps' | 'wakes'> {
	const { op } = session.columns();
	const [sleep, wake] = [opNumber('sleep'), opNumber('wake')];
	let [sleeps, wakes] = [0, 0];
	for (let i = 0; i < at; i++) {
		if (op[i] === sleep) sleeps++;
		if (op[i] === wake && session.record(i).ok) wakes++;
	}
	return { sleeps, wakes };
}

/** What the steps before a moment have cost: at an acquisition the same as the sum of all up to it. */
export function soFar(core: Core, session: Session, at: number): SoFar {
	const { transfers, lines } = cacheOf(session).view(at);
	const { lock, threads } = session.config;
	const names = lineNames(core.lock(lock), threads);
	const own = lines.filter(({ id }) => names[id]?.tid === 0);
	const ended = releasesOf(session, at).filter(({ end }) => end !== null);
	return {
		transfers,
		ofLock: own.reduce((sum, line) => sum + line.transfers, 0),
		disturbed: ended.reduce((sum, { disturbed }) => sum + disturbed.length, 0),
		releases: ended.length,
		...waitsBefore(session, at),
	};
}

/** How many of the acquisitions lie before a moment, or at it. */
export function acquisitionAt({ acquired }: Measures, at: number): number {
	return acquired.filter((moment) => moment <= at).length;
}

/** The next moment at which a thread has got the lock, has gone to sleep or has woken another; else the end. */
export function turnAfter(session: Session, at: number): number {
	const { op, flags } = session.columns();
	const [sleep, wake] = [opNumber('sleep'), opNumber('wake')];
	for (let i = at; i < session.length; i++) {
		if ((flags[i] ?? 0) & FLAGS.acquired || op[i] === sleep) return i + 1;
		if (op[i] === wake && session.record(i).ok) return i + 1;
	}
	return session.length;
}
