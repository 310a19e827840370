/** Puts the address of the present moment where the reader can paste it from. */
import type { App } from '../store/app';

/** Works where the clipboard API is refused too: by selecting a field and asking for a copy. */
export async function copy(text: string): Promise<boolean> {
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

export async function copyLink(app: App): Promise<void> {
	if (app.doc?.recording?.own) {
		app.page.say(
			'No link: this recording is a file of yours, which nobody else can open by an address.',
		);
		return;
	}
	const done = await copy(app.address.link());
	app.page.say(
		done ? 'Link to this moment copied.' : 'The browser refused; the link is in the address bar.',
	);
}
