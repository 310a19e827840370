import { findChromium, findShell } from './chromium.mjs';
import { findFirefox, findWebKit, findXvfb } from './engines.mjs';
import { KERNEL_TOOLS } from './kernel-tools.mjs';
import { outputOf } from './run.mjs';
import { xxhashVersion } from './xxhash.mjs';

/**
 * Every tool outside npm that some command needs: the oldest version that will do, how to ask for
 * it, and the package that brings it where we know the package manager.
 */
const TOOLS = {
	emcc: {
		title: 'Emscripten (emcc)',
		atLeast: '3.1.6',
		ask: () => outputOf('emcc', ['--version']),
		packages: {
			apt: ['emscripten'],
			brew: ['emscripten'],
			dnf: ['emscripten'],
			pacman: ['emscripten'],
		},
	},
	gcc: {
		title: 'GCC with the C library headers (gcc)',
		atLeast: '10',
		ask: askGcc,
		packages: {
			apt: ['gcc', 'libc6-dev'],
			brew: ['gcc'],
			dnf: ['gcc', 'glibc-devel'],
			pacman: ['gcc'],
		},
	},
	xxhash: {
		title: 'xxHash, the header alone (xxhash.h)',
		atLeast: '0.8',
		ask: async () => xxhashVersion(),
		packages: {
			apt: ['libxxhash-dev'],
			brew: ['xxhash'],
			dnf: ['xxhash-devel'],
			pacman: ['xxhash'],
		},
	},
	cmake: {
		title: 'CMake with CTest (cmake)',
		atLeast: '3.21',
		ask: () => outputOf('cmake', ['--version']),
		packages: { apt: ['cmake'], brew: ['cmake'], dnf: ['cmake'], pacman: ['cmake'] },
	},
	make: {
		title: 'Make (make)',
		atLeast: '3.81',
		ask: () => outputOf('make', ['--version']),
		packages: { apt: ['make'], brew: ['make'], dnf: ['make'], pacman: ['make'] },
	},
	chromium: {
		title: 'Chromium (chromium)',
		atLeast: '110',
		ask: () => versionAt(findChromium()),
		packages: {
			apt: ['chromium'],
			brew: ['chromium'],
			dnf: ['chromium'],
			pacman: ['chromium'],
		},
	},
	headlessShell: {
		title: 'Chromium without a window (chromium-headless-shell)',
		atLeast: '110',
		ask: () => versionAt(findShell()),
		packages: { apt: ['chromium-headless-shell'] },
	},
	firefox: {
		title: 'Firefox (firefox-esr)',
		atLeast: '128',
		ask: () => versionAt(findFirefox()),
		packages: {
			apt: ['firefox-esr'],
			dnf: ['firefox'],
			pacman: ['firefox'],
		},
	},
	webkit: {
		title: 'WebKitGTK with its driver (WebKitWebDriver), by its interface',
		atLeast: '4.0',
		ask: async () => findWebKit()?.version,
		packages: { apt: ['webkit2gtk-driver'], pacman: ['webkit2gtk-4.1'] },
	},
	xvfb: {
		title: 'A screen in memory (Xvfb)',
		atLeast: '1',
		/* it does not tell its version */
		ask: async () => findXvfb() && '1',
		packages: { apt: ['xvfb'], dnf: ['xorg-x11-server-Xvfb'], pacman: ['xorg-server-xvfb'] },
	},
	spin: {
		title: 'Spin, for the second models (spin)',
		atLeast: '6.4',
		ask: () => outputOf('spin', ['-V']),
		packages: { apt: ['spin'], brew: ['spin'], dnf: ['spin'], pacman: ['spin'] },
	},
	clangFormat: {
		title: 'ClangFormat (clang-format)',
		atLeast: '14',
		ask: () => outputOf('clang-format', ['--version']),
		packages: {
			apt: ['clang-format'],
			brew: ['clang-format'],
			dnf: ['clang-tools-extra'],
			pacman: ['clang'],
		},
	},
	cppcheck: {
		title: 'Cppcheck (cppcheck)',
		atLeast: '2.10',
		ask: () => outputOf('cppcheck', ['--version']),
		packages: { apt: ['cppcheck'], brew: ['cppcheck'], dnf: ['cppcheck'], pacman: ['cppcheck'] },
	},
	...KERNEL_TOOLS,
};

/** What a program says of itself; undefined where there is none. */
const versionAt = async (path) => path && outputOf(path, ['--version']);

/** The compiler alone is not enough: without the C library's headers nothing compiles. */
async function askGcc() {
	const headers = await outputOf('gcc', ['-E', '-include', 'stdio.h', '-x', 'c', '/dev/null']);
	return headers && outputOf('gcc', ['-dumpfullversion']);
}

/** The first dotted number in what a tool prints about itself. */
export const versionIn = (text) => /\d+(?:\.\d+)*/.exec(text ?? '')?.[0];

export function isAtLeast(version, wanted) {
	const have = version.split('.').map(Number);
	const want = wanted.split('.').map(Number);
	for (const [i, part] of want.entries()) {
		if ((have[i] ?? 0) !== part) return (have[i] ?? 0) > part;
	}
	return true;
}

/** Asks each named tool for its version. `fault` is undefined where the tool will do. */
export function checkTools(names, tools = TOOLS) {
	return Promise.all(
		names.map(async (name) => {
			const { title, atLeast, ask } = tools[name];
			const version = versionIn(await ask());
			const fault = !version
				? 'not found'
				: isAtLeast(version, atLeast)
					? undefined
					: `${version} is too old`;
			return { name, title, atLeast, version, fault };
		}),
	);
}

export function packagesFor(names, manager, tools = TOOLS) {
	return names.flatMap((name) => tools[name].packages[manager] ?? []);
}
