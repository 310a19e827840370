/** What keeps two windows together comes with the key that asks for it, or after a reload in the middle of a talk. */
export const loadTalk = () => import('./talk');
