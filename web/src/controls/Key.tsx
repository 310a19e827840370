/** A key's sign beside what it does; not read out, for the help names all keys. */
export function Key({ name }: { name: string | number }) {
	// biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus
	return <kbd aria-hidden="true">{name}</kbd>;
}
