/** Made of docs/findings.md by scripts/lib/docs.mjs, after the types are checked: the number of each finding, its scenario. */
declare module '@generated/docs/found.json' {
	const scenarios: Readonly<Record<string, string>>;
	export default scenarios;
}
