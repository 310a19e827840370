/** The script of the single files that `npm run lockstep -- page` writes: all in one, but for the lock that it shows. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import page from './vite.config.ts';
import { shadowStyles } from './web/embed/shadow-styles.ts';
import { lockTexts } from './web/highlight/plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function oneFamily(): Plugin {
	return {
		name: 'one-family',
		enforce: 'pre',
		resolveId(source) {
			return /\/generated\/families$/.test(source)
				? here('web/src/embed/held-families.ts')
				: undefined;
		},
	};
}

export default defineConfig({
	root: here('web'),
	base: './',
	plugins: [oneFamily(), react(), lockTexts(), shadowStyles()],
	resolve: page.resolve ?? {},
	build: {
		outDir: here('build/file'),
		emptyOutDir: true,
		target: 'es2022',
		/* the faces: in the script */
		assetsInlineLimit: 1_000_000,
		cssCodeSplit: false,
		modulePreload: false,
		chunkSizeWarningLimit: 1000,
		rolldownOptions: {
			input: { 'lockstep-file': here('web/src/embed/file.ts') },
			checks: { bundlerTimings: false },
			output: { entryFileNames: '[name].js', codeSplitting: false },
		},
	},
});
