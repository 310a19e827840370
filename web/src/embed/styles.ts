/** The styles of the page for a shadow root: the build puts them in (web/embed/shadow-styles.ts). */
declare const __LOCKSTEP_STYLES__: string;

/* A sheet made by script, so that no policy of the page around it stands against it. */
export function shadowSheet(): CSSStyleSheet {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(__LOCKSTEP_STYLES__);
	return sheet;
}
