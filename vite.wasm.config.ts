/** The core for the package `lockstep-wasm`: scripts with the modules beside them, for a page or for Node. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
	root: here('wasm'),
	base: './',
	publicDir: false,
	build: {
		outDir: here('build/packages/lockstep-wasm'),
		emptyOutDir: true,
		target: 'es2022',
		assetsInlineLimit: 0,
		modulePreload: false,
		rolldownOptions: {
			input: { 'lockstep-wasm': here('wasm/src/package.ts') },
			preserveEntrySignatures: 'strict',
			checks: { bundlerTimings: false },
			output: {
				entryFileNames: '[name].js',
				chunkFileNames: 'assets/[name]-[hash].js',
				assetFileNames: 'assets/[name][extname]',
			},
		},
	},
});
