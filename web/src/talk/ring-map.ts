/** The map of the room's window with the ring on it, as it comes in a message. */
import type { Box, RingMap } from '../store/state';

/** A window is never so high that it is ten times as high as wide. */
const MOST = { place: 10_000, name: 60, parts: 40 };

export const isPlaceOnMap = (value: unknown): value is number =>
	Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST.place;

const boxFrom = (data: unknown): Box | undefined => {
	if (!Array.isArray(data) || data.length !== 4 || !data.every(isPlaceOnMap)) return undefined;
	const [left = 0, top = 0, width = 0, height = 0] = data;
	return [left, top, width, height];
};

function partFrom(data: unknown): RingMap['parts'][number] | undefined {
	if (typeof data !== 'object' || data === null) return undefined;
	const { name, box: sent } = data as Record<string, unknown>;
	const box = boxFrom(sent);
	return box && typeof name === 'string' && name.length <= MOST.name ? { name, box } : undefined;
}

/** undefined: it is none. */
export function mapFrom(data: unknown): RingMap | null | undefined {
	if (data === null) return null;
	if (typeof data !== 'object') return undefined;
	const { height, ring: sent, parts: all } = data as Record<string, unknown>;
	const ring = boxFrom(sent);
	if (!isPlaceOnMap(height) || !ring || !Array.isArray(all) || all.length > MOST.parts)
		return undefined;
	const parts = all.map(partFrom).filter((part) => part !== undefined);
	return parts.length === all.length ? { height, ring, parts } : undefined;
}
