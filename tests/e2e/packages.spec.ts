/** The npm packages, installed from their tarballs into a fresh Vite project, typed, built and used. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { makePackages } from '../../scripts/packages.mjs';
import { serve } from '../../scripts/serve.mjs';
import { expect, test } from './support';

async function expectUsed(page: Page): Promise<void> {
	await expect(page.locator('#said')).toContainText('T1');
	await expect(page.locator('#said')).toContainText('T2');
	const queue = page.locator('lockstep-stepper');
	await expect(queue.getByTestId('beat')).toBeVisible();
	expect(
		await queue.evaluate(
			(element) => (element as HTMLElement & { state: { beat: number } }).state.beat,
		),
	).toBe(3);
}

test('both packages work in a project of its own', async ({ page, home }) => {
	test.setTimeout(240_000);
	const { 'lockstep-wasm': wasm, 'lockstep-stepper': stepper } = await makePackages();
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-project-'));
	const inProject = (command: string, args: string[]) =>
		execFileSync(command, args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
	const program = (path: string, args: string[]) =>
		inProject(process.execPath, [resolve('node_modules', path), ...args]);
	cpSync('docs/embedding/vite-project', folder, { recursive: true });
	inProject('npm', [
		'install',
		'--offline',
		'--no-audit',
		'--no-fund',
		String(wasm),
		String(stepper),
	]);
	const strict = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler'];
	const libraries = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--types', ''];
	program('typescript/bin/tsc', [
		...strict,
		...libraries,
		'--noUncheckedSideEffectImports',
		'main.ts',
	]);
	program('vite/bin/vite.js', ['build', '--base', './', '--logLevel', 'warn']);
	const { server, address } = await serve({
		folder: join(folder, 'dist'),
		port: 0,
		base: '/deep/',
	});
	home.push(address);
	await page.goto(address);
	await expectUsed(page);
	server.close();

	/* and from Vite's development server, as whoever writes the project has it */
	const development = await createServer({ root: folder, logLevel: 'silent', server: { port: 0 } });
	await development.listen();
	const own = development.resolvedUrls?.local[0] ?? '';
	home.push(own);
	await page.goto(own);
	await expectUsed(page);
	await development.close();
	rmSync(folder, { recursive: true });
});
