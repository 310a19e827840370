/**
 * Hears what a page complains of. Neither protocol tells of a policy that is broken, and WebKitGTK's tells of no error,
 * so this stands in the page, in front of its policy and of all its scripts.
 */
const EAR = `
	const heard = (window.heard = []);
	addEventListener('error', (event) => heard.push('error: ' + (event.message ?? event.target.outerHTML)), true);
	addEventListener('unhandledrejection', (event) => heard.push('rejected: ' + event.reason));
	document.addEventListener('securitypolicyviolation', (event) =>
		heard.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
	for (const kind of ['error', 'warn']) {
		const tell = console[kind];
		console[kind] = (...said) => {
			heard.push('console: ' + said.join(' '));
			tell.apply(console, said);
		};
	}
`;

export function withEar(html: string): string {
	const parts = html.split('<head>');
	if (parts.length !== 2) throw new Error('a page has one head');
	return parts.join(`<head><script>{${EAR}}</script>`);
}
