import { useEffect, useState } from 'react';
import { NO_EVENT } from '../../../wasm/src';
import { optionsSaid, verdictOf } from '../store/answers';
import {
	actsWords,
	beatsOf,
	decisiveWords,
	faultActs,
	isOpen,
	lateHere,
	noteFor,
	storyTitle,
} from '../store/beats';
import { useAppState } from '../store/react';
import type { State } from '../store/state';
import { brokenText, noProgressHere } from './faults';
import { asSentence, lockOf } from './phrases';
import { roundText } from './round';
import { isFault, tooLateText, verdictWords } from './verdicts';

const SETTLE_MS = 120;

/** What a screen reader should say about the present moment. */
export function announcement(state: State): string {
	const { doc, core } = state;
	if (!doc) return '';
	const { moment, recording, level } = doc;
	if (moment.at === 0) {
		if (level) return `Level: ${asSentence(level.facts.title)} ${level.facts.task}`;
		const title = recording?.title ?? storyTitle(state);
		return `${asSentence(title)} At the start, ${moment.total} steps ahead.`;
	}
	const { verdict } = moment.judgement;
	const lock = core ? lockOf(core.facts, doc.config.lock) : undefined;
	const never = core && !isFault(verdict) ? noProgressHere(core, doc, state.check) : '';
	const stuck = never && ` ${verdictWords('NO_PROGRESS').short}. ${never}`;
	const broken = brokenText(moment, moment.judgement, lock);
	const fault = broken ? ` ${broken}` : stuck;
	const late =
		core && state.view.notes && lateHere(core, doc) === moment.at
			? ` ${tooLateText(core.facts, doc)}`
			: '';
	const ended = moment.story === 'ended';
	const saw = ended && recording?.trace.differs?.saw;
	const told = ended ? ` End of the ${recording ? 'recording' : 'story'}.` : '';
	const end = (moment.finished ? ' Everyone is done.' : '') + told;
	const seen = moment.at > doc.parted || recording?.trace.event[moment.at - 1] !== NO_EVENT;
	const again = roundText(doc) && ` ${roundText(doc)}`;
	const rest = saw ? ` Here the recording leaves the model: ${saw}` : end;
	return `Step ${moment.at}. ${moment.sentence}${seen ? '' : ' Inferred.'}${fault}${late}${again}${rest}`;
}

const spaced = (text: string) => (text ? `${text} ` : '');

/** What the author says of this very moment: apart from the step, so that an answer does not say the step again. */
export function remark(state: State): string {
	const { core, doc, view } = state;
	if (!core || !doc || !view.notes) return '';
	const { at } = doc.moment;
	const beat = beatsOf(core, doc).find((b) => b.at === at);
	const acts = faultActs(core, doc) ? `${actsWords(core, doc).join(': ')}. ` : '';
	if (!beat) return acts;
	const decides = beat.decisive ? `${decisiveWords(beat)} ` : '';
	if (!isOpen(beat, doc))
		return `${acts}${decides}${spaced(verdictOf(beat, doc, view.presenter || view.embed))}${noteFor(beat, state)}`;
	return `${acts}${decides}${beat.ask} ${spaced(optionsSaid(beat))}The key a shows the answer.`;
}

/** Announces each step once the cursor rests, so that scrubbing does not make a backlog of speech. */
export function Aloud() {
	const text = useAppState(announcement);
	const note = useAppState(remark);
	const [said, setSaid] = useState({ text: '', note: '' });
	useEffect(() => {
		const timer = setTimeout(() => setSaid({ text, note }), SETTLE_MS);
		return () => clearTimeout(timer);
	}, [text, note]);
	return (
		<>
			<div className="visually-hidden" role="status" aria-live="polite" data-testid="live">
				{said.text}
			</div>
			<div className="visually-hidden" role="status" aria-live="polite" data-testid="live-note">
				{said.note}
			</div>
		</>
	);
}
