/** What is drawn on the page as SVG that needs no page: boxes, lines and texts where they stand, drawings as they are. */
import { zoomOf } from '../drawings/units';

const NS = 'http://www.w3.org/2000/svg';

/** What a style sheet says of a drawing, said in the drawing. */
const PAINT = [
	...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap'],
	...['stroke-linejoin', 'stroke-opacity', 'opacity', 'font-family', 'font-size', 'font-weight'],
	...['text-anchor', 'dominant-baseline', 'text-decoration-line'],
];

/** What is undefined is left out. */
type Attributes = Readonly<Record<string, string | number | undefined>>;

export function svgElement(name: string, attributes: Attributes, text?: string): SVGElement {
	const element = document.createElementNS(NS, name);
	for (const [key, value] of Object.entries(attributes))
		if (value !== undefined)
			element.setAttribute(key, typeof value === 'number' ? String(+value.toFixed(2)) : value);
	if (text !== undefined) element.textContent = text;
	return element;
}

const isSeen = ({ display, visibility, opacity, clipPath }: CSSStyleDeclaration): boolean =>
	display !== 'none' && visibility === 'visible' && opacity !== '0' && clipPath === 'none';

const isPainted = (colour: string): boolean => !/^(?:transparent|rgba\(.*, 0\))$/.test(colour);

/** A drawing with its style in it; undefined where it is not seen. */
function painted(element: Element): Element | undefined {
	const style = getComputedStyle(element);
	if (!isSeen(style)) return undefined;
	const copy = element.cloneNode(false) as Element;
	copy.removeAttribute('class');
	copy.removeAttribute('style');
	for (const name of [...copy.getAttributeNames()])
		if (/^(?:data-|aria-|on|tabindex|role|href)/.test(name)) copy.removeAttribute(name);
	for (const property of PAINT) {
		const value = style.getPropertyValue(property);
		if (value !== '') copy.setAttribute(property, value);
	}
	if (style.transform !== 'none') copy.setAttribute('transform', style.transform);
	for (const child of element.childNodes) {
		if (child instanceof Text) copy.append(child.data);
		else if (child instanceof SVGElement && child.tagName !== 'title') {
			const kept = painted(child);
			if (kept) copy.append(kept);
		}
	}
	return copy;
}

let pen: CanvasRenderingContext2D | null | undefined;

/** From the middle of a line of text down to where its letters stand. */
function drop(style: CSSStyleDeclaration, size: number): number {
	pen ??= document.createElement('canvas').getContext('2d');
	if (!pen) return size * 0.35;
	pen.font = `${style.fontWeight} ${size}px ${style.fontFamily}`;
	const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText('x');
	return (up - down) / 2;
}

class Drawer {
	constructor(
		private readonly out: SVGElement,
		private readonly left: number,
		private readonly top: number,
	) {}

	draw(element: Element, leave: (element: Element) => boolean, line = 'none'): void {
		const style = getComputedStyle(element);
		if (!isSeen(style) || leave(element)) return;
		if (element instanceof SVGSVGElement) {
			this.drawing(element);
			return;
		}
		this.box(element, style);
		const own = style.textDecorationLine === 'none' ? line : style.textDecorationLine;
		for (const child of element.childNodes) {
			if (child instanceof Text) this.text(child, element, style, own);
			else if (child instanceof Element) this.draw(child, leave, own);
		}
		if (element.tagName === 'DEL' && style.textDecorationLine === 'none')
			this.strike(element, style);
	}

	/** Aslant, as the page strikes out a mark. */
	private strike(element: Element, { color: stroke }: CSSStyleDeclaration): void {
		const { x, y, width, height } = element.getBoundingClientRect();
		const [across, down] = [x + width / 2 - this.left, y + height / 2 - this.top];
		const half = width / 2 + 2;
		const rise = half * Math.sin(Math.PI / 9);
		const ends = { x1: across - half, x2: across + half, y1: down + rise, y2: down - rise };
		this.add('line', { ...ends, stroke, 'stroke-width': 2 });
	}

	private drawing(element: SVGSVGElement): void {
		const copy = painted(element);
		const { x, y, width, height } = element.getBoundingClientRect();
		if (!copy || width === 0) return;
		copy.setAttribute('x', String(x - this.left));
		copy.setAttribute('y', String(y - this.top));
		copy.setAttribute('width', String(width));
		copy.setAttribute('height', String(height));
		copy.setAttribute('overflow', 'visible');
		this.out.append(copy);
	}

	private box(element: Element, style: CSSStyleDeclaration): void {
		const at = element.getBoundingClientRect();
		const [x, y] = [at.x - this.left, at.y - this.top];
		const { width, height } = at;
		if (isPainted(style.backgroundColor) && width > 0) {
			const rx = Number.parseFloat(style.borderRadius) || 0;
			this.add('rect', { x, y, width, height, rx, fill: style.backgroundColor });
		}
		const edges = [
			['top', x, y, x + width, y],
			['right', x + width, y, x + width, y + height],
			['bottom', x, y + height, x + width, y + height],
			['left', x, y, x, y + height],
		] as const;
		for (const [side, x1, y1, x2, y2] of edges) {
			const wide = Number.parseFloat(style.getPropertyValue(`border-${side}-width`));
			const kind = style.getPropertyValue(`border-${side}-style`);
			const stroke = style.getPropertyValue(`border-${side}-color`);
			if (wide === 0 || kind === 'none' || !isPainted(stroke)) continue;
			const dash = kind === 'dashed' ? { 'stroke-dasharray': '4 3' } : {};
			this.add('line', { x1, y1, x2, y2, stroke, 'stroke-width': wide, ...dash });
		}
	}

	/** Line by line, as the page has broken it. */
	private text(node: Text, parent: Element, style: CSSStyleDeclaration, line: string): void {
		const lines: { x: number; right: number; middle: number; text: string }[] = [];
		const range = document.createRange();
		for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
			range.setStart(node, index);
			range.setEnd(node, index + word.length);
			const [at] = range.getClientRects();
			if (!at || at.width === 0) continue;
			const middle = at.y + at.height / 2;
			const last = lines.at(-1);
			if (last && Math.abs(last.middle - middle) < 2) {
				last.text += ` ${word}`;
				last.right = at.right;
			} else lines.push({ x: at.x, right: at.right, middle, text: word });
		}
		const size = Number.parseFloat(style.fontSize) * zoomOf(parent);
		for (const { x, right, middle, text } of lines) {
			const place = { x: x - this.left, y: middle - this.top + drop(style, size) };
			const face = { 'font-family': style.fontFamily, 'font-weight': style.fontWeight };
			/* as wide as here, also where another face stands in */
			const width = { textLength: right - x, lengthAdjust: 'spacingAndGlyphs' };
			const struck = line === 'line-through' ? { 'text-decoration': line } : {};
			this.add(
				'text',
				{ ...place, ...face, ...width, ...struck, 'font-size': size, fill: style.color },
				text,
			);
		}
	}

	private add(name: string, attributes: Attributes, text?: string): void {
		this.out.append(svgElement(name, attributes, text));
	}
}

/** All of an element but what is left out, as a group whose origin is the element's corner. */
export function groupOf(element: Element, leave: (element: Element) => boolean): SVGElement {
	const { x, y } = element.getBoundingClientRect();
	const group = svgElement('g', {});
	new Drawer(group, x, y + -element.scrollTop).draw(element, leave);
	return group;
}
