import { patiently } from './patient';

/** Views come in chunks of their own. For main.ts, page.tsx and App.tsx: no view may load the one it is in. */
export const loadStepper = () => patiently(() => import('./Stepper'));
export const loadEmbed = () => patiently(() => import('../embed/Embed'));
export const loadGallery = () => patiently(() => import('../gallery/Gallery'));
export const loadLevelList = () => patiently(() => import('../levels/LevelList'));
export const loadLearn = () => patiently(() => import('../lessons/Learn'));
export const loadLessons = () => patiently(() => import('../lessons/load'));
export const loadDocs = () => patiently(() => import('../docs/Docs'));
export const loadNotes = () => patiently(() => import('../talk/Notes'));
export const loadCompare = () => patiently(() => import('../compare/Compare'));
