import { useEffect, useRef, useSyncExternalStore } from 'react';
import buttons from '../controls/buttons.module.css';
import { CloseIcon } from '../controls/icons';
import { Keyed } from '../controls/Keyed';
import { useApp, useAppState } from '../store/react';
import styles from './notices.module.css';
import { missing } from './patient';

const TOAST_MS = 4000;
/** Letters that a line of the narrowest bar before a room has not. */
const LONG = 70;

/** How far a schedule goes in an edited text is said of the moment at which it began to run: who acts has read it. */
function useGoneWithNextAct(notices: readonly string[]): void {
	const app = useApp();
	const isOwn = useAppState((s) => s.core?.edited != null);
	const moment = useAppState((s) => s.doc?.moment);
	const panel = useAppState((s) => s.panel);
	const said = useRef({ notices, moment });
	useEffect(() => {
		const { current } = said;
		if (current.notices !== notices || !current.moment) said.current = { notices, moment };
		else if (isOwn && notices.length > 0 && (current.moment !== moment || panel !== 'none'))
			app.page.dismissNotices();
	}, [app, notices, isOwn, moment, panel]);
}

/** That a schedule cannot go on is what an edit is made for, and no mistake in an address. */
const ofEdit = (notice: string): string =>
	notice.replace(
		/^Step (\d+) of \d+\b.* is not possible here\..*/s,
		'From step $1 on your text does something else. The steps before it were taken as they were.',
	);

/** What was dropped from an address, until the reader has taken note. */
export function Notices() {
	const app = useApp();
	const notices = useAppState((s) => s.notices);
	const isOwn = useAppState((s) => s.core?.edited != null);
	useGoneWithNextAct(notices);
	if (notices.length === 0) return null;
	return (
		<div className={styles.notice} role="alert" data-testid="notice">
			<ul>
				{notices.map((n) => (
					<li key={n}>{isOwn ? ofEdit(n) : n}</li>
				))}
			</ul>
			<button
				type="button"
				className={buttons.round}
				aria-label="Dismiss"
				onClick={() => app.page.dismissNotices()}
			>
				<CloseIcon />
			</button>
		</div>
	);
}

/** That a part of the page has not come yet. */
export function Missing() {
	const said = useSyncExternalStore(missing.listen, missing.now);
	return said ? (
		<p className={styles.notice} role="alert" data-testid="missing">
			{said}
		</p>
	) : null;
}

interface ToastProps {
	/** where it is for a while: over the last lines of the code or the key of the lanes, at the free end of a bar; at the foot, where the page scrolls; before a room, in place of the story's title; in a file as well, where that stands at the end of the bar; or beside the title of the sheet that is open, and then nowhere else */
	place: 'code' | 'lanes' | 'bar' | 'stage' | 'title' | 'page' | 'sheet';
}

/** What the page says in passing: seen here, and read aloud by the live region. It covers nothing that is pressed. */
export function Toast({ place }: ToastProps) {
	const app = useApp();
	const toast = useAppState((s) => s.toast);
	const covered = useAppState((s) => s.panel !== 'none' && place !== 'sheet');
	/* the speaker reads it in the other window; a room need not */
	const apart = useAppState((s) => s.apart && s.view.presenter);
	/* what stands between two stories, or behind the last, says it itself */
	const between = useAppState((s) => s.interval !== null && s.interval.at === s.doc?.moment);
	useEffect(() => {
		if (!toast) return;
		const timer = setTimeout(() => app.page.say(''), TOAST_MS);
		return () => clearTimeout(timer);
	}, [toast, app]);
	return toast && !covered && !apart && !between ? (
		<div
			className={styles.toast}
			data-place={place}
			data-long={toast.length > LONG || undefined}
			data-testid="toast"
			aria-hidden="true"
		>
			<Keyed of={toast} />
		</div>
	) : null;
}
