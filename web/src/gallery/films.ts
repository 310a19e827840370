/** What the cards show, each in a file of its own that comes when its card is near the screen. */
import type { Film } from '../drawings/miniature/film';

const FOLDER = '../../../build/generated/films';
const FILMS = import.meta.glob<Film>('../../../build/generated/films/*.json', {
	import: 'default',
});

/** null: without it, the card still names the scenario and opens it. */
export async function loadFilm(scenario: string): Promise<Film | null> {
	try {
		return (await FILMS[`${FOLDER}/${scenario}.json`]?.()) ?? null;
	} catch {
		return null;
	}
}
