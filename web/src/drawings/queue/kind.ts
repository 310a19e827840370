/** A kind of thing in the picture. */
export interface Kind<D> {
	name: string;
	key(d: D, index: number): string;
	/** its place, as numbers between which there is a way */
	place(d: D): number[];
	/** where it comes from */
	origin?(place: number[]): number[];
	put(element: SVGGElement, place: readonly number[]): void;
	/** all that does not glide */
	fill(element: SVGGElement, d: D): void;
}
