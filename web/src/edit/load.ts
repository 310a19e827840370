/** What reads, compiles and shows edited texts comes in a chunk of its own. */
export const loadEdit = () => import('./own');
