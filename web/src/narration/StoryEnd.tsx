import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { itemHash } from '../plan/address';
import { beatsOf, decisiveIn, isFinding, noteFor } from '../store/beats';
import { whatIfPlace } from '../store/choices';
import { nextStory } from '../store/family';
import { useApp, useAppState, useDocument } from '../store/react';
import { notesApart, type State, talkOf } from '../store/state';
import styles from './narration.module.css';
import { announcedOf, announcedTitle } from './room-title';

/** What one may do now with this story. */
function Ways({ core }: { core: Core }) {
	const app = useApp();
	const doc = useDocument();
	const back =
		decisiveIn(core, doc) === undefined
			? 'where the threads first meet'
			: 'before the decisive step';
	return (
		<>
			{doc.moment.next && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="play-on"
					onClick={() => app.steps.playOn()}
				>
					Play on freely
				</button>
			)}
			{whatIfPlace(core, doc) !== undefined && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="what-if"
					title={`Go back to ${back}, and choose another step there`}
					onClick={() => app.jumps.whatIf()}
				>
					What if …
				</button>
			)}
			<button
				type="button"
				className={buttons.tool}
				data-testid="why-so"
				title="The finding, whose text, the searches, how to repeat them"
				onClick={() => app.page.setPanel('evidence')}
			>
				Why we say so <kbd>y</kbd>
			</button>
		</>
	);
}

/** The note above has said which story comes next, and why. */
function isAnnounced(state: State, title: string): boolean {
	const { core, doc, view } = state;
	const last = core && doc && view.notes ? beatsOf(core, doc).at(-1) : undefined;
	const note = last ? noteFor(last, state) : '';
	return ['', 'open '].some((open) => note.includes(`Next: ${open}“${title}”`));
}

/** The story is told: what one may do now. A room is left with what it takes home: for the rest the speaker has keys. */
export function StoryEnd() {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const staged = useAppState((s) => s.view.presenter);
	const apart = useAppState(notesApart);
	const list = useAppState((s) => s.view.list);
	const { moment, recording } = doc;
	const place = useAppState((s) => s.course?.placeIn(s) ?? -1);
	const stop = useAppState((s) => s.course?.stopAfter(s));
	/* a room is told of it only where the talk leads there */
	const leads = !staged || talkOf(list, doc.config.scenario).length > 0;
	const story = core && place < 0 && leads ? nextStory(core, doc, list) : undefined;
	const next = stop ?? story;
	const announced = useAppState((s) => next !== undefined && isAnnounced(s, next.title));
	if (!core || moment.story !== 'ended' || (staged && apart)) return null;
	/* a room is still to be asked what the title may answer */
	const named = stop?.named ?? (story && announcedOf(core, story));
	const name = staged && named ? announcedTitle(named) : next?.title;
	const scenario = recording ? undefined : core.scenario(doc.config.scenario);
	const harmless = scenario && isFinding(scenario) && scenario.verdict === 'OK';
	return (
		<p className={styles.end} data-testid="story-end">
			<b>End of the {recording ? 'recording' : 'story'}.</b>
			{harmless && (
				<span data-testid="no-rule-broken">
					No rule is broken in it; the note says why it is a finding all the same.
				</span>
			)}
			{!staged && <Ways core={core} />}
			{next && (
				<a
					className={buttons.tool}
					href={
						story
							? `#/${story.name}${list.includes(story.name) ? `?list=${list.join(',')}` : ''}`
							: itemHash(list, place + 1)
					}
					title={name}
					data-testid="next-story"
				>
					{announced ? (
						<span>
							Open that story<span className="visually-hidden">: {name}</span>
						</span>
					) : (
						<span className={styles.cut}>Next: {name}</span>
					)}{' '}
					{!staged && <kbd>Enter</kbd>}
				</a>
			)}
		</p>
	);
}
