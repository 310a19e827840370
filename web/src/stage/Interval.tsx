/** Between two stories of a talk, and behind the last, in place of the slide. */
import { type CSSProperties, useEffect, useState } from 'react';
import { OwnTalk } from '../plan/OwnTalk';
import { qrOf } from '../qr/code';
import { QrCode } from '../qr/QrCode';
import { isOwnComputer } from '../qr/room-link';
import { useAppState } from '../store/react';
import type { State } from '../store/state';
import styles from './interval.module.css';
import { LeftBy } from './LeftBy';
import { leftBy, talkLink } from './leaving';

type Next = NonNullable<State['interval']>['next'];

export function Interval({ next }: { next: Next }) {
	return (
		<section className={styles.interval} aria-label="Between two stories" data-testid="interval">
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

/** What each story of the talk leaves, and where all of them are. */
function Closing() {
	const core = useAppState((s) => s.core);
	const list = useAppState((s) => s.view.list);
	const [, redraw] = useState(0);
	/* after a reload in the middle of the talk the words of its first stories are not there yet */
	useEffect(() => {
		const locks = core ? list.map((name) => core.lockOf(name)) : [];
		const absent = [...new Set(locks)].filter((lock) => core && !core.has(lock));
		Promise.all(absent.map((lock) => core?.load(lock)))
			.then(() => redraw((n) => n + 1))
			.catch(() => {}); /* then without them */
	}, [core, list]);
	const left = core ? leftBy(core, list) : [];
	const link = talkLink(window.location.href, list);
	const code = qrOf(link);
	return (
		<>
			<h2>To take home</h2>
			<div className={styles.closing}>
				<ul style={{ '--lines': left.length } as CSSProperties}>
					<LeftBy left={left} />
				</ul>
				{code && (
					<figure>
						<QrCode code={code} link={link} className={styles.code} testid="talk-code" />
						<figcaption>
							All stories of this talk
							{isOwnComputer(link) && ', on this computer alone: the page is served for itself'}
						</figcaption>
						<OwnTalk>My talk: put one together</OwnTalk>
					</figure>
				)}
			</div>
		</>
	);
}
