/** The core could not be loaded; `message` is meant for the reader. */
export class LoadError extends Error {
	override name = 'LoadError';
}
