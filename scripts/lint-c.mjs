/** The C beside the lock texts: its form (clang-format) and what a compiler does not say (cppcheck). */
import { filesUnder } from './lib/files.mjs';
import { run } from './lib/run.mjs';

/**
 * Left out of the form: the texts, in which a line is a step; stories and levels, which are tables; headers that are
 * tables of words, or of names of the kernel, one a line; what is generated.
 */
const OTHER_FORM =
	/^core-c\/locks\/(\w+)\/(?:\1|scenarios|levels|repairs)\.c$|^core-c\/dialect\/(?:golden\/|kernel-stub\.h$)|^core-c\/kernel\/own-text\/(?:shim|tasks|accessors)\.h$|^core-c\/backend\/(?:step\/(?:step|lines)|native\/native|kernel\/kernel|follow\/gate_words|record\/log_words)\.h$/;
/** Left out of the analysis: it cannot follow the words of the dialect, or is for the kernel. */
const NOT_ANALYSED =
	/^core-c\/(?:kernel|dialect)\/|^core-c\/locks\/(\w+)\/(?:\1|\w+_kernel)\.c$|^core-c\/glibc\/beside\/(?:mutex|rwlock|pi)\.c$/;

const cFiles = (wanted) =>
	['core-c', 'wasm'].flatMap((folder) =>
		filesUnder(folder, (path) => /\.[ch]$/.test(path) && wanted(path)),
	);

const formattedFiles = () => cFiles((path) => !OTHER_FORM.test(path));
const analysedFiles = () => cFiles((path) => path.endsWith('.c') && !NOT_ANALYSED.test(path));

export const formPasses = async () =>
	(await run('clang-format', ['--dry-run', '-Werror', ...formattedFiles()])) === 0;

export const analysisPasses = async () =>
	(await run('cppcheck', [
		'--quiet',
		'--std=c11',
		'--error-exitcode=1',
		'--enable=warning,performance,portability',
		'--inline-suppr',
		'--suppress=missingIncludeSystem',
		'--suppress=invalidPrintfArgType_uint', // enums: gcc's -Wformat knows their type
		'--suppress=arrayIndexOutOfBoundsCond', // of run->thread: n is at most LS_MAX_THREADS
		'-j2',
		'-Icore-c',
		'-Ibuild/generated',
		...analysedFiles(),
	])) === 0;
