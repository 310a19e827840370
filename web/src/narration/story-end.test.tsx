import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wholePage } from '../app/testing';

const page = wholePage(() => 'position');
const TITLE = 'The gap between the swap and the link';
/** How often among what is seen: what is read aloud comes by itself, and later. */
const often = () => {
	const times = (text: string | null) => (text ?? '').split('Next:').length - 1;
	const aloud = ['live', 'live-note'].map((id) => times(screen.getByTestId(id).textContent));
	return times(document.body.textContent) - aloud.reduce((sum, n) => sum + n, 0);
};

describe('at the end of a story', () => {
	it('the next one is named once: by the note, and else by the link', async () => {
		await page.show('#/mcs-queue?at=26');
		expect(screen.getByTestId('beat').textContent).toContain(`Next: “${TITLE}”`);
		expect(often()).toBe(1);
		/* which says the rest to who does not see the note beside it */
		const link = screen.getByTestId('next-story');
		expect(link.textContent).toContain(`Open that story: ${TITLE}`);
		expect(link.getAttribute('href')).toBe('#/mcs-gap');
		act(() => page.app.page.setView({ notes: false }));
		expect(link.textContent).toContain(`Next: ${TITLE}`);
		expect(often()).toBe(1);
	});

	it('a key that goes no further does not name it again', async () => {
		await page.show('#/mcs-queue?at=26');
		act(() => page.app.jumps.beat(1));
		expect(page.app.state.toast).toBe('Everyone is done.');
		expect(often()).toBe(1);
	});
});
