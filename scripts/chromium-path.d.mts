export function firstOf(places: readonly (string | undefined)[]): string | undefined
export function chromiumPath(): string | undefined
export function headlessShellPath(): string | undefined
