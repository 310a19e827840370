import { useEffect } from 'react';
import { CloseIcon } from '../controls/icons';
import { useApp, useAppState } from '../store/react';

const TOAST_MS = 4000;

/** What was dropped from an address, until the reader has taken note. */
export function Notices() {
	const app = useApp();
	const notices = useAppState((s) => s.notices);
	if (notices.length === 0) return null;
	return (
		<div className="notice" role="alert" data-testid="notice">
			<ul>
				{notices.map((n) => (
					<li key={n}>{n}</li>
				))}
			</ul>
			<button
				type="button"
				className="round"
				aria-label="Dismiss"
				onClick={() => app.page.dismissNotices()}
			>
				<CloseIcon />
			</button>
		</div>
	);
}

export function Toast() {
	const app = useApp();
	const toast = useAppState((s) => s.toast);
	useEffect(() => {
		if (!toast) return;
		const timer = setTimeout(() => app.page.say(''), TOAST_MS);
		return () => clearTimeout(timer);
	}, [toast, app]);
	return toast ? (
		<div className="toast" data-testid="toast" aria-hidden="true">
			{toast}
		</div>
	) : null;
}
