/** Bundles a program of this repository, named from its root. Resolves to the file to run. */
export function bundle(file: string): Promise<string>
