/** What a drawing is given: one moment of one session, nothing about where the page keeps it. */
import type { Core, MachineView, Option, Schedule, Session, StepRecord } from '../../../wasm/src';
import type { Film } from './miniature/film';

/** A future that was left when the reader went back and chose otherwise. */
export interface Ghost {
	/** how many steps it shares with the present schedule */
	from: number;
	actions: Schedule;
	label: string;
}

export interface Recorded {
	/** the step stands in no event of the recording */
	inferred(step: number): boolean;
	/** the moment at which the recording does something that the model does not allow */
	differs: number | null;
}

export interface MomentProps {
	core: Core;
	session: Session;
	/** steps taken so far at this moment, 0..session.length */
	at: number;
	machine: MachineView;
	/** record of step at-1 */
	before: StepRecord | null;
	/** what each thread would do next, where that is known already */
	options?: Option[];
	reducedMotion: boolean;
	/** names the moment in labels, where two stand side by side */
	of?: string;
}

export type SourceMode = 'dialect' | 'kernel';

export interface SourcePaneProps extends MomentProps {
	mode: SourceMode;
	onMode(mode: SourceMode): void;
	/** the thread whose caret must stay in sight */
	focusTid: number | null;
}

export interface LanesProps extends MomentProps {
	ghosts: readonly Ghost[];
	/** of a recorded run, what its recording adds to the picture */
	recorded?: Recorded | undefined;
	onSeek(at: number): void;
	onTakeGhost(index: number): void;
}

export interface WordViewProps extends MomentProps {
	onSeek(at: number): void;
}

export interface QueueViewProps extends WordViewProps {
	/** the queues only, without the other words of the lock */
	plain?: boolean;
}

export interface MiniatureProps {
	/** null while it is on its way */
	film: Film | null;
	playing: boolean;
}
