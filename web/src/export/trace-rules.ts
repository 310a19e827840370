/**
 * What a file of Chrome trace events must keep, for tests: the published format, and what Perfetto's
 * importer makes of it. Flows bind to the slice that is open at their time. Slices of a thread nest;
 * at equal times some versions take the longer first, some the first of the file, so both must be the
 * same, and there are no B and E, which lose their place among X.
 */
export interface AnyEvent {
	ph: string;
	pid: number;
	tid: number;
	ts: number;
	name: string;
	cat?: string;
	dur?: number;
	id?: number;
	bp?: string;
	s?: string;
	args?: Record<string, unknown>;
}

export interface TraceFile {
	traceEvents: AnyEvent[];
	displayTimeUnit: string;
	otherData: Record<string, unknown>;
}

const KEYS: Record<string, readonly string[]> = {
	X: ['dur', 'cat', 'args'],
	i: ['s', 'cat', 'args'],
	s: ['cat', 'id'],
	f: ['cat', 'id', 'bp'],
	C: ['cat', 'args'],
	M: ['cat', 'args'],
};
const EVERY = ['ph', 'pid', 'tid', 'ts', 'name'];
const METADATA = new Set(['process_name', 'thread_name', 'thread_sort_index']);
const NEEDS_TRACK = new Set(['X', 'i', 's', 'f']);

const ns = (us: number): number => Math.round(us * 1000);
const isId = (n: unknown): boolean =>
	Number.isInteger(n) && (n as number) > 0 && (n as number) < 2 ** 31;
const isTime = (t: unknown): boolean =>
	typeof t === 'number' && Number.isFinite(t) && t >= 0 && Math.abs(t * 1000 - ns(t)) < 1e-3;

function formOf(event: AnyEvent): string[] {
	const wrong: string[] = [];
	const allowed = KEYS[event.ph];
	if (!allowed) return [`unknown phase ${event.ph}`];
	for (const key of Object.keys(event))
		if (!EVERY.includes(key) && !allowed.includes(key)) wrong.push(`${event.ph} has a ${key}`);
	if (typeof event.name !== 'string' || event.name === '') wrong.push('no name');
	if (!isId(event.pid)) wrong.push(`pid ${event.pid}`);
	if (!isId(event.tid) || event.tid === event.pid) wrong.push(`tid ${event.tid}`);
	if (!isTime(event.ts)) wrong.push(`ts ${event.ts}`);
	if (event.ph === 'X' && !(isTime(event.dur) && ns(event.dur as number) > 0))
		wrong.push(`dur ${event.dur}`);
	if (event.ph === 'i' && !['t', 'p', 'g'].includes(event.s ?? '')) wrong.push(`scope ${event.s}`);
	if ('sf'.includes(event.ph) && !isId(event.id)) wrong.push(`flow id ${event.id}`);
	if (event.ph === 'f' && event.bp !== 'e') wrong.push('a flow ends without bp');
	if (event.ph === 'C') {
		const series = Object.values(event.args ?? {});
		if (series.length === 0 || !series.every((v) => Number.isFinite(v)))
			wrong.push('counter values');
	}
	if (event.ph === 'M' && !METADATA.has(event.name)) wrong.push(`metadata ${event.name}`);
	return wrong;
}

interface Slice {
	name: string;
	end: number;
	step: boolean;
}

/** The slices of one thread as the importer stacks them. */
class Track {
	readonly open: Slice[] = [];

	reach(ts: number): void {
		while ((this.open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= ts) this.open.pop();
	}

	begin(slice: Slice): string[] {
		const around = this.open.at(-1);
		this.open.push(slice);
		return around && slice.end > around.end
			? [`${slice.name} ends after ${around.name} around it`]
			: [];
	}
}

/** Flows by name, category and id: each begins once and ends once, later, each time inside a step. */
class Flows {
	private readonly begun = new Map<string, number>();

	take(event: AnyEvent, track: Track): string[] {
		const key = `${event.cat} ${event.name} ${event.id}`;
		const wrong: string[] = [];
		if (!track.open.at(-1)?.step) wrong.push(`flow ${key} (${event.ph}) is in no step`);
		const from = this.begun.get(key);
		if (event.ph === 's') {
			if (from !== undefined) wrong.push(`flow ${key} begins twice`);
			this.begun.set(key, event.ts);
		} else {
			if (from === undefined || from >= event.ts) wrong.push(`flow ${key} ends before it begins`);
			this.begun.delete(key);
		}
		return wrong;
	}

	left(): string[] {
		return [...this.begun.keys()].map((key) => `flow ${key} never ends`);
	}
}

/** Everything that is wrong with a file; empty when it keeps the rules. */
export function faultsOf(file: TraceFile): string[] {
	const wrong: string[] = [];
	if (!['ms', 'ns'].includes(file.displayTimeUnit)) wrong.push('displayTimeUnit');
	if (typeof file.otherData !== 'object' || file.otherData === null) wrong.push('otherData');
	const tracks = new Map<number, Track>();
	const named = new Set<number>();
	const flows = new Flows();
	let now = 0;
	for (const [i, event] of file.traceEvents.entries()) {
		const found = formOf(event);
		const { ph, tid, ts, name } = event;
		if (ph === 'M') {
			if (name === 'thread_name' && named.has(tid)) found.push('a thread is named twice');
			if (name === 'thread_name') named.add(tid);
		} else {
			if (ts < now) found.push(`time goes back from ${now} to ${ts}`);
			now = Math.max(now, ts);
		}
		const track = tracks.get(tid) ?? new Track();
		tracks.set(tid, track);
		if (NEEDS_TRACK.has(ph)) {
			if (!named.has(tid)) found.push(`track ${tid} has no name`);
			track.reach(ns(ts));
		}
		const end = ns(ts) + ns(event.dur ?? 0);
		if (ph === 'X') found.push(...track.begin({ name, end, step: event.cat === 'step' }));
		if (ph === 's' || ph === 'f') found.push(...flows.take(event, track));
		wrong.push(...found.map((f) => `event ${i}: ${f}`));
	}
	return [...wrong, ...flows.left()];
}
