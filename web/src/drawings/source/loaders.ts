/** Texts of the locks, as the build has them: each comes when it is asked for. */
export type Loaders<T> = Record<string, () => Promise<T>>;

export const loaderOf = <T>(loaders: Loaders<T>, file: string) =>
	Object.entries(loaders).find(([path]) => path.endsWith(`/${file}`))?.[1];
