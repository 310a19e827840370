/** The key of the lanes themselves: it is heard only where the scrubber has the focus. */
export const ZOOM = {
	keys: ['z', 'Z'] as readonly string[],
	shortcuts: 'z Shift+Z',
	shown: 'z  Z',
	does: 'with the focus on the lanes’ scrubber: a closer or a wider view of them',
};
