/** A key's sign beside what it does; not read out, for the help names all keys. */
export function Key({ name }: { name: string | number }) {
	return (
		<span className="key" aria-hidden="true">
			{name}
		</span>
	);
}
