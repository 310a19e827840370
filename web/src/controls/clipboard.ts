/** Puts the address of the present moment where the reader can paste it from. */
import { roomLink } from '../qr/room-link';
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
	/* what a speaker hands out is for the readers, as the QR code is */
	const { presenter } = app.state.view;
	const link = app.address.link();
	const done = await copy(presenter ? roomLink(link) : link);
	const copied = presenter
		? 'Link to this moment copied, without presenter view.'
		: 'Link to this moment copied.';
	app.page.say(done ? copied : 'The browser refused; the link is in the address bar.');
}
