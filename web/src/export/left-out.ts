/** What of a talk the file without a network has not. */
import type { Stop } from '../store/state';

/** A story that is told from its start, and no more of it. */
const isInFile = ({ kind, text, of }: Stop): boolean => kind === 'story' && text === of;

/** “Lesson 9: Starvation and handoff”, “Level: Two heads” */
export const leftOut = (stops: readonly Stop[]): string[] => [
	...new Set(stops.filter((stop) => !isInFile(stop)).map(({ title }) => `“${title}”`)),
];
