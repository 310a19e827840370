/** The two windows of a talk: the room's, and the speaker's notes. */
import type { Page } from '@playwright/test';
import { expect } from './support';

export async function openNotes(room: Page): Promise<Page> {
	const opened = room.context().waitForEvent('page');
	await room.keyboard.press('S');
	const notes = await opened;
	await expect(notes.getByTestId('notes-place')).toContainText('beat');
	return notes;
}

export const step = (page: Page) => page.getByTestId('position');
export const place = (notes: Page) => notes.getByTestId('notes-place');
