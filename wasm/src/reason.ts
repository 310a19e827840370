/** Of what was thrown, the sentence that says why. */
export const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
