/** Between two stories of a talk, and behind the last, in place of the slide. */
import { useEffect, useRef, useState } from 'react';
import { Prose } from '../glossary/Prose';
import { OwnTalk } from '../plan/OwnTalk';
import { qrOf } from '../qr/code';
import { QrCode } from '../qr/QrCode';
import { isOwnComputer } from '../qr/room-link';
import { useApp, useAppState, useDocument } from '../store/react';
import type { State } from '../store/state';
import styles from './interval.module.css';
import { LeftBy } from './LeftBy';
import { FEW_LEFT, type Left, leftBy, talkLink, triedAfter } from './leaving';
import { useWholeList } from './useWholeList';

type Next = NonNullable<State['interval']>['next'];

interface IntervalProps {
	next: Next;
	/** behind a story that is in no talk */
	ends?: boolean | undefined;
}

export function Interval({ next, ends = false }: IntervalProps) {
	if (ends) return <End next={next} />;
	return (
		<section
			className={styles.interval}
			aria-label="Between two parts of the talk"
			data-testid="interval"
		>
			{next ? (
				<div className={styles.next}>
					<p>
						Next: <b>{next.name}</b>
					</p>
					{next.asks && <p className={styles.asks}>{next.asks}</p>}
				</div>
			) : (
				<Closing />
			)}
		</section>
	);
}

/** What a story leaves that is in no talk, and what its author would try or open next: no press of the clicker does that. */
function End({ next }: { next: Next }) {
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	if (!core) return null;
	const left = leftBy(core, [config.scenario]);
	const tries = triedAfter(core, config.scenario);
	return (
		<section className={styles.interval} aria-label="The end of the story" data-testid="interval">
			<h2>To take home</h2>
			<div className={styles.closing}>
				<Lines left={left} />
			</div>
			{tries && (
				<p className={styles.tries} data-testid="tries">
					To try: <Prose>{tries}</Prose>
				</p>
			)}
			{next && (
				<p className={styles.tries} data-testid="leads-to">
					To go on: <b>{next.name}</b> <kbd>Enter</kbd>
					{next.asks && <span className={styles.led}>{next.asks}</span>}
				</p>
			)}
		</section>
	);
}

const NOTHING: readonly Left[] = [];

function Lines({ left }: { left: readonly Left[] }) {
	const list = useRef<HTMLUListElement>(null);
	useWholeList(list, left.map(({ text }) => text).join());
	return (
		<ul ref={list} data-many={left.length > FEW_LEFT || undefined}>
			<LeftBy left={left} />
		</ul>
	);
}

/** Of a talk of more than stories, as soon as it is there; null: of another one. */
function useLeftByItems(): readonly Left[] | null {
	const app = useApp();
	const course = useAppState((s) => s.course);
	const [left, setLeft] = useState<readonly Left[]>(NOTHING);
	useEffect(() => {
		/* an edited text may run here: the lines are those of the published ones, but for its own */
		const { core } = app.state;
		if (!course || !core) return;
		let wanted = true;
		import('./leaving-items')
			.then(({ leftByItems }) => leftByItems(app, core, course.stops))
			.then((lines) => wanted && setLeft(lines))
			.catch(() => {}); /* then without them */
		return () => {
			wanted = false;
		};
	}, [app, course]);
	return course ? left : null;
}

/** What each story of the talk leaves, and where all of them are. */
function Closing() {
	const core = useAppState((s) => s.core);
	const list = useAppState((s) => s.view.list);
	const [, redraw] = useState(0);
	/* after a reload in the middle of the talk the words of its first stories are not there yet */
	useEffect(() => {
		const stories = core ? list.filter((name) => core.scenario(name)) : [];
		const locks = core ? stories.map((name) => core.lockOf(name)) : [];
		const absent = [...new Set(locks)].filter((lock) => core && !core.has(lock));
		Promise.all(absent.map((lock) => core?.load(lock)))
			.then(() => redraw((n) => n + 1))
			.catch(() => {}); /* then without them */
	}, [core, list]);
	const ofItems = useLeftByItems();
	const left = ofItems ?? (core ? leftBy(core, list) : []);
	const link = talkLink(window.location.href, list);
	const code = qrOf(link);
	return (
		<>
			<h2>To take home</h2>
			<div className={styles.closing}>
				<Lines left={left} />
				{code ? (
					<figure>
						<QrCode code={code} link={link} className={styles.code} testid="talk-code" />
						<figcaption>
							{ofItems ? 'All of this talk' : 'All stories of this talk'}
							{isOwnComputer(link) && ' (this page is open on this computer only)'}
						</figcaption>
						<OwnTalk>My talk: put one together</OwnTalk>
					</figure>
				) : (
					<figure data-testid="talk-code-none">
						<figcaption>
							The address of this talk is too long for a code: “My talk” copies it.
						</figcaption>
						<OwnTalk>My talk: put one together</OwnTalk>
					</figure>
				)}
			</div>
		</>
	);
}
