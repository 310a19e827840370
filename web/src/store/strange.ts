/** What the page itself reads of an address, behind what the core knows of. */
const OF_THE_PAGE = new Set(
	'marks theme text src seed p embed notes split plain cache list item lesson round own'.split(' '),
);

/** `extra`: what the core did not know. Of what the page does not know either a reader would believe that it was heard. */
export function strangeIn(extra: Readonly<Record<string, string>>): string[] {
	const strange = Object.entries(extra).find(([key]) => !OF_THE_PAGE.has(key));
	if (!strange) return [];
	const said = strange.join('=').slice(0, 40);
	return [
		`The address says “${said}”, which means nothing here; it was left out. The number of threads is n=3, that of rounds r=2; “Set up” has the rest.`,
	];
}
