import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import vite from '../../vite.config.ts';

/** The built page in engines that Playwright does not drive as they are installed. */
export default mergeConfig(
	mergeConfig(vite, { root: `${import.meta.dirname}/../..` }),
	defineConfig({
		test: {
			include: ['tests/engines/*.test.ts'],
			environment: 'node',
			maxWorkers: 2,
			testTimeout: 90_000,
			hookTimeout: 120_000,
		},
	}),
);
