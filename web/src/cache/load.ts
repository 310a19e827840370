/** What shows the cache lines comes in a chunk of its own. */
export const loadCache = () => import('.');
