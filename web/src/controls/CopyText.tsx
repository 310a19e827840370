import { useApp } from '../store/react';
import buttons from './buttons.module.css';
import { copy } from './clipboard';

export function CopyText({ text, what }: { text: string; what: string }) {
	const app = useApp();
	const copied = async () =>
		app.page.say((await copy(text)) ? `Copied: ${what}.` : 'The browser refused to copy.');
	return (
		<button type="button" className={buttons.tool} onClick={() => void copied()}>
			Copy
		</button>
	);
}
