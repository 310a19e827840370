import { useApp } from '../store/react';
import { LinkIcon } from './icons';

/** Works where the clipboard API is refused too: by selecting a field and asking for a copy. */
async function copy(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const field = document.createElement('textarea');
		field.value = text;
		field.className = 'visually-hidden';
		document.body.append(field);
		field.select();
		const done = document.execCommand?.('copy') ?? false;
		field.remove();
		return done;
	}
}

export function CopyLink() {
	const app = useApp();
	const onClick = async () => {
		const link = app.link();
		const done = await copy(link);
		app.say(
			done ? 'Link to this moment copied.' : 'The browser refused; the link is in the address bar.',
		);
	};
	return (
		<button
			type="button"
			className="tool"
			data-testid="copy-link"
			aria-label="Copy link"
			onClick={onClick}
		>
			<LinkIcon /> <span className="wide-label">Copy link</span>
		</button>
	);
}
