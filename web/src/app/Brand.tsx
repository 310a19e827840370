export function Brand() {
	return (
		<a className="brand" href="#/">
			Lockstep
		</a>
	);
}
