/** What the notes window is told of a lesson before a room: the slide that is seen, and the stop behind it. */
import type { App } from '../store/app';
import type { SlideTold } from '../store/state';
import { nextNote, saidAt, toldStep } from './figure-app';
import { plainText } from './plain';
import { type Shown, stopsOf } from './stops';
import type { AskData, FigureData, Lesson } from './types';

interface Where {
	lesson: Lesson;
	/** all that the clicker comes to */
	all: readonly Shown[];
	current: Shown;
	/** of the figure, as soon as it is there */
	app: App | undefined;
	/** the question on the slide has its answer */
	answered: boolean;
}

const askText = ({ question, choices }: AskData): string =>
	`${plainText(question)} (${choices.map(({ text, right }) => `${plainText(text)}${right ? ' ✓' : ''}`).join(' · ')})`;

const answerText = ({ choices }: AskData): string => {
	const right = choices.find((choice) => choice.right);
	return right ? `The answer: ${plainText(right.text)}. ${plainText(right.reply)}` : '';
};

const opening = (shown: Shown | undefined) => {
	if (!shown) return null;
	if (shown.kind === 'ask') return { ask: askText(shown), note: answerText(shown) };
	const note = shown.notes.findLast(({ at }) => at <= shown.opens);
	return { ask: '', note: note ? plainText(note.text) : shown.title };
};

/** Of a figure: what is said of its moment, which of its stops that is, and the note of the next. */
function ofFigure(figure: FigureData, app: App | undefined) {
	const { doc } = app ?? {};
	const at = doc?.moment.at ?? figure.opens;
	const said = doc ? saidAt(figure, doc) : null;
	const note = said ? plainText(said.text) : opening(figure)?.note;
	const behind = figure.notes.filter((one) => one.at > figure.opens);
	const next = doc ? nextNote(figure, doc) : behind.find((one) => one.at > at);
	const stop = new Set(behind.map((one) => one.at).filter((one) => one <= at)).size + 1;
	return { said: { ask: '', note: note ?? '' }, stop, next };
}

export function slideTold({ lesson, all, current, app, answered }: Where): SlideTold {
	const { doc } = app ?? {};
	const place = all.indexOf(current);
	const figure = current.kind === 'figure' ? current : current.figure;
	const of = current.kind === 'figure' ? ofFigure(current, app) : null;
	const counts = all.map(stopsOf);
	const before = counts.slice(0, place).reduce((sum, n) => sum + n, 0);
	const isOpen = current.kind === 'ask' && !answered;
	const next = of?.next ? { ask: '', note: plainText(of.next.text) } : opening(all[place + 1]);
	return {
		title: `Lesson ${lesson.number}: ${lesson.title}`,
		figure: { place: place + 1, of: all.length },
		place: before + (of?.stop ?? (answered ? 2 : 1)),
		of: counts.reduce((sum, n) => sum + n, 0),
		at: doc?.moment.at ?? 0,
		total: doc?.moment.total ?? 0,
		sentence: doc && figure ? toldStep(figure, doc).sentence : '',
		said: of?.said ?? opening(current) ?? { ask: '', note: '' },
		open: isOpen,
		next: isOpen && current.kind === 'ask' ? { ask: '', note: answerText(current) } : next,
	};
}
