/** The moment as a frame for somebody else's page, as docs/embedding has it. */
const escaped = (text: string): string =>
	text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** `link`: the moment's address for readers. */
export function frameCode(link: string, title: string): string {
	const src = `${link}${link.replace(/^[^#]*#/, '').includes('?') ? '&' : '?'}embed=1`;
	return [
		'<iframe',
		`	title="${escaped(title)}"`,
		`	src="${escaped(src)}"`,
		'	width="800"',
		'	height="450"',
		`	sandbox="${SANDBOX}"`,
		'></iframe>',
		'',
	].join('\n');
}
