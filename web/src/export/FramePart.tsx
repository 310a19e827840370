import buttons from '../controls/buttons.module.css';
import { copy } from '../controls/clipboard';
import { roomLink } from '../qr/room-link';
import { shownTitle } from '../store/beats';
import { useApp, useAppState } from '../store/react';
import styles from './export.module.css';
import { frameCode } from './frame-code';

/** For a page of the reader's own; a file that only this reader has no address leads to. */
export function FramePart() {
	const app = useApp();
	const own = useAppState(({ doc }) => doc?.recording?.own === true);
	if (own) return null;
	const copied = async () => {
		const code = frameCode(roomLink(app.address.link()), shownTitle(app.state));
		app.page.say((await copy(code)) ? 'Frame copied.' : 'The browser refused to copy.');
	};
	return (
		<>
			<h3>A frame, for a page of yours</h3>
			<p className="muted">
				An &lt;iframe&gt; that opens at this moment and is stepped there.{' '}
				<a href="#/docs/embedding">Element, slides and packages</a> are in the documents.
			</p>
			<p className={styles.actions}>
				<button
					type="button"
					className={buttons.button}
					data-testid="export-frame"
					onClick={() => void copied()}
				>
					Copy HTML
				</button>
			</p>
		</>
	);
}
