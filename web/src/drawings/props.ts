/** What a drawing is given: one moment of one session, nothing about where the page keeps it. */
import type { ReactNode } from 'react';
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
	/** before a room, of a run to this moment: the machine where it began; what has changed since is marked */
	earlier?: MachineView | undefined;
	/** what each thread would do next, where that is known already */
	options?: Option[];
	reducedMotion: boolean;
	/** what threads keep of a word is shown beside it; false: a question is open, and it may be the answer */
	remembered?: boolean | undefined;
	/** names the moment in labels, where two stand side by side */
	of?: string;
}

export type SourceMode = 'dialect' | 'kernel';

export interface SourcePaneProps extends MomentProps {
	mode: SourceMode;
	onMode(mode: SourceMode): void;
	/** the thread whose caret must stay in sight */
	focusTid: number | null;
	/** lines behind the one that was run that are to be in sight, too; absent: as it comes */
	beyond?: number;
	/** the line that decides the story, with the number of the step that runs it */
	decides?: { proc: number; line: number; step: number } | undefined;
	/** the open question is of the step that was taken last, and that line is to be in sight */
	asksOfDone?: boolean | undefined;
	/** absent where nothing can be said of where the text comes from */
	onPosted?: (() => void) | undefined;
	/** absent where no text can be edited */
	onEdit?: ((text: string) => void) | undefined;
}

/** Where a picture over the lanes may draw: the steps in sight, and the place of each. */
export interface OverlayPlace {
	/** the first step in sight, and the one behind the last */
	first: number;
	end: number;
	row: number;
	x(position: number): number;
	y(tid: number): number;
	/** where the moment after so many steps stands */
	positionOf(at: number): number;
}

/** A picture over the lanes. Another one is another object. */
export interface LaneOverlay {
	draw(place: OverlayPlace): ReactNode;
	/** the names of its signs that the first `end` steps have */
	signs(end: number): readonly string[];
	/** what those mean, for a legend */
	keyOf(signs: ReadonlySet<string>): ReactNode;
}

export interface LanesProps extends MomentProps {
	overlay?: LaneOverlay | undefined;
	/** a what-if has the scale of the schedule that it has left */
	keeps?: boolean;
	ghosts: readonly Ghost[];
	/** of a recorded run, what its recording adds to the picture */
	recorded?: Recorded | undefined;
	/** moments of the story that its author speaks of */
	beats?: readonly { at: number; decisive?: boolean; look?: string | undefined }[] | undefined;
	/** the moment of the story from which no schedule saves it */
	lateAt?: number | undefined;
	/** a moment that comes again, and where it does */
	round?: { first: number; returns: readonly { end: number }[] } | null;
	/** the moment of a question that is open, or still to be asked: what comes then is not to be seen */
	toldTo?: number | undefined;
	/** it is covered for a room, and no question is open: nothing is said of that */
	silent?: boolean;
	/** the moment at which a run to this one began: its steps are marked */
	ran?: number | undefined;
	/** before a room: the legend explains what is in sight at this moment, and all of that */
	staged?: boolean;
	/** its letters are a quarter larger than elsewhere */
	large?: boolean;
	/** nothing may come from outside: without an act of it there is no lane for any */
	alone?: boolean;
	/** the legend explains the signs that this schedule has, and no others */
	brief?: boolean;
	onSeek(at: number): void;
	onTakeGhost(index: number): void;
}

export interface WordViewProps extends MomentProps {
	/** absent: values do not lead to the step that wrote them */
	onSeek?: ((at: number) => void) | undefined;
	/** names of the fields to show of the lock word; absent: all */
	fields?: readonly string[] | undefined;
	/** a word without fields is its number alone: the text beside it says what that means, and speaks of no other base */
	bare?: boolean;
}

export interface QueueViewProps extends Omit<WordViewProps, 'bare'> {
	/** how much larger than elsewhere the drawings are; absent: not */
	scale?: number;
	/**
	 * there is height to be had, as before a room and where the page is scrolled, and not much width: a queue of the lock
	 * word alone does without its name, for that word stands above; a node says all that it says, below its thread
	 */
	brief?: boolean;
	/** the queues only, without the other words of the lock */
	plain?: boolean;
	/** names of the words to show, those of queues too; absent: all */
	words?: readonly string[] | undefined;
	/** below a picture that is not plain by itself stands what its boxes and arrows mean */
	keyed?: boolean;
}

export interface MiniatureProps {
	/** null while it is on its way */
	film: Film | null;
	playing: boolean;
}
