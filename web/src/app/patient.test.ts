import { expect, it, vi } from 'vitest';
import { missing, patiently } from './patient';

const QUICK = [1, 1];

it('asks again for what has not come, and says so meanwhile', async () => {
	const heard: string[] = [];
	const stop = missing.listen((said) => heard.push(said));
	const load = vi
		.fn<() => Promise<string>>()
		.mockRejectedValueOnce(new Error('no line'))
		.mockResolvedValue('here');
	await expect(patiently(load, QUICK)).resolves.toBe('here');
	expect(load).toHaveBeenCalledTimes(2);
	expect(heard).toEqual(['A part of this page has not come. It is asked for again.', '']);
	expect(missing.now()).toBe('');
	stop();
});

it('says nothing where it comes at once, and hands on why it never comes', async () => {
	const heard: string[] = [];
	const stop = missing.listen((said) => heard.push(said));
	await expect(patiently(async () => 'here', QUICK)).resolves.toBe('here');
	expect(heard).toEqual([]);
	const never = vi.fn(() => Promise.reject(new Error('no line')));
	await expect(patiently(never, QUICK)).rejects.toThrow('no line');
	expect(never).toHaveBeenCalledTimes(3);
	expect(heard.at(-1)).toBe('');
	stop();
});

it('a style sheet that did not come is told to the browser anew', async () => {
	const links: HTMLLinkElement[] = [];
	vi.spyOn(document.head, 'append').mockImplementation((link) => {
		links.push(link as HTMLLinkElement);
	});
	const load = vi
		.fn<() => Promise<string>>()
		.mockRejectedValueOnce(new Error('Unable to preload CSS for /assets/Notes.css'))
		.mockResolvedValue('here');
	const came = patiently(load, QUICK);
	await vi.waitFor(() => expect(links).toHaveLength(1));
	expect(links[0]?.href).toMatch(/\/assets\/Notes\.css$/);
	expect(load).toHaveBeenCalledTimes(1);
	links[0]?.onload?.(new Event('load'));
	await expect(came).resolves.toBe('here');
	vi.restoreAllMocks();
});
