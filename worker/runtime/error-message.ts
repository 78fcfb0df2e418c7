/** The message of what was thrown: JavaScript may throw any value, also a text. */
export const errorMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
