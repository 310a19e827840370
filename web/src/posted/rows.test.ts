import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { plain, readDocument } from '../../docs/markdown';
import type { Doc } from '../docs/types';
import { postedRow, published, SECTIONS, sectionOf } from './rows';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const docOf = (text: string): Doc => ({
	name: `locks/${text}`,
	title: text,
	blocks: readDocument(readFileSync(`core-c/locks/${text}/README.md`, 'utf8'), (to) => to),
});

describe('where the procedures come from', () => {
	it('is said of each, with a place where it is public, but for what is ours or was inferred', () => {
		const known = new Map<string, Doc>();
		for (const { procs } of core.facts.locks)
			for (const { name, text } of procs) {
				const doc = known.get(text) ?? docOf(text);
				known.set(text, doc);
				const row = postedRow(doc, name);
				expect(row, `${name} of ${text}`).not.toBeNull();
				const said = plain(row?.names ?? []);
				const links = (row?.of ?? []).flatMap((part) =>
					typeof part !== 'string' && part.kind === 'link' ? [part.to] : [],
				);
				if (/^(?:ours|none):/.test(said)) continue;
				expect(links.length, name).toBeGreaterThan(0);
				expect(plain(row?.file ?? []), name).toMatch(/\/.*\.(?:c|h|txt)$/);
				for (const link of links)
					expect(link).toMatch(
						/^https:\/\/(?:(?:lore\.kernel|git\.kernel|sourceware)\.org\/|github\.com\/[\w-]+\/linux\/blob\/[0-9a-f]{40}\/)/,
					);
			}
		expect(known.size).toBeGreaterThan(15);
	});

	it('is told of a whole text, each place once', () => {
		expect(published(docOf('mutex')).map(({ of }) => plain(of))).toEqual([
			'mutex: Queue mutex spinners with MCS lock to reduce cacheline contention, PATCH v4 3/4',
			'mutex: Move mutex spinning code from sched/core.c back to mutex.c, PATCH v4 1/4',
			'patch 2',
			'Linux 3.9',
		]);
		for (const { name } of core.facts.locks)
			expect(published(docOf(name)).length, name).toBeGreaterThan(0);
	});

	it('is the one of as many, and all of them where there are more or fewer', () => {
		const names = (text: string, proc: string) => plain(postedRow(docOf(text), proc)?.names ?? []);
		expect(names('mutex', 'mutex13_unlock')).toBe('mutex_unlock');
		expect(names('rt_mutex', 'rt17_next_owner')).toBe('rt_mutex_owner, rt_mutex_next_owner');
		expect(postedRow(docOf('mcs'), 'no_such_proc')).toBeNull();
	});

	it('names the workload as ours, and no procedure that is not there', () => {
		for (const { name, procs } of core.facts.locks) {
			const worker = procs.find((p) => p.text === name && /worker$/.test(p.name));
			expect(plain(postedRow(docOf(name), worker?.name ?? '')?.names ?? []), name).toMatch(
				/^ours:/,
			);
		}
		const all = new Set(core.facts.locks.flatMap(({ procs }) => procs.map((p) => p.name)));
		for (const text of new Set(core.facts.locks.flatMap(({ procs }) => procs.map((p) => p.text))))
			for (const block of sectionOf(docOf(text), SECTIONS.posted))
				for (const [cell = []] of block.kind === 'table' ? block.rows : [])
					for (const part of cell)
						if (typeof part !== 'string' && part.kind === 'code') expect(all).toContain(part.text);
	});
});
