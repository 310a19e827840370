import { buildNative, NATIVE } from './build-native.mjs';
import { at } from './lib/files.mjs';
import { main, run } from './lib/run.mjs';
import { newLock } from './new-lock.mjs';
import { writePageFile } from './page-file.mjs';
import { repair } from './repair.mjs';
import { setUp } from './setup.mjs';

main(async (args) => {
	if (args[0] === 'new') {
		await setUp([], { quiet: true });
		return newLock(args.slice(1));
	}
	if (args[0] === 'page') {
		await setUp([], { quiet: true });
		return writePageFile(args.slice(1));
	}
	if (args[0] === 'repair') {
		await setUp([], { quiet: true });
		return repair(args.slice(1));
	}
	await setUp(['gcc', 'xxhash', 'cmake', 'make'], { quiet: true });
	await buildNative({ target: 'lockstep', quiet: true });
	/* npm changes to the repository; the files that are named lie where it was called */
	return run(at(NATIVE, 'lockstep'), args, { cwd: process.env.INIT_CWD });
});
