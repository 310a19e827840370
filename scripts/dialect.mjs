/** Runs the front end of the dialect on a folder of texts; core-c/dialect/cli.ts has the commands. */
import { readFileSync } from 'node:fs';
import { at, filesUnder } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { isMain, main } from './lib/run.mjs';

if (isMain(import.meta))
	main(async (args) => {
		const { cli } = await loadFrontEnd();
		const files = filesUnder(args[1] ?? 'core-c/locks', (path) => /\.[ch]$/.test(path)).map(
			(path) => ({ path, text: readFileSync(at(path), 'utf8') }),
		);
		const { output, code } = cli(args, files);
		for (const line of output) console.log(line);
		return code;
	});
