import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { films } from './web/films/plugin.ts';
import { lockTexts } from './web/highlight/plugin.ts';
import { lessonHeads } from './web/lessons/heads-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the built page may do: itself only, and WebAssembly. The dev server needs more, so it has no policy. */
const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'self'",
	"worker-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
].join('; ');

function contentSecurityPolicy(): Plugin {
	return {
		name: 'content-security-policy',
		apply: 'build',
		transformIndexHtml: () => [
			{
				tag: 'meta',
				attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
				injectTo: 'head-prepend',
			},
		],
	};
}

/**
 * What every view needs is one file beside that of main.ts, and what the views of a lock have in common is another, not
 * as many as there are sets of views that share something: each file that is waited for costs a slow line a turn.
 * A group takes with it what its modules need and no group before it has.
 */
const CHUNKS = [
	{ name: 'main', tags: ['$initial' as const], priority: 4 },
	{
		name: 'page',
		test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/web\/src\/(?:store\/(?!(?:touched|answers|own|race|joining|told-by)\.)|narration\/(?:LiveRegion|phrases|verdicts)\.tsx?$|controls\/(?:PageTools|buttons|clipboard|icons|key|page-)|app\/(?:Brand|Notices|TopBar|at-once|brand|notices|top-bar)|gallery\/pairs|glossary\/(?:claims|Prose)\.|trace\/(?:held|load)\.)/,
		priority: 3,
	},
	/* the gallery has these, too */
	{
		name: 'pictures',
		test: /\/web\/src\/(?:controls\/Key|plan\/(?:OwnTalk|own-talk|Plan(?:Button|Toggle)|toggle|usePlanned)|drawings\/(?:Badge|badge|identity|threads\/roles|units|useReached|useSize|lanes\/(?:lanes\.module|height|zoom-key)))/,
		priority: 2,
	},
	{
		name: 'stage',
		test: /\/web\/src\/(?:app\/(?:Fit|Header|Stepper|header|stepper)|controls\/(?:CheckBadge|CopyLink|ExportButton|StepButton|Transport|check-badge|transport)|drawings\/(?!Lanes|Miniature|SourcePane|lanes\/(?!LateSign|RoundSign)|miniature|source\/(?!carets|packs))|narration\/(?!(?:FromHere|OwnEnd|RaceNote|kept|own-end|race)\.)|store\/answers\.)/,
		priority: 1,
	},
	/* these come after the picture */
	{
		name: 'films',
		test: /\/web\/src\/drawings\/(?:Miniature|miniature|lanes\/(?:parts|paths|reach))|\/node_modules\/d3-(?:path|shape)\//,
		priority: 0.5,
	},
	{
		name: 'lanes',
		test: /\/web\/src\/drawings\/(?:Lanes|lanes\/(?!LaneZoom|WindowBrush|transform))|\/node_modules\/d3-scale\//,
		priority: 0,
	},
	{
		name: 'behind',
		test: /\/web\/src\/(?:narration\/(?:FromHere|OwnEnd|RaceNote|kept|own-end|race)\.|pointing\/)/,
		priority: 0,
	},
	{
		name: 'source',
		test: /\/web\/src\/drawings\/(?:SourcePane|source\/(?!faulty))/,
		priority: 0,
	},
	{
		name: 'presenter',
		test: /\/web\/src\/stage\/(?!load|touched|leaving-items)/,
		priority: 0,
	},
	{
		name: 'handles',
		test: /\/web\/src\/drawings\/lanes\/(?:LaneZoom|WindowBrush|transform)\.ts$|\/node_modules\/d3-transition\//,
		priority: 0,
	},
	{
		name: 'running',
		test: /\/wasm\/src\/(?:columns|engine|loader|memory|running|session|views)\.ts$/,
		priority: 0,
	},
];

/** What main.ts asks for first of all, whatever the address: the browser learns of it before the script has come. */
const ALWAYS = /\/web\/src\/page\.tsx$/;

/** Hints in the page for a chunk that is loaded later, and for all that it needs. */
function preloadAlways(): Plugin {
	return {
		name: 'preload-always',
		apply: 'build',
		transformIndexHtml(html, { bundle = {} }) {
			const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
			const page = chunks.find(({ facadeModuleId }) => ALWAYS.test(facadeModuleId ?? ''));
			if (!page) throw new Error('the page has no chunk of its own');
			const hint = (file: string, attrs: Record<string, string | boolean>) => ({
				tag: 'link',
				attrs: { ...attrs, href: `./${file}` },
			});
			const styles = [...(page.viteMetadata?.importedCss ?? [])];
			return [
				...[page.fileName, ...page.imports].map((file) =>
					hint(file, { rel: 'modulepreload', crossorigin: true }),
				),
				...styles.map((file) => hint(file, { rel: 'preload', as: 'style', crossorigin: true })),
			]
				.filter(({ attrs }) => !html.includes(String(attrs.href)))
				.map((tag) => ({ ...tag, injectTo: 'head' as const }));
		},
	};
}

/** The name of the script in the page begins so, and no other does. */
const ENTRY = 'assets/entry-';

export default defineConfig({
	root: here('web'),
	base: './',
	plugins: [
		react(),
		lockTexts(),
		films(here('build/generated/films')),
		lessonHeads(here('web/lessons')),
		contentSecurityPolicy(),
		preloadAlways(),
	],
	resolve: {
		alias: [
			{ find: /^@wasm$/, replacement: here('wasm/src/index.ts') },
			{ find: /^@wasm\//, replacement: `${here('wasm/src')}/` },
			{ find: /^@generated\//, replacement: `${here('build/generated')}/` },
		],
	},
	build: {
		outDir: here('dist'),
		emptyOutDir: true,
		target: 'es2022',
		assetsInlineLimit: 0,
		/* the texts of all documents, for whoever searches them, are a chunk of 520 kB */
		chunkSizeWarningLimit: 600,
		/* what runs already is not asked for again: Firefox says that it fails */
		modulePreload: {
			polyfill: false,
			resolveDependencies: (_, files) => files.filter((file) => !file.startsWith(ENTRY)),
		},
		/* finding the colours takes a second, which is no news */
		rolldownOptions: {
			checks: { bundlerTimings: false },
			output: {
				codeSplitting: { groups: CHUNKS },
				entryFileNames: `${ENTRY}[hash].js`,
			},
		},
	},
	worker: { format: 'es' },
	server: { fs: { allow: [here('.')] } },
});
