import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { readDocument } from '../../docs/markdown';
import { plain } from '../docs/plain';
import type { Doc } from '../docs/types';
import { originSaid, postedRow, published, SECTIONS, sectionOf, stepsOf } from './rows';

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
		expect(published(docOf('mutex')).map(({ link }) => plain(link.of))).toEqual([
			'mutex: Queue mutex spinners with MCS lock to reduce cacheline contention, PATCH v4 3/4',
			'mutex: Move mutex spinning code from sched/core.c back to mutex.c, PATCH v4 1/4',
			'patch 2',
			'Linux 3.9',
		]);
		for (const { name } of core.facts.locks)
			expect(published(docOf(name)).length, name).toBeGreaterThan(0);
	});

	it('is told with the file where the same words stand for several', () => {
		const places = published(docOf('rwsem')).map(({ link, file }) => plain(link.of) + file);
		expect(places).toContain('Linux 4.14kernel/locking/rwsem.h');
		expect(new Set(places).size).toBe(places.length);
	});

	it('links to the file that it names, where the link is into a tree', () => {
		for (const text of new Set(core.facts.locks.flatMap(({ procs }) => procs.map((p) => p.text))))
			for (const block of sectionOf(docOf(text), SECTIONS.posted))
				for (const row of block.kind === 'table' ? block.rows : [])
					for (const part of row[3] ?? []) {
						if (typeof part === 'string' || part.kind !== 'link') continue;
						const [, path] = /\/tree\/([^?]+)\?/.exec(part.to) ?? [];
						if (path) expect(plain(row[2] ?? []), `${text}: ${part.to}`).toContain(path);
					}
	});

	it('is said of a step in words: function, file and version, whatever there is of it', () => {
		const said = (text: string, proc: string) => {
			const row = postedRow(docOf(text), proc);
			return row && originSaid(row, 'Step 7', 'Series v6');
		};
		expect(said('rwsem', 'rwsem17_down_write_failed')).toEqual([
			'Step 7 is a line of __rwsem_down_write_failed_common in kernel/locking/rwsem-xadd.c.',
			'Source: locking/rwsem: Implement lock handoff to prevent lock starvation, PATCH v6 07/11.',
		]);
		expect(said('mutex', 'mutex13_unlock')).toEqual([
			'Step 7 is a line of mutex_unlock in kernel/mutex.c.',
			'Source: Linux 3.9.',
		]);
		expect(said('tp_futex', 'tp_futex_lock')?.[1]).toBe(
			'Source: Series v6, the series in a public tree; its mails.',
		);
		expect(said('mutex', 'mutex_worker')).toEqual(['Step 7 is a line of ours: the workload.']);
		expect(said('futex_attach', 'fa_attach')?.[0]).toBe(
			'Step 7 is a line that stands in no posting: the description.',
		);
		for (const { procs } of core.facts.locks)
			for (const { name, text } of procs)
				expect(said(text, name)?.join(' ')).not.toMatch(/none:|search:/);
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

	it('is told step by step of the procedure in view: its rows, those below them, and no other’s', () => {
		const told = (text: string, proc: string) => {
			const block = stepsOf(docOf(text), proc);
			return block?.kind === 'table' ? block.rows.map((cells) => plain(cells[0] ?? [])) : null;
		};
		expect(told('rwsem', 'rwsem17_up_read')).toEqual(['rwsem17_up_read']);
		expect(told('tp_futex', 'tp_sample_lock')).toEqual(['tp_sample_lock', '', '']);
		const woken = told('rwsem', 'rwsem17_mark_wake') ?? [];
		expect(woken.length).toBeGreaterThan(3);
		expect(woken[0]).toContain('LIST_FIRST');
		/* two in one row are told the same */
		expect(told('rwsem', 'rwsem17_downgrade_wake')).toEqual(
			told('rwsem', 'rwsem17_downgrade_write'),
		);
		expect(told('mcs', 'mcs_lock')).toBeNull();
		const having = core.facts.locks.filter(({ procs }) =>
			procs.some(({ name, text }) => stepsOf(docOf(text), name) !== null),
		);
		expect(having.length).toBeGreaterThan(10);
	});
});
