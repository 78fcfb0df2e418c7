/** The part of a failed step's output that names the causes. */
export function failureExcerpt(output: string): string
/** The names of the failures in a step's output, each once. */
export function failureNames(output: string): string[]
