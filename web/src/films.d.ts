/** web/films/plugin.ts: the folder of the films, relative to the scripts. */
declare module 'virtual:films' {
	const folder: string;
	export default folder;
}
