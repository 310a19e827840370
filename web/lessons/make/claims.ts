/**
 * What a choice of a question says, so that the core can judge it. Between `;`, all must be so; `not` turns one round:
 *
 *   count -1, inside T1       a fact of core-c/text/beats.h, behind the answer's steps
 *   can T2 | spins T2         T2 makes progress with its next step, or looks in vain; at the question
 *   fails | writes            the last step is a compare-and-swap that fails; changes its word
 *   touch count 3             so many threads access the word in the answer's steps
 *   touches T2 count 1        T2 accesses it so often there
 *   kernel T1                 T1 is in the kernel at some moment of the answer
 *   judged VIOLATED           what is to be said of the state behind the answer
 *   check WWRR VIOLATED       what a search of every schedule says of these threads
 *   states LLL 3158           how many states it finds
 */
import { exploreHere } from '../../../wasm/src/explorer';
import type { ExploreProgress } from '../../../wasm/src/moment';
import { Mistake } from './markdown';
import { readSetUp, type SetUp, tell } from './setup';

/** A question's moment and its answer: steps in words, the second behind the first. */
export interface Span {
	setUp: SetUp;
	setUpText: string;
	before: string;
	after: string;
}

const MOST_STATES = 3_000_000;
const searched = new Map<string, Promise<ExploreProgress>>();

function search({ setUp: { core, teller }, setUpText }: Span, roles: string) {
	const { config, address } = readSetUp(core, teller, `${setUpText} threads=${roles}`);
	const found = searched.get(address) ?? exploreHere(core, config, { maxStates: MOST_STATES });
	searched.set(address, found);
	return found;
}

/** The session behind the answer, and where the question stood in it. */
function playedOf({ setUp, before, after }: Span) {
	const session = setUp.core.session(setUp.config);
	session.load(tell(setUp, `${before} ${after}`).actions);
	return { session, asked: tell(setUp, before).actions.length };
}

const tidOf = (name = '') => Number(/^T(\d+)$/.exec(name)?.[1] ?? 0);

function optionOf(span: Span, name: string | undefined) {
	const { session, asked } = playedOf(span);
	session.seek(asked);
	const option = session.options().find((o) => o.env === '' && o.tid === tidOf(name));
	if (!option) throw new Mistake(`no thread ${name}`);
	return option;
}

function lastRecord(span: Span) {
	const { session } = playedOf(span);
	return session.record(session.length - 1);
}

function accesses(span: Span, word: string): number[] {
	const { session, asked } = playedOf(span);
	const steps = Array.from({ length: session.length - asked }, (_, i) => session.record(asked + i));
	return steps.filter((r) => r.env === '' && r.wordName === word).map((r) => r.tid);
}

function inKernel(span: Span, name: string | undefined): boolean {
	const { session, asked } = playedOf(span);
	for (let at = asked; at <= session.length; at++)
		if (session.machine(at).threads[tidOf(name) - 1]?.inKernel) return true;
	return false;
}

type Judge = (span: Span, words: string[]) => boolean | Promise<boolean>;

const JUDGES: Readonly<Record<string, Judge>> = {
	can: (span, [thread]) => optionOf(span, thread).result === 'moved',
	spins: (span, [thread]) => optionOf(span, thread).result === 'spun',
	fails: (span) => {
		const { op, ok } = lastRecord(span);
		return op === 'cas' && !ok;
	},
	writes: (span) => {
		const record = lastRecord(span);
		return record.old !== record.new;
	},
	touch: (span, [word = '', n]) => new Set(accesses(span, word)).size === Number(n),
	touches: (span, [thread, word = '', n]) =>
		accesses(span, word).filter((tid) => tid === tidOf(thread)).length === Number(n),
	kernel: (span, [thread]) => inKernel(span, thread),
	judged: (span, [verdict]) => playedOf(span).session.judge().verdict === verdict,
	check: async (span, [roles = '', verdict]) => (await search(span, roles)).verdict === verdict,
	states: async (span, [roles = '', n]) => {
		const found = await search(span, roles);
		return found.verdict !== 'BOUNDED' && found.states === Number(n);
	},
};

async function one(span: Span, claim: string): Promise<boolean> {
	const [first = '', ...words] = claim.split(/\s+/);
	if (first === 'not') return !(await one(span, words.join(' ')));
	const judge = Object.hasOwn(JUDGES, first) ? JUDGES[first] : undefined;
	if (judge) return judge(span, words);
	const { holds, why } = tell(span.setUp, `${span.before} ${span.after}`, claim);
	if (why.startsWith('not understood')) throw new Mistake(`"${claim}": ${why}`);
	return holds;
}

/** Whether the core says so. */
export async function isSo(span: Span, claim: string): Promise<boolean> {
	if (claim.trim() === '') throw new Mistake('a choice that says nothing that can be judged');
	for (const part of claim.split(';')) if (!(await one(span, part.trim()))) return false;
	return true;
}
