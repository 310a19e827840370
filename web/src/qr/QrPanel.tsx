/** This moment's address for a room: a code that fills the window. */
import { useEffect, useRef } from 'react';
import buttons from '../controls/buttons.module.css';
import { useApp, useAppState } from '../store/react';
import { qrOf } from './code';
import { QrCode } from './QrCode';
import styles from './qr.module.css';
import { isOwnComputer, roomLink } from './room-link';

export function QrPanel() {
	const app = useApp();
	const dialog = useRef<HTMLDialogElement>(null);
	/* it follows the steps, of one story or of two side by side */
	useAppState((s) => s.doc?.moment);
	useAppState((s) => s.route);
	const link = roomLink(app.address.link());
	const code = qrOf(link);
	useEffect(() => {
		const before = document.activeElement;
		const own = dialog.current;
		own?.showModal();
		/* it fills the window: a press anywhere can mean nothing else */
		const close = () => app.page.closePanel();
		own?.addEventListener('click', close);
		return () => {
			own?.removeEventListener('click', close);
			own?.close();
			if (before instanceof HTMLElement) before.focus();
		};
	}, [app]);
	return (
		<dialog
			ref={dialog}
			className={styles.panel}
			aria-label="QR code of this moment"
			data-testid="qr"
			onCancel={(event) => {
				event.preventDefault();
				app.page.closePanel();
			}}
		>
			{code ? (
				<QrCode code={code} link={link} className={styles.code} testid="qr-code" />
			) : (
				<p>The address of this moment is too long for a code.</p>
			)}
			<p className={styles.link}>{link}</p>
			{isOwnComputer(link) && (
				<p>This page is served by this computer for itself: no other device can open it.</p>
			)}
			<button type="button" className={buttons.button} onClick={() => app.page.closePanel()}>
				Close
			</button>
		</dialog>
	);
}
