import { readdirSync } from 'node:fs';
import { outputOf } from './run.mjs';

const PACKAGED = '/usr/src';
const PACKAGE = /^linux-source-(6\.12(?:\.\d+)?)\.tar\.xz$/;

/** Path of the kernel source that Debian's package installs, or undefined. */
export function packagedSource(folder = PACKAGED) {
	try {
		const name = readdirSync(folder).find((entry) => PACKAGE.test(entry));
		return name && `${folder}/${name}`;
	} catch {
		return undefined;
	}
}

/** A compiler finds the header, and says which version its package has. */
async function withHeader(header, version) {
	const text = await outputOf('gcc', ['-E', '-include', header, '-x', 'c', '/dev/null']);
	return text && version;
}

const everywhere = (name) => ({ apt: [name], dnf: [name], pacman: [name] });

/** What builds a kernel and boots it; the rest is in tools.mjs. */
export const KERNEL_TOOLS = {
	kernelSource: {
		title: 'Source of Linux 6.12 (or a tree of it, named in KERNEL_SRC)',
		atLeast: '6.12',
		ask: async () =>
			process.env.KERNEL_SRC
				? outputOf('make', ['-s', '-C', process.env.KERNEL_SRC, 'kernelversion'])
				: PACKAGE.exec(packagedSource()?.replace(/^.*\//, '') ?? '')?.[1],
		packages: { apt: ['linux-source-6.12'] },
	},
	flex: {
		title: 'Flex (flex)',
		atLeast: '2.5.35',
		ask: () => outputOf('flex', ['--version']),
		packages: everywhere('flex'),
	},
	bison: {
		title: 'Bison (bison)',
		atLeast: '2.0',
		ask: () => outputOf('bison', ['--version']),
		packages: everywhere('bison'),
	},
	bc: {
		title: 'bc',
		atLeast: '1.06',
		ask: () => outputOf('bc', ['--version']),
		packages: everywhere('bc'),
	},
	patch: {
		title: 'Patch (patch)',
		atLeast: '2.6',
		ask: () => outputOf('patch', ['--version']),
		packages: everywhere('patch'),
	},
	xz: {
		title: 'XZ (xz)',
		atLeast: '5.0',
		ask: () => outputOf('xz', ['--version']),
		packages: { apt: ['xz-utils'], dnf: ['xz'], pacman: ['xz'] },
	},
	libelf: {
		title: 'Headers of libelf (gelf.h)',
		atLeast: '0.1',
		ask: () => withHeader('gelf.h', '0.1'),
		packages: { apt: ['libelf-dev'], dnf: ['elfutils-libelf-devel'], pacman: ['libelf'] },
	},
	qemu: {
		title: 'QEMU for x86-64 (qemu-system-x86_64)',
		atLeast: '5.0',
		ask: () => outputOf('qemu-system-x86_64', ['--version']),
		packages: {
			apt: ['qemu-system-x86'],
			dnf: ['qemu-system-x86'],
			pacman: ['qemu-system-x86'],
		},
	},
};
