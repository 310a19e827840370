/**
 * Reads the lock texts and writes what others need to know of them into build/generated: ids.h (their numbers), procs.h
 * (their procedures), texts.c (phrases, locals, liveness), run.c (how a module comes to them), facts.c (one structure a lock), scenarios.c, levels.c, repairs.c,
 * syscalls.c, places.c, native/calls.c and kernel/watched.c (which locks have such files), texts.mk (those of the kernel module),
 * sources/*.c, sources/*.h and
 * kernel-c/*.c (the texts, as shown), texts.txt, sides.json, standing.json (which procedures nobody posted), source-names.json, name-only.json, families.json, glossary.ts and recordings.ts (for builds and the page),
 * switches/*.json (lines that a switch changes), and xxhash.h, as it is installed. Run by CMake and by every npm command; writes only what changed, and deletes what is
 * made no more. What each is made of: scripts/lib/generate.
 */
import { readFileSync } from 'node:fs';
import { at, keepOnly, writeIfChanged } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { factTables } from './lib/generate/facts.mjs';
import {
	folderTable,
	levelTable,
	NATIVE_CALLS,
	PLACES,
	repairTable,
	SYSCALLS,
	scenarioTable,
	WATCHED,
	WORK,
} from './lib/generate/folders.mjs';
import { idsHeader, procsHeader, runByName, textTables } from './lib/generate/headers.mjs';
import {
	kbuildList,
	kernelTexts,
	sides,
	sourceNames,
	switchTables,
} from './lib/generate/kernel.mjs';
import { standings } from './lib/generate/standing.mjs';
import { closure, namesOnly, order } from './lib/generate/texts.mjs';
import { GLOSSARY, glossaryModule, parseGlossary } from './lib/glossary.mjs';
import { recordingsModule } from './lib/recordings.mjs';
import { isMain, main } from './lib/run.mjs';
import { readTexts } from './lib/texts.mjs';
import { findXxhash } from './lib/xxhash.mjs';

const FOLDER = 'build/generated';
const write = (name, text) => writeIfChanged(at(FOLDER, name), text);

/** A folder that holds nothing else. */
function writeFolder(folder, files) {
	for (const [name, text] of Object.entries(files)) write(`${folder}/${name}`, text);
	keepOnly(`${FOLDER}/${folder}`, Object.keys(files));
}

export async function generate() {
	const frontEnd = await loadFrontEnd();
	const texts = order(readTexts(frontEnd));
	write('ids.h', idsHeader(texts));
	write('procs.h', procsHeader(texts));
	write('texts.c', textTables(texts));
	write('run.c', runByName(texts));
	write('facts.c', factTables(texts));
	write('scenarios.c', scenarioTable(texts));
	write('levels.c', levelTable(texts));
	write('repairs.c', repairTable(texts));
	write('syscalls.c', folderTable(texts, SYSCALLS));
	write('places.c', folderTable(texts, PLACES));
	write('kernel/watched.c', folderTable(texts, WATCHED));
	write('kernel/work.c', folderTable(texts, WORK));
	write('native/calls.c', folderTable(texts, NATIVE_CALLS));
	write('texts.mk', kbuildList(texts));
	write('sides.json', `${JSON.stringify(sides(frontEnd))}\n`);
	write('standing.json', `${JSON.stringify(standings(texts))}\n`);
	write('source-names.json', `${JSON.stringify(sourceNames(frontEnd))}\n`);
	write('name-only.json', `${JSON.stringify(namesOnly(texts))}\n`);
	const locks = texts.filter(({ lock }) => lock);
	const used = (text) => closure(text, texts).map(({ name }) => name);
	write(
		'families.json',
		`${JSON.stringify(Object.fromEntries(locks.map((text) => [text.name, used(text)])))}\n`,
	);
	write('texts.txt', texts.map(({ name }) => `${name}\n`).join(''));
	write('glossary.ts', glossaryModule(parseGlossary(readFileSync(at(GLOSSARY), 'utf8'))));
	write('recordings.ts', recordingsModule());
	const xxhash = findXxhash();
	if (xxhash) write('xxhash.h', readFileSync(xxhash, 'utf8')); /* else only the C does without */
	writeFolder(
		'sources',
		Object.fromEntries(
			texts.flatMap(({ name, text, header }) => [
				[`${name}.c`, text],
				[`${name}.h`, header],
			]),
		),
	);
	const kernel = kernelTexts(frontEnd);
	writeFolder('kernel-c', Object.fromEntries(kernel));
	const switches = switchTables(frontEnd, kernel);
	writeFolder(
		'switches',
		Object.fromEntries(
			switches.map(([name, table]) => [`${name}.json`, `${JSON.stringify(table)}\n`]),
		),
	);
}

if (isMain(import.meta)) main(async () => generate());
