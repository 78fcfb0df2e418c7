/** The part of a failed step's output that names the causes. */
export function failureExcerpt(output: string): string
