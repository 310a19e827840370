/** The marks of what nobody posted, beside the C: on the real core. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { wholePage } from '../../app/testing';
import { standingIn } from './standing';

const page = wholePage(() => 'position');

it('the head of a procedure says that it is inferred, in the C and not in the dialect', async () => {
	await page.show('#/rwsem-handoff');
	const { facts } = page.core;
	const { procs = [] } = facts.locks.find(({ name }) => name === 'rwsem') ?? {};
	const { heads, inferred } = standingIn(procs, 'rwsem');
	const first = (name: string) => procs.find((proc) => proc.name === name)?.first ?? 0;
	expect(heads.get(first('rwsem17_down_write'))?.sign).toBe('inferred');
	expect(heads.get(first('rwsem17_mark_wake'))?.sign).toBe('partly inferred');
	expect(heads.has(first('rwsem17_up_write'))).toBe(false);
	expect(inferred.has(first('rwsem17_down_write') + 1)).toBe(true);
	expect(inferred.has(first('rwsem17_mark_wake') + 1)).toBe(false);
	/* lines of another text have numbers of their own */
	expect(standingIn(procs, 'osq').heads.size).toBe(0);

	act(() => page.app.page.setView({ source: 'kernel' }));
	const signs = await screen.findAllByTestId('standing');
	expect(signs.map((sign) => sign.textContent)).toContain('inferred');
	expect(signs[0]?.title).toContain('Origin');
});
