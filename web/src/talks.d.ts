/** Made of docs/teaching by scripts/lib/docs.mjs, after the types are checked: the talks that have a script. */
declare module '@generated/docs/talks.json' {
	const scripts: readonly import('./docs/types').Script[];
	export default scripts;
}
