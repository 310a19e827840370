/**
 * Files of glibc 2.36 from Debian's source package, fetched once and kept by the package's version. apt does the
 * fetching, with lists of its own in a folder that is thrown away: it changes nothing of the system and needs no root,
 * and what it brings it has checked against the signed index.
 */
import { spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { at } from './files.mjs';

const UPSTREAM = '2.36';
const SOURCES = '/etc/apt';

const cacheFolder = () =>
	process.env.LOCKSTEP_CACHE ? resolve(process.env.LOCKSTEP_CACHE, 'glibc') : at('build/glibc');

/** Why there is no source here: told, and no failure. */
export class NoSource extends Error {}

/** Entries for binary packages, in either form of apt, as the same for their sources. */
export function asSources(name, text) {
	if (name.endsWith('.sources')) return text.replace(/^Types:.*$/gim, 'Types: deb-src');
	return text.replace(/^[ \t]*deb(?:-src)?(?=[ \t])/gm, 'deb-src');
}

/** Writes what the system's entries become into a folder, from which apt reads nothing else. */
function writeSources(folder) {
	mkdirSync(folder, { recursive: true });
	const parts = join(SOURCES, 'sources.list.d');
	const files = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [];
	for (const path of [join(SOURCES, 'sources.list'), ...files]) {
		if (!/\.(?:list|sources)$/.test(path) || !existsSync(path)) continue;
		const name = path.slice(SOURCES.length + 1).replaceAll('/', '-');
		writeFileSync(join(folder, name), asSources(name, readFileSync(path, 'utf8')));
	}
}

function aptIn(folder) {
	const options = {
		'Dir::Etc::sourcelist': '/dev/null',
		'Dir::Etc::sourceparts': join(folder, 'sources'),
		'Dir::State::lists': join(folder, 'lists'),
		'Dir::Cache': join(folder, 'cache'),
		'Acquire::Languages': 'none',
		'Acquire::Retries': '1',
		'Acquire::http::Timeout': '20',
		'Acquire::https::Timeout': '20',
	};
	const told = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
	return (...args) =>
		spawnSync('apt-get', [...told, '-qq', ...args], {
			cwd: folder,
			encoding: 'utf8',
			timeout: 240_000,
			env: { ...process.env, LC_ALL: 'C' },
		});
}

/** Why apt did not do it, in its own words. */
const reason = ({ stderr }) =>
	/^[EW]: (?!Download is performed unsandboxed).*/m.exec(stderr ?? '')?.[0] ??
	'apt does not say why';

/** Names of the package's files, in the order in which apt told their addresses. */
export function namesIn(uris) {
	return [...uris.matchAll(/^'[^']+' (\S+)/gm)].map((match) => match[1]);
}

/** The package in a folder: { version, archive, debian }. */
function download(folder) {
	writeSources(join(folder, 'sources'));
	for (const name of ['lists/partial', 'cache/archives/partial'])
		mkdirSync(join(folder, name), { recursive: true });
	const apt = aptIn(folder);
	const updated = apt('update'); // an entry without sources fails here, and need not matter
	if (updated.error) throw new NoSource(`apt-get: ${updated.error.message}`);
	const told = apt('--print-uris', 'source', '--download-only', 'glibc');
	if (told.status !== 0)
		throw new NoSource(`apt has no such package: ${reason(updated.stderr ? updated : told)}`);
	const names = namesIn(told.stdout);
	const version = names.map((name) => /^glibc_(.+)\.dsc$/.exec(name)?.[1]).find(Boolean);
	const archive = names.find((name) => name === `glibc_${UPSTREAM}.orig.tar.xz`);
	if (!archive)
		throw new NoSource(
			`the source package here is glibc ${version}, the texts are those of ${UPSTREAM}`,
		);
	const fetched = apt('source', '--download-only', 'glibc');
	if (fetched.status !== 0 || !existsSync(join(folder, archive)))
		throw new NoSource(`apt could not fetch ${archive}: ${reason(fetched)}`);
	const debian = names.find((name) => name.includes('.debian.tar.'));
	return { version, archive: join(folder, archive), debian: join(folder, debian) };
}

function unpack(archive, into, ...members) {
	mkdirSync(into, { recursive: true });
	const r = spawnSync('tar', ['-xf', archive, '-C', into, ...members], { encoding: 'utf8' });
	return r.error?.message ?? r.stderr.trim();
}

const missing = (folder, files) => files.filter((file) => !existsSync(join(folder, file)));

/** Those of the files that Debian's patches change: what is compared is upstream's. */
export function patchedFiles(series, readPatch, files) {
	const names = series.split('\n').filter((line) => line && !line.startsWith('#'));
	return files.filter((file) =>
		names.some((name) => readPatch(name.split(' ')[0]).includes(`\n+++ b/${file}\n`)),
	);
}

/** Fetches the package and keeps the files, and which of them Debian changes. */
function fetchInto(cache, files) {
	mkdirSync(cache, { recursive: true });
	const work = mkdtempSync(join(cache, 'fetch-'));
	try {
		const { version, archive, debian } = download(work);
		const members = files.map((file) => `glibc-${UPSTREAM}/${file}`);
		const said = unpack(archive, join(work, 'files'), '--strip-components=1', ...members);
		const [first] = missing(join(work, 'files'), files);
		if (first) throw new Error(`glibc ${version} has no ${first}; tar: ${said}`);
		unpack(debian, work, 'debian/patches');
		const patch = (name) => readFileSync(join(work, 'debian/patches', name), 'utf8');
		const patched = patchedFiles(patch('series'), patch, files);
		const note = join(work, 'files', 'debian.json');
		mkdirSync(dirname(note), { recursive: true });
		writeFileSync(note, JSON.stringify({ patched }));
		const folder = join(cache, version);
		rmSync(folder, { recursive: true, force: true });
		renameSync(join(work, 'files'), folder);
		return folder;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** A folder that has the files: { folder, title, patched }. Throws NoSource where they cannot be had. */
export function glibcSource(files) {
	const cache = cacheFolder();
	const kept = existsSync(cache)
		? readdirSync(cache)
				.filter((name) => name.startsWith(`${UPSTREAM}-`))
				.map((name) => join(cache, name))
		: [];
	const folder =
		kept.find((one) => missing(one, [...files, 'debian.json']).length === 0) ??
		fetchInto(cache, files);
	const { patched } = JSON.parse(readFileSync(join(folder, 'debian.json'), 'utf8'));
	return { folder, title: `glibc ${folder.replace(/^.*\//, '')}`, patched };
}
