/** Opens recorded runs: those that come with the page, and files of the reader's. */
import { type Core, MAX_TRACE_BYTES, type Session, type Trace, tooLong } from '../../../wasm/src';
import { reasonOf } from '../../../wasm/src/reason';
import type { TraceOpened } from '../../../wasm/src/trace';
import type { OpenTraceOptions } from '../../../wasm/src/trace-client';
import { choose, documentOf, refreshed } from '../store/document';
import type { Recordings as Opener, RecordingHost } from '../store/recorded';
import type { Document, Recording } from '../store/state';
import { pickFile } from './pick-file';
import { addressOf, type Place, placeOf } from './place';
import { verdictText } from './provenance';
import { SHIPPED } from './shipped';

/** So many recordings stay in memory, so that the browser's Back finds them. */
const KEPT = 3;
const SLICE_STEPS = 4000;
const SLICE_MS = 8;
/** Another tool's file, an ftrace text say, tells less than the page needs. */
const HOW_TO_MAKE =
	'A trace for this page is made by “npm run lockstep -- record NAME” of threads on this machine, and by “npm run record:kernel” on a kernel; the texts of ftrace and perf are other formats. The documents have it under “Traces” (#/docs/traces).';
const START: Place = { at: 0, from: 0, own: [], marks: '', notes: [] };

export type Open = (bytes: ArrayBuffer, options: OpenTraceOptions) => Promise<TraceOpened | null>;

interface Source extends Omit<Recording, 'trace' | 'address'> {
	read(signal: AbortSignal): Promise<ArrayBuffer>;
}

/** Why something is not opened, for the reader. */
class Refusal extends Error {
	constructor(readonly notes: readonly string[]) {
		super(notes.join(' '));
	}
}

export class Recordings implements Opener {
	private readonly kept = new Map<string, Recording>();
	private files = 0;
	private readonly host: RecordingHost;
	private readonly core: Core;
	private readonly open: Open;

	constructor(host: RecordingHost, core: Core, open: Open) {
		this.host = host;
		this.core = core;
		this.open = open;
	}

	goTo(fragment: string, notices: readonly string[]): void {
		const { id, ...place } = placeOf(this.core, fragment.slice('trace/'.length));
		const shipped = SHIPPED.find((s) => s.id === id);
		const source: Source | undefined = shipped && {
			...shipped,
			own: false,
			read: (signal) => fetched(shipped.url, signal),
		};
		void this.opened(source, id, async (recording, signal) => {
			await this.present(recording, place, notices, fragment, signal);
		});
	}

	openFile(file: File): void {
		const source: Source = {
			id: `file-${++this.files}`,
			title: file.name,
			text: '',
			own: true,
			read: async () => {
				if (file.size > MAX_TRACE_BYTES) throw new Refusal([tooLong(file.size)]);
				return file.arrayBuffer();
			},
		};
		void this.opened(source, source.id, async (recording, signal) => {
			this.host.desk.address.onLeaving();
			await this.present(recording, START, [], `trace/${source.id}`, signal);
			if (!signal.aborted) this.host.desk.address.onLanding('push');
		});
	}

	choose(): void {
		pickFile((file) => this.openFile(file));
	}

	/** Whatever goes wrong is said, and what the reader had stays. */
	private async opened(
		source: Source | undefined,
		id: string,
		then: (recording: Recording, signal: AbortSignal) => Promise<void>,
	): Promise<void> {
		const known = this.kept.get(id);
		const title = known?.title ?? source?.title ?? id;
		const signal = this.host.opening.start(title);
		this.host.prefetchStepper(); /* while the file is read */
		try {
			if (!known && !source) throw new Refusal([absent(id)]);
			const recording = known ?? (await this.load(source as Source, signal));
			if (recording && !signal.aborted) await then(recording, signal);
		} catch (error) {
			if (!signal.aborted)
				this.refuse(error instanceof Refusal ? error.notes : [reasonOf(error)], title);
		}
	}

