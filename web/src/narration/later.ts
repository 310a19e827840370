/** What speaks of steps that the reader has not taken yet: its script comes behind the picture, like drawings/later. */
import { atOnce } from '../app/at-once';

export const FigureNote = atOnce<{ lesson: string }>(() =>
	import('../lessons/FigureNote').then((m) => m.FigureNote),
);
export const FromHere = atOnce(() => import('./FromHere').then((m) => m.FromHere));
export const LeavesCpu = atOnce(() => import('./LeavesCpu').then((m) => m.LeavesCpu));
export const OwnEnd = atOnce(() => import('./OwnEnd').then((m) => m.OwnEnd));
export const PlayedNote = atOnce(() => import('./PlayedNote').then((m) => m.PlayedNote));
export const RaceNote = atOnce<{ beside?: boolean }>(() =>
	import('./RaceNote').then((m) => m.RaceNote),
);
export const WhoComes = atOnce(() => import('./WhoComes').then((m) => m.WhoComes));
export const ToldBy = atOnce(() => import('./ToldBy').then((m) => m.ToldBy));
