import { readFileSync } from 'node:fs';
import { missingPackages } from './lib/npm-packages.mjs';
import { outputOf, run, Told } from './lib/run.mjs';
import { checkTools, isAtLeast, packagesFor } from './lib/tools.mjs';

const NODE = '20.19';
const INSTALLERS = {
	apt: 'apt-get update && apt-get install --no-install-recommends -y',
	dnf: 'dnf install -y',
	pacman: 'pacman -S --needed --noconfirm',
	brew: 'brew install',
};

/** Something is missing, and here nothing may be installed. */
export class CannotInstall extends Told {}

/**
 * Makes every named tool and the npm packages ready, or throws what the person must do.
 * Touches the network only when something is missing.
 */
export async function setUp(toolNames, { npm = true, quiet = false } = {}) {
	if (!isAtLeast(process.versions.node, NODE)) {
		throw new Told(`Node ${NODE} or newer is needed; this is ${process.versions.node}.`);
	}
	let checked = await checkTools(toolNames);
	if (checked.some((tool) => tool.fault)) {
		const system = await describeSystem();
		if (!system.canInstall) throw new CannotInstall(whatToDo(checked, system));
		await installTools(faultyNames(checked), system);
		checked = await checkTools(toolNames);
		if (checked.some((tool) => tool.fault)) throw new Told(whatToDo(checked, system));
	}
	if (npm) await installPackages();
	if (quiet) return;
	const versions = checked.map((tool) => `${tool.name} ${tool.version}`);
	console.log(`Ready: ${[`node ${process.versions.node}`, ...versions].join(', ')}`);
}

/**
 * Installs what of these is lacking where that can be done without asking anyone. Nothing depends on it: a test that
 * needs one and finds none says so itself.
 */
export async function setUpIfPossible(toolNames) {
	const faulty = async () => faultyNames(await checkTools(toolNames));
	const lacking = await faulty();
	if (lacking.length === 0) return;
	const system = await describeSystem();
	if (system.canInstall) await installTools(lacking, system);
	const still = await faulty();
	if (still.length === 0) return;
	const command = installCommand(still, system);
	console.log(
		`Goes on without ${still.join(', ')}${command ? `, which come by: ${command}` : '.'}`,
	);
}

const faultyNames = (checked) => checked.filter((tool) => tool.fault).map((tool) => tool.name);

/** Which package manager there is and whether we may use it without asking anyone. */
async function describeSystem() {
	const managers = { apt: 'apt-get', dnf: 'dnf', pacman: 'pacman', brew: 'brew' };
	const found = await Promise.all(
		Object.entries(managers).map(async ([name, program]) =>
			(await outputOf(program, ['--version'])) ? name : undefined,
		),
	);
	const manager = found.find(Boolean);
	const root = process.getuid?.() === 0;
	const sudo = (await outputOf('sudo', ['-V'])) !== undefined;
	const freeSudo = sudo && (await outputOf('sudo', ['-n', 'true'])) !== undefined;
	const canInstall = manager === 'apt' && isDebian() && (root || freeSudo);
	return { manager, root, sudo, canInstall };
}

function isDebian() {
	try {
		return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
	} catch {
		return false;
	}
}

async function installTools(names, { root }) {
	const packages = packagesFor(names, 'apt');
	console.log(`Installing Debian packages: ${packages.join(' ')}`);
	const apt = (...args) => {
		const quietly = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
		return root ? run('env', quietly) : run('sudo', ['-n', 'env', ...quietly]);
	};
	await apt('-o', 'DPkg::Lock::Timeout=300', 'update');
	const options = ['--no-install-recommends', '-y', '-o', 'Dpkg::Use-Pty=0'];
	await apt('-o', 'DPkg::Lock::Timeout=300', 'install', ...options, ...packages);
}

/** The whole message for someone whose system we cannot or may not change. */
export function whatToDo(checked, { manager, root, sudo }) {
	const lines = checked.map(
		({ title, atLeast, version, fault }) =>
			`  ${fault ? '✗' : '✓'} ${title}, ${atLeast} or newer: ${fault ?? version}`,
	);
	const command = installCommand(faultyNames(checked), { manager, root, sudo });
	const ending = command
		? `Install what is missing with this command, then start again:\n\n  ${command}`
		: 'Install what is missing, then start again.';
	return ['Some tools are missing:', ...lines, '', ending].join('\n');
}

export function installCommand(names, { manager, root, sudo }) {
	const packages = packagesFor(names, manager);
	if (!manager || packages.length === 0) return undefined;
	const command = `${INSTALLERS[manager]} ${packages.join(' ')}`;
	if (root || manager === 'brew') return command;
	return sudo ? `sudo sh -c '${command}'` : `su -c '${command}'`;
}

async function installPackages() {
	const missing = missingPackages();
	if (missing.length === 0) return;
	const [first] = missing;
	console.log(`Installing npm packages (${missing.length} missing or changed, such as ${first})`);
	const code = await run('npm', ['ci', '--no-audit', '--no-fund'], {
		env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
	});
	if (code !== 0) {
		throw new Told(
			'The npm packages could not be installed. With a network, run this, then start again:\n\n  npm ci',
		);
	}
}
