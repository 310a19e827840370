/** `npm run lockstep -- page NAME`: one HTML file with a scenario, a talk or a lesson in it, that needs no network and no server. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { importBundled } from './lib/bundle.mjs';
import { at, hashOf } from './lib/files.mjs';
import { mustRun, npmProgram, Told } from './lib/run.mjs';

const BUILT = 'build/file';
/** Where the site has the script of a story's file, for who makes one in the page. */
const SERVED = 'dist/file/story.js';

export async function buildFileScripts() {
	const [node, vite] = npmProgram('vite/bin/vite.js');
	for (const kind of ['story', 'lesson']) {
		const args = [vite, 'build', '--config', 'vite.file.config.ts', '--mode', kind];
		await mustRun(node, [...args, '--logLevel', 'warn'], { quiet: true });
	}
	mkdirSync(dirname(at(SERVED)), { recursive: true });
	copyFileSync(at(BUILT, 'story/script.js'), at(SERVED));
}

const bundled = (path) =>
	importBundled(
		path,
		at('build/bundled', `${path.replace(/^.*generated\/|\.ts$/g, '').replaceAll('/', '-')}.mjs`),
		hashOf([path]),
	);
const generated = (name) => bundled(`wasm/generated/${name}.ts`);

function readBuilt(path) {
	if (!existsSync(at(path))) throw new Told('The site must be built first: npm run build');
	return readFileSync(at(path));
}

/** What a lesson has in it, block by block, also where a block stands in another. */
const within = (block) => [
	block,
	...[block.figure, ...(block.blocks ?? [])].filter(Boolean).flatMap(within),
];

async function lessonNamed(slug) {
	const path = JSON.parse(readBuilt('build/generated/lessons/path.json'));
	if (!path.some((card) => card.slug === slug))
		throw new Told(
			`There is no lesson "${slug}". There are: ${path.map((card) => card.slug).join(', ')}.`,
		);
	const lesson = JSON.parse(readBuilt(`build/generated/lessons/${slug}.json`));
	const blocks = lesson.blocks.flatMap(within);
	if (blocks.some(({ panes }) => panes?.includes('code')))
		throw new Told(
			`The lesson "${slug}" shows the text of a lock, which a single file does not hold.`,
		);
	const { INDEX } = await generated('index');
	const ids = new Set(blocks.map(({ lock }) => lock).filter((lock) => lock !== undefined));
	return { lesson, locks: [...ids].map((id) => INDEX.locks[id].name) };
}

/** The stories of a talk, where an address has them. */
const listIn = (fragment) => {
	const list = new URLSearchParams(/\?(.*)$/s.exec(fragment)?.[1] ?? '').get('list');
	return list?.split(',') ?? [];
};

/** Of what is to be shown: the kind of file, the lesson, the locks. */
async function contentOf(fragment) {
	const [name] = /^[^?]*/.exec(fragment);
	const slug = /^learn\/(.*)$/.exec(name)?.[1];
	if (slug !== undefined) return { kind: 'lesson', ...(await lessonNamed(slug)) };
	const { LOCK_OF } = await generated('lock-of');
	if (!Object.hasOwn(LOCK_OF, name))
		throw new Told(`There is no scenario "${name}"; npm run lockstep -- list names them all.`);
	const list = listIn(fragment);
	const stories = [name, ...(list.includes(name) ? list : [])];
	const locks = stories.filter((story) => Object.hasOwn(LOCK_OF, story)).map((s) => LOCK_OF[s]);
	return { kind: 'story', lesson: null, locks: [...new Set(locks)] };
}

async function restsOf(locks) {
	const all = await Promise.all(locks.map((lock) => generated(`facts/${lock}`)));
	return Object.fromEntries(locks.map((lock, i) => [lock, all[i].REST]));
}

/** `fragment`: the name of a scenario, or what follows '#/' in the address of one of its moments or of a lesson. */
export async function pageFile(fragment, home = '') {
	const { kind, lesson, locks } = await contentOf(fragment);
	const { composeFile, STORY_STYLE } = await bundled('web/src/export/compose-file.ts');
	return composeFile({
		script: readBuilt(`${BUILT}/${kind}/script.js`).toString(),
		style: kind === 'story' ? STORY_STYLE : readBuilt(`${BUILT}/${kind}/style.css`).toString(),
		held: { fragment, locks: await restsOf(locks), lesson, home },
		modules: Object.fromEntries(
			locks.map((lock) => [lock, readBuilt(`wasm/dist/${lock}.wasm`).toString('base64')]),
		),
		sha256: (text) => createHash('sha256').update(text).digest('base64'),
	});
}

/** What a whole address names, and the site that it is of. */
function partsOf(address) {
	const [before, fragment] = address.split(/#\/?(.*)/s);
	return fragment === undefined ? ['', before] : [before, fragment];
}

export async function writePageFile(args) {
	const out = args.indexOf('--out');
	const [address] = args.filter((_, i) => out < 0 || (i !== out && i !== out + 1));
	if (!address || (out >= 0 && !args[out + 1]))
		throw new Told(
			'npm run lockstep -- page NAME [--out FILE]: NAME is a scenario, learn/LESSON, or an address',
		);
	const [home, fragment] = partsOf(address);
	const text = await pageFile(fragment, home);
	if (out < 0) process.stdout.write(text);
	else writeFileSync(resolve(process.env.INIT_CWD ?? '.', args[out + 1]), text);
}