	private async load(source: Source, signal: AbortSignal): Promise<Recording | null> {
		const { read, ...what } = source;
		const bytes = await read(signal);
		if (signal.aborted) return null;
		if (bytes.byteLength === 0) throw new Refusal(['The file is empty.']);
		const opened = await this.open(bytes, {
			signal,
			onProgress: ({ conforming, events }) =>
				this.host.desk.store.set({ opening: { title: what.title, share: conforming / events } }),
		});
		if (!opened) return null;
		if (!opened.ok) throw new Refusal(opened.notes);
		const { trace } = opened;
		const recording: Recording = {
			...what,
			text: what.text || this.textOf(trace),
			trace,
			address: (doc: Document) => addressOf(this.core, what.id, doc),
		};
		this.kept.set(what.id, recording);
		const [oldest] = this.kept.keys();
		if (this.kept.size > KEPT && oldest) this.kept.delete(oldest);
		return recording;
	}

	/** Puts a recording on the page, at a moment of it. */
	private async present(
		recording: Recording,
		place: Place,
		also: readonly string[],
		fragment: string,
		signal: AbortSignal,
	): Promise<void> {
		const { trace } = recording;
		await this.core.load(trace.config.lock);
		if (signal.aborted) return;
		const session = this.core.session(trace.config);
		await loadInSlices(session, trace.actions, signal);
		if (signal.aborted) return;
		const notes = [...also, ...trace.notes, ...place.notes, ...cutToFit(trace, session.length)];
		session.seek(place.own.length > 0 ? place.from : place.at);
		let doc = documentOf(this.core, session, recording);
		for (const action of place.own) {
			const { result, branches } = choose(session, doc.branches, action);
			if (result === 'blocked' || result === 'illegal') break;
			doc = { ...doc, branches };
		}
		if (place.own.length > 0) {
			session.seek(place.at);
			doc = refreshed(this.core, doc, [...doc.branches]);
		}
		const said = `“${recording.title}” is open. ${verdictText(trace, this.core.facts)}`;
		const notices = notes.length > 0 ? [said, ...notes] : [];
		const marks = place.marks || worthALook(recording, session).join('.');
		this.host.documents.show(doc, { kind: 'stepper', fragment }, notices, marks);
		if (notices.length === 0) this.host.desk.say(said);
	}

	private refuse(why: readonly string[], title: string): void {
		this.host.cancelOpening();
		const other = why.some((note) => note.includes('this is no trace')) ? [HOW_TO_MAKE] : [];
		this.host.desk.store.set({ notices: [`“${title}” was not opened.`, ...why, ...other] });
	}

	private textOf({ config, events, seen }: Trace): string {
		const lock = this.core.facts.locks.find((l) => l.id === config.lock);
		const variant = lock?.variants[config.variant]?.title ?? lock?.title ?? '';
		const how = seen === 'calls' ? 'calls and trace events of the kernel' : 'every access';
		return `${config.threads} threads, ${events.toLocaleString('en')} events: ${how}. ${variant}.`;
	}
}

function absent(id: string): string {
	return /^file-\d+$/.test(id)
		? 'Its address is of a file that was opened from a disk: open the file again.'
		: 'No recording of that name comes with this page.';
}

async function fetched(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
	const response = await fetch(new URL(url, import.meta.url), { signal });
	if (!response.ok) throw new Refusal([`The server answered ${response.status}.`]);
	return response.arrayBuffer();
}

async function loadInSlices(
	session: Session,
	actions: Uint8Array,
	signal: AbortSignal,
): Promise<void> {
	let began = performance.now();
	for (let loaded = -1; session.length > loaded && !signal.aborted; ) {
		loaded = session.length;
		session.extend(actions, SLICE_STEPS);
		if (performance.now() - began < SLICE_MS) continue;
		await new Promise((resolve) => setTimeout(resolve, 0));
		began = performance.now();
	}
}

/** Steps that show what the recording is about, each behind the one before; among the first so many, for each is narrated for this. */
function worthALook({ look = [] }: Recording, session: Session): number[] {
	const found: number[] = [];
	for (let i = 0; i < Math.min(session.length, 5000); i++) {
		const sign = look[found.length];
		if (!sign) break;
		if (sign.test(session.narrate(i))) found.push(i + 1);
	}
	return found;
}

/** Steps that do not apply here have no place in the recording either. */
function cutToFit(trace: Trace, length: number): string[] {
	const all = trace.actions.length;
	if (length === all) return [];
	trace.actions = trace.actions.slice(0, length);
	return [`Of ${all} steps only the first ${length} apply.`];
}
