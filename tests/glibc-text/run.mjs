// SPDX-License-Identifier: MIT
// glibc's own lock texts, unmodified, beside ours, access by access: 0 = no difference, and every planted fault of ours
// differs soon; 1 = not so; 77 = no source of glibc 2.36 to be had here. An argument names the texts that are compared,
// else all are. See docs/following.md.
import { glibcSource, NoSource } from '../../scripts/lib/glibc-source.mjs';
import { filesOf } from '../../scripts/lib/own-text.mjs';
import { GLIBC } from '../../scripts/lib/own-text-glibc.mjs';
import { askedOf, compareAll, leave, skip } from '../../scripts/lib/own-text-run.mjs';

const FILES = filesOf(GLIBC);

function source() {
	try {
		return glibcSource(FILES);
	} catch (error) {
		if (error instanceof NoSource) return skip(`no source of glibc 2.36: ${error.message}`);
		return leave(1, `FAIL ${error.message}`);
	}
}

const only = askedOf(GLIBC);
const found = source();
for (const file of found.patched)
	console.log(`Debian changes ${file}; what is compared is the text as glibc published it`);
compareAll(GLIBC, found, FILES, only);
