/** What the cards show, each in a file of its own that comes when its card is near the screen. */
import folder from 'virtual:films';
import type { Film } from '../drawings/miniature/film';

/** null: without it, the card still names the scenario and opens it. */
export async function loadFilm(scenario: string): Promise<Film | null> {
	try {
		/* relative to this script, not to the page: the site may stand under any path */
		const answer = await fetch(new URL(`${scenario}.json`, new URL(folder, import.meta.url)));
		return answer.ok ? await answer.json() : null;
	} catch {
		return null;
	}
}
