/** Whether this system can build a kernel and boot it. */
import { KERNEL_TOOLS } from '../lib/kernel-tools.mjs';
import { CannotInstall, setUp } from '../setup.mjs';

/** The exit code of a command that cannot be run here. */
export const SKIP = 77;

/** True when the tools are there; false where they cannot be. An installation that fails is an error. */
export async function ready() {
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		console.log('\nSkipped: this needs Linux on x86-64.');
		return false;
	}
	try {
		await setUp(['gcc', 'xxhash', 'cmake', 'make', ...Object.keys(KERNEL_TOOLS)]);
		return true;
	} catch (error) {
		if (!(error instanceof CannotInstall)) throw error;
		console.log(`\nSkipped: ${error.message}`);
		return false;
	}
}
