import { useApp } from '../store/react';
import buttons from './buttons.module.css';
import { copyLink } from './clipboard';
import { LinkIcon } from './icons';

export function CopyLink() {
	const app = useApp();
	return (
		<button
			type="button"
			className={buttons.tool}
			data-testid="copy-link"
			aria-label="Copy link"
			title="Copy the link to this moment (l)"
			onClick={() => void copyLink(app)}
		>
			<LinkIcon /> <span className={buttons.wideLabel}>Copy link</span>
		</button>
	);
}
