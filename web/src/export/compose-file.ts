/** The text of a single file: one scenario or lesson that needs no network. The command line and the page both write it. */

/** Of a story: its own styles are in its script, for its shadow root. */
export const STORY_STYLE = 'html,body{margin:0}main{display:block;height:100dvh}';

interface FileParts {
	/** of the kind of file, with no mark-up in it */
	script: string;
	style: string;
	/** what `held()` of the file reads */
	held: {
		/** the name of a scenario, or what follows '#/' in the address of one of its moments or of a lesson */
		fragment: string;
		locks: Readonly<Record<string, unknown>>;
		lesson: unknown;
		/** the address of a site, for the way to it; '' where there is none */
		home: string;
	};
	/** of each lock, its module in base64 */
	modules: Readonly<Record<string, string>>;
	/** of a text in UTF-8, in base64 */
	sha256: (text: string) => string | Promise<string>;
}

/** As text inside of a <script>. */
const inScript = (text: string) =>
	text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

const asData = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Nothing but this very script and this very style: no other, and nothing from anywhere. */
const policyOf = (script: string, style: string) =>
	[
		"default-src 'none'",
		`script-src 'sha256-${script}' 'wasm-unsafe-eval'`,
		`style-src 'sha256-${style}'`,
		'font-src data:',
		'img-src data:',
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');

export async function composeFile(parts: FileParts): Promise<string> {
	const { style, held, modules, sha256 } = parts;
	const script = inScript(parts.script);
	const policy = policyOf(await sha256(script), await sha256(style));
	return [
		'<!doctype html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		`<meta http-equiv="Content-Security-Policy" content="${policy}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="color-scheme" content="light dark">',
		'<link rel="icon" href="data:,">',
		'<title>Lockstep</title>',
		`<style>${style}</style>`,
		'</head>',
		'<body>',
		'<noscript>Lockstep steps real lock code in the browser, so it needs JavaScript and WebAssembly.</noscript>',
		`<script type="application/json" id="held">${asData(held)}</script>`,
		...Object.entries(modules).map(
			([lock, module]) =>
				`<script type="application/octet-stream" id="module-${lock}">${module}</script>`,
		),
		`<script type="module">${script}</script>`,
		'</body>',
		'</html>',
		'',
	].join('\n');
}
