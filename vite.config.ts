import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lockTexts } from './web/highlight/plugin.ts';

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

export default defineConfig({
	root: here('web'),
	base: './',
	plugins: [react(), lockTexts(), contentSecurityPolicy()],
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
		modulePreload: { polyfill: false },
		/* finding the colours takes a second, which is no news */
		rolldownOptions: { checks: { bundlerTimings: false } },
	},
	worker: { format: 'es' },
	server: { fs: { allow: [here('.')] } },
});
