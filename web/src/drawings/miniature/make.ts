/** Makes films, from sessions that have a whole story: for the build, so that the page ships none of this with its cards. */
import type { Core, LockFacts, MachineView, Session } from '../../../../wasm/src';
import { hex } from '../../../../wasm/src/format';
import { type Mark, marksOf } from '../lanes/marks';
import { segmentsOf } from '../lanes/segments';
import { type Columns, timelineOf } from '../lanes/timeline';
import { ownerOf } from '../queue/order';
import type { Caption, Film } from './film';

export function filmOf(session: Session, lock: LockFacts): Film {
	const { threads } = session.config;
	const columns = session.columns();
	const timeline = timelineOf(columns);
	const { marks, arrows } = marksOf(session, columns, timeline, 0, timeline.count);
	const states = session.laneStates();
	const list = listOf(session.machine(0))?.name;
	return {
		threads,
		length: session.length,
		joined: joinedIn(columns, timeline.column),
		faulty: session.judge(session.length).verdict !== 'OK',
		segments: Array.from({ length: threads }, (_, i) =>
			segmentsOf(states, threads, i + 1, timeline, 0, timeline.count),
		),
		marks: marks.map(small),
		arrows: arrows.filter(({ kind }) => kind !== 'env'),
		word: session.machine(0).words[0]?.name ?? '',
		...(list !== undefined && { list }),
		captions: captionsOf(session, lock),
	};
}

const joinedIn = ({ action }: Columns, column: Uint32Array): number[] =>
	Array.from(action.keys()).filter((i) => i > 0 && column[i] === column[i - 1]);

/** In small, a spin is a hollow mark without its count, and the environment acts on the lane itself. */
function small(mark: Mark): Mark {
	const { position, tid, shape, acquired } = mark;
	const lane = mark.lane === 0 ? tid : mark.lane;
	return { position, lane, tid, shape: shape === 'spin' ? 'hollow' : shape, times: 1, acquired };
}

const listOf = ({ words }: MachineView) => words.find(({ facts }) => facts.kind === 'list');

function captionsOf(session: Session, lock: LockFacts): Caption[] {
	const captions: Caption[] = [];
	let last = '';
	for (let at = 0; at <= session.length; at++) {
		const caption = captionOf(session.machine(at), lock);
		const text = JSON.stringify(caption);
		if (text !== last) captions.push({ from: at, ...caption });
		last = text;
	}
	return captions;
}

function captionOf(machine: MachineView, lock: LockFacts): Omit<Caption, 'from'> {
	const [word] = machine.words;
	if (!word) return {};
	const { kind, fields } = word.facts;
	const tid = kind === 'tid' || kind === 'node' ? word.value : ownerOf(word);
	const named = tid > 0 && tid <= machine.threads.length && kind !== 'signed' && kind !== 'count';
	const caption: Omit<Caption, 'from'> = {};
	if (named && (fields.length > 0 || kind !== 'bits')) caption.tid = tid;
	if (kind === 'bits') caption.text = hex(word.value);
	else if (kind === 'signed') caption.text = String(word.value | 0);
	else if (!named) caption.text = 'NULL';
	const list = listOf(machine);
	if (list) caption.list = list.list;
	else if (lock.queues.length > 0)
		caption.holders = machine.threads.filter((t) => t.holds !== 'nothing').map((t) => t.tid);
	return caption;
}

/** The whole story, ready to be looked at anywhere. */
export function toldSession(core: Core, name: string): Session {
	const session = core.session(core.configOf(name));
	session.load(core.scenario(name)?.story ?? []);
	return session;
}
