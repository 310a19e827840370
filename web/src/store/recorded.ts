/** Recorded runs: what opens them comes when one is first asked for. */
import { reasonOf } from '../../../wasm/src/reason';
import type { Cursor } from './cursor';
import type { Desk } from './desk';
import type { Documents } from './documents';
import type { Opening } from './opening';

/** What opens recorded runs; see trace/recordings.ts. */
export interface Recordings {
	/** what follows '#/' in the address of a recorded run */
	goTo(fragment: string, notices: readonly string[]): void;
	openFile(file: File): void;
	/** lets the reader pick a file */
	choose(): void;
}

/** What it may do here. */
export interface RecordingHost {
	readonly desk: Desk;
	readonly opening: Pick<Opening, 'start'>;
	readonly documents: Pick<Documents, 'show'>;
	/** the reader no longer wants what is on its way, or it cannot be had */
	cancelOpening(): void;
	/** the view that will show the run, while its file is read */
	prefetchStepper(): void;
}

export type LoadRecordings = (host: RecordingHost) => Promise<Recordings>;

interface Parts {
	opening: Opening;
	documents: Documents;
	cursor: Cursor;
	load: LoadRecordings;
	prefetchStepper(): void;
}

export class RecordedRuns {
	private loaded: Promise<Recordings> | null = null;

	constructor(
		private readonly desk: Desk,
		private readonly parts: Parts,
	) {}

	/** Loads what opens recorded runs, and lets it act. */
	use(act: (recordings: Recordings) => void): void {
		const { load, opening, documents, prefetchStepper } = this.parts;
		const cancelOpening = () => this.cancelOpening();
		this.loaded ??= load({ desk: this.desk, opening, documents, cancelOpening, prefetchStepper });
		this.loaded.then(act).catch((error: unknown) => {
			this.loaded = null;
			const why = reasonOf(error);
			this.desk.store.set({ notices: [`Recorded runs cannot be opened now: ${why}`] });
		});
	}

	/** Back to what was there; where the page began with such an address, that is the gallery. */
	cancelOpening(): void {
		this.parts.opening.stop();
		const { doc, route } = this.desk.state;
		if (!doc && route.kind === 'stepper') this.parts.documents.close({ kind: 'gallery' });
		this.desk.address.onLanding('replace');
	}

	/** To the moment at which the open run does what the model does not allow. */
	toDisagreement(): void {
		const { doc } = this.desk;
		const recorded = doc?.branches.find((b) => b.stays);
		if (!doc?.recording?.trace.differs || !recorded) return;
		if (doc.parted === doc.session.length) this.parts.cursor.seek(doc.session.length);
		else this.parts.documents.replaceSchedule(recorded.schedule, recorded.schedule.length);
	}
}
