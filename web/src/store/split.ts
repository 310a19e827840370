/** How the stepper's room is shared out, where the reader has moved a border. */

const PARTS = ['text', 'time', 'threads'] as const;
export type Part = (typeof PARTS)[number];

/** Percent of what is shared, by part; 0: as the page has it. */
export type Split = Readonly<Record<Part, number>>;

export const UNSPLIT: Split = { text: 0, time: 0, threads: 0 };

/** What each part may take, so that what is beside it can be read, too. */
export const BOUNDS: Readonly<Record<Part, { least: number; most: number }>> = {
	text: { least: 32, most: 70 },
	time: { least: 18, most: 55 },
	threads: { least: 12, most: 75 },
};

export function clampPart(part: Part, percent: number): number {
	const { least, most } = BOUNDS[part];
	return Math.min(most, Math.max(least, Math.round(percent)));
}

/** As an address has it: "60.0.25"; '' when nothing was moved. */
export const splitText = (split: Split): string =>
	PARTS.some((part) => split[part] > 0) ? PARTS.map((part) => split[part]).join('.') : '';

/** null: it is none. */
export function splitFrom(text: string): Split | null {
	const numbers = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
	if (!numbers) return null;
	const [parted, time, threads] = PARTS.map((part, i) => {
		const percent = numbers[i] ?? 0;
		return percent > 0 ? clampPart(part, percent) : 0;
	});
	return { text: parted ?? 0, time: time ?? 0, threads: threads ?? 0 };
}

/** For the style sheet; a part that was not moved is not named. */
export function splitStyle({ text, time, threads }: Split): Record<string, string> {
	return {
		...(text > 0 && { '--text-share': `${text}fr`, '--memory-share': `${100 - text}fr` }),
		...(time > 0 && { '--time-share': `${time}dvh` }),
		...(threads > 0 && { '--threads-share': `${threads}%` }),
	};
}
