/** `npm run lockstep -- page NAME`: one HTML file with one scenario in it, that needs no network and no server. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { importBundled } from './lib/bundle.mjs';
import { at, hashOf } from './lib/files.mjs';
import { mustRun, npmProgram, Told } from './lib/run.mjs';

const SCRIPT = 'build/file/lockstep-file.js';
const STYLE = 'html,body{margin:0}main{display:block;height:100dvh}';

export async function buildFileScript() {
	const [node, vite] = npmProgram('vite/bin/vite.js');
	const args = [vite, 'build', '--config', 'vite.file.config.ts', '--logLevel', 'warn'];
	await mustRun(node, args, { quiet: true });
}

async function generated(name) {
	const path = `wasm/generated/${name}.ts`;
	const bundled = at('build/bundled', `${name.replaceAll('/', '-')}.mjs`);
	return importBundled(path, bundled, hashOf([path]));
}

const sha = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** As text inside of a <script>. */
const inScript = (text) => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const asData = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Nothing but this very script and this very style: no other, and nothing from anywhere. */
const policyOf = (script, style) =>
	[
		"default-src 'none'",
		`script-src ${sha(script)} 'wasm-unsafe-eval'`,
		`style-src ${sha(style)}`,
		'font-src data:',
		'img-src data:',
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');

/** `fragment`: a scenario's name, or what follows '#/' in the address of one of its moments. */
async function pageFile(fragment, home = '') {
	const { LOCK_OF } = await generated('lock-of');
	const name = /^[^?]*/.exec(fragment)[0];
	const lock = Object.hasOwn(LOCK_OF, name) ? LOCK_OF[name] : undefined;
	if (!lock)
		throw new Told(`There is no scenario "${name}"; npm run lockstep -- list names them all.`);
	const needs = [SCRIPT, `wasm/dist/${lock}.wasm`];
	if (!needs.every((path) => existsSync(at(path))))
		throw new Told('The site must be built first: npm run build');
	const script = inScript(readFileSync(at(SCRIPT), 'utf8'));
	const { REST: rest } = await generated(`facts/${lock}`);
	const module = readFileSync(at(needs[1])).toString('base64');
	return [
		'<!doctype html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		`<meta http-equiv="Content-Security-Policy" content="${policyOf(script, STYLE)}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="color-scheme" content="light dark">',
		'<link rel="icon" href="data:,">',
		'<title>Lockstep</title>',
		`<style>${STYLE}</style>`,
		'</head>',
		'<body>',
		'<noscript>Lockstep steps real lock code in the browser, so it needs JavaScript and WebAssembly.</noscript>',
		`<script type="application/json" id="held">${asData({ fragment, lock, rest, home })}</script>`,
		`<script type="application/octet-stream" id="module">${module}</script>`,
		`<script type="module">${script}</script>`,
		'</body>',
		'</html>',
		'',
	].join('\n');
}

/** What a whole address names, and the site that it is of. */
function partsOf(address) {
	const [before, fragment] = address.split(/#\/?(.*)/s);
	return fragment === undefined ? ['', before] : [before, fragment];
}

export async function writePageFile(args) {
	const out = args.indexOf('--out');
	const [address] = args.filter((_, i) => out < 0 || (i !== out && i !== out + 1));
	if (!address || (out >= 0 && !args[out + 1]))
		throw new Told('npm run lockstep -- page NAME [--out FILE]: NAME is a scenario or an address');
	const [home, fragment] = partsOf(address);
	const text = await pageFile(fragment, home);
	if (out < 0) process.stdout.write(text);
	else writeFileSync(resolve(process.env.INIT_CWD ?? '.', args[out + 1]), text);
}
