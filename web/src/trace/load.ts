/** What opens and what shows recorded runs comes in a chunk of its own. */
export const loadTraces = () => import('.');
