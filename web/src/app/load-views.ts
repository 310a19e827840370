/** Views come in chunks of their own. For main.ts, page.tsx and App.tsx: no view may load the one it is in. */
export const loadStepper = () => import('./Stepper');
export const loadEmbed = () => import('../embed/Embed');
export const loadGallery = () => import('../gallery/Gallery');
export const loadLevelList = () => import('../levels/LevelList');
export const loadLearn = () => import('../lessons/Learn');
export const loadLessons = () => import('../lessons/load');
export const loadDocs = () => import('../docs/Docs');
export const loadNotes = () => import('../talk/Notes');
export const loadCompare = () => import('../compare/Compare');
