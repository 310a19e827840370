import { expect, test } from 'vitest';
import { asSources, namesIn, patchedFiles } from './lib/glibc-source.mjs';

test('entries of apt become those of their sources, in both forms', () => {
	const deb822 = 'Types: deb\nURIs: http://deb.debian.org/debian\nSuites: bookworm\n';
	const both = deb822.replace('deb\n', 'deb deb-src\n');
	const sources = deb822.replace('Types: deb\n', 'Types: deb-src\n');
	expect(asSources('debian.sources', deb822)).toBe(sources);
	expect(asSources('debian.sources', both)).toBe(sources);
	const classic =
		'# deb of old\ndeb [arch=amd64] http://x/debian bookworm main\n deb-src http://x y z\n';
	expect(asSources('sources.list', classic)).toBe(
		'# deb of old\ndeb-src [arch=amd64] http://x/debian bookworm main\ndeb-src http://x y z\n',
	);
});

test('the files of a source package are read from what apt would fetch', () => {
	const uris = [
		'Need to get 20.3 MB of source archives.',
		"'http://x/glibc_2.36-9%2bdeb12u14.dsc' glibc_2.36-9+deb12u14.dsc 9765 SHA256:cfe1",
		"'http://x/glibc_2.36.orig.tar.xz' glibc_2.36.orig.tar.xz 19363988 SHA256:a543",
	];
	expect(namesIn(uris.join('\n'))).toEqual(['glibc_2.36-9+deb12u14.dsc', 'glibc_2.36.orig.tar.xz']);
});

test('which files Debian changes is read from the patches of its series', () => {
	const patches = {
		'a.diff': '--- a/nptl/x.c\n+++ b/nptl/x.c\n@@',
		'b.diff': '--- a/nptl/y.c\n+++ b/nptl/y.c\n@@',
	};
	const read = (name) => patches[name];
	expect(
		patchedFiles('# of old\n# b.diff\n\na.diff -p1\n', read, ['nptl/x.c', 'nptl/y.c']),
	).toEqual(['nptl/x.c']);
});
