/** `npm run packages`: lockstep-wasm (the core and its types) and lockstep-stepper (the element), as npm takes them. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from './build.mjs';
import { at } from './lib/files.mjs';
import { isMain, main, mustRun, npmProgram, outputOf, Told } from './lib/run.mjs';
import { setUp } from './setup.mjs';

const FOLDER = at('build/packages');
const { version, license } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

const PACKAGES = {
	'lockstep-wasm': {
		description: 'Linux locks, one shared access at a time: the core of Lockstep, in WebAssembly',
		exports: {
			'.': { types: './types/wasm/src/package.d.ts', default: './lockstep-wasm.js' },
			'./assets/*': './assets/*',
		},
		sideEffects: false,
	},
	'lockstep-stepper': {
		description: 'Linux locks, stepped in any page: the element <lockstep-stepper>',
		exports: {
			'.': { types: './types/public.d.ts', default: './lockstep-stepper.js' },
			'./reveal': { types: './types/reveal.d.ts', default: './lockstep-reveal.js' },
			'./assets/*': './assets/*',
		},
		sideEffects: ['./lockstep-stepper.js'],
	},
};

/** Types alone, of these files and what they import. */
async function writeTypes(files, folder, rootDir) {
	const [node, tsc] = npmProgram('typescript/bin/tsc');
	const project = join(FOLDER, 'types.json');
	const types = {
		extends: at('tsconfig.json'),
		compilerOptions: {
			noEmit: false,
			declaration: true,
			emitDeclarationOnly: true,
			allowImportingTsExtensions: false,
			types: ['vite/client', 'node'],
			typeRoots: [at('node_modules/@types'), at('node_modules')],
			outDir: join(FOLDER, folder, 'types'),
			rootDir: at(rootDir),
		},
		files: files.map((file) => at(file)),
		include: [],
	};
	writeFileSync(project, JSON.stringify(types));
	await mustRun(node, [tsc, '--project', project]);
}

function describe(name) {
	const facts = { name, version, license, type: 'module', ...PACKAGES[name] };
	const text = readFileSync(at('docs/embedding/packages', `${name}.md`));
	writeFileSync(join(FOLDER, name, 'package.json'), `${JSON.stringify(facts, null, '\t')}\n`);
	writeFileSync(join(FOLDER, name, 'README.md'), text);
	cpSync(at('LICENSE'), join(FOLDER, name, 'LICENSE'));
}

async function pack(name) {
	const args = ['pack', '--json', '--pack-destination', FOLDER, join(FOLDER, name)];
	const said = await outputOf('npm', args);
	if (said === undefined) throw new Told(`npm could not pack ${name}`);
	return join(FOLDER, JSON.parse(said)[0].filename);
}

/** Of the site as it was built; resolves to the files that npm can install. */
export async function makePackages() {
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER, { recursive: true });
	const [node, vite] = npmProgram('vite/bin/vite.js');
	await mustRun(node, [vite, 'build', '--config', 'vite.wasm.config.ts', '--logLevel', 'warn']);
	cpSync(at('dist/embed'), join(FOLDER, 'lockstep-stepper'), { recursive: true });
	await writeTypes(['wasm/src/package.ts'], 'lockstep-wasm', '.');
	const element = ['web/src/embed/public.ts', 'web/src/embed/reveal.ts'];
	await writeTypes(element, 'lockstep-stepper', 'web/src/embed');
	/** @type {Record<string, string>} */
	const files = {};
	for (const name of Object.keys(PACKAGES)) {
		describe(name);
		files[name] = await pack(name);
	}
	return files;
}

if (isMain(import.meta)) {
	main(async () => {
		await setUp(['emcc', 'xxhash']);
		await buildSite();
		for (const file of Object.values(await makePackages())) console.log(file);
	});
}
