/** The moment that is shown as a picture: its title, its sentence, the memory as drawn; with the faces in it. */
import mono from '@generated/fonts/ibm-plex-mono-latin-400-normal.woff2?url';
import sans from '@generated/fonts/ibm-plex-sans-latin-400-normal.woff2?url';
import bold from '@generated/fonts/ibm-plex-sans-latin-600-normal.woff2?url';
import { beatsOf, isOpen, noteFor, openingOf, shownTitle } from '../store/beats';
import type { State } from '../store/state';
import { groupOf, svgElement } from './svg-of';

const FACES = [
	['IBM Plex Sans', 400, sans],
	['IBM Plex Sans', 600, bold],
	['IBM Plex Mono', 400, mono],
] as const;

const PAD = 16;
const LINE = 26;

function asDataUrl(blob: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(blob);
	});
}

/** Where a face cannot be had, the reader's own stands in. */
async function faces(): Promise<string> {
	const rules = FACES.map(async ([family, weight, url]) => {
		const answer = await fetch(new URL(url, import.meta.url)).catch(() => null);
		if (!answer?.ok) return '';
		const data = await asDataUrl(await answer.blob());
		return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${data})}`;
	});
	return (await Promise.all(rules)).join('');
}

/** In lines that are no wider than the picture. */
function broken(text: string, width: number, size: number): string[] {
	const most = Math.max(20, Math.floor(width / (size * 0.5)));
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= most)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

/** The controls among the memory, its text for those who do not see it, and a word's single bits, are not of the picture. */
const leave = (element: Element): boolean =>
	element.matches('details, button[aria-pressed], [data-binary]');

/** Of the lanes, what moves through time. */
const leaveTime = (element: Element): boolean => element.matches('[role="slider"]');

/** Before the first step, what its author begins with. */
function sentenceIn({ core, doc }: State): string {
	if (!core || !doc) return '';
	const { at, sentence } = doc.moment;
	if (at > 0) return sentence;
	const lesson = openingOf(core, doc)?.note ?? core.scenario(doc.config.scenario)?.lesson;
	return doc.level?.facts.task ?? doc.recording?.text ?? lesson ?? '';
}

interface Picture {
	svg: string;
	width: number;
	height: number;
}

/** What the author says of this moment; '' where a question is open, or nothing is said. */
function noteIn(state: State): string {
	const { core, doc, view } = state;
	if (!core || !doc || !view.notes || doc.moment.at === 0) return '';
	const beat = beatsOf(core, doc).find(({ at }) => at === doc.moment.at);
	return beat && !isOpen(beat, doc) ? noteFor(beat, state) : '';
}

const LANES = 'section[aria-label^="Lanes"]';

/** `whole`: with the author's note and the lanes. */
export async function pictureOf(state: State, whole = false): Promise<Picture | null> {
	const memory = document.querySelector<HTMLElement>('[data-region="memory"]');
	const { doc } = state;
	if (!memory || !doc) return null;
	const { at, total } = doc.moment;
	const sentence = sentenceIn(state);
	const style = getComputedStyle(document.body);
	const lanes = whole ? document.querySelector<HTMLElement>(LANES) : null;
	const own = memory.getBoundingClientRect().width;
	const below = lanes?.getBoundingClientRect();
	const width = Math.max(own, below?.width ?? 0);
	const shown = [...memory.children].filter((child) => !leave(child));
	const bottom = Math.max(...shown.map((child) => child.getBoundingClientRect().bottom));
	const tall = bottom - memory.getBoundingClientRect().y + memory.scrollTop;
	const title = shownTitle(state);
	const head = [`${title} · step ${at} of ${total}`];
	const note = whole ? noteIn(state) : '';
	const said = [sentence, note]
		.filter((text) => text !== '')
		.flatMap((text) => broken(text, width - 2 * PAD, 18));
	const top = PAD + LINE * (head.length + said.length);
	const foot = top + tall + PAD;
	const height = Math.ceil(foot + (below ? below.height + PAD : 0));
	const svg = svgElement('svg', {
		xmlns: 'http://www.w3.org/2000/svg',
		viewBox: `0 0 ${Math.ceil(width)} ${height}`,
		width: Math.ceil(width),
		height,
	});
	svg.append(svgElement('title', {}, head[0]));
	svg.append(svgElement('desc', {}, [sentence, note].filter(Boolean).join(' ')));
	svg.append(svgElement('rect', { width: '100%', height: '100%', fill: style.backgroundColor }));
	for (const [i, text] of [...head, ...said].entries()) {
		const face = { 'font-family': style.fontFamily, 'font-weight': i === 0 ? 600 : 400 };
		const place = { x: PAD, y: PAD + LINE * i + 16, 'font-size': 18, fill: style.color };
		svg.append(svgElement('text', { ...place, ...face }, text));
	}
	const group = groupOf(memory, leave);
	group.setAttribute('transform', `translate(0 ${top})`);
	svg.append(group);
	if (lanes) {
		const time = groupOf(lanes, leaveTime);
		time.setAttribute('transform', `translate(0 ${foot.toFixed(2)})`);
		svg.append(time);
	}
	/* as text: in a tree of the page it would be a style of the page, which its policy forbids */
	const bare = new XMLSerializer().serializeToString(svg);
	const sheet = `<style>text{font-synthesis:none}${await faces()}</style>`;
	const dressed = bare.replace('<rect ', () => `${sheet}<rect `);
	return { svg: dressed, width: Math.ceil(width), height };
}

/** Twice as fine as the screen. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob | null> {
	const image = new Image();
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
	await image.decode();
	const canvas = document.createElement('canvas');
	canvas.width = 2 * width;
	canvas.height = 2 * height;
	canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
	return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
