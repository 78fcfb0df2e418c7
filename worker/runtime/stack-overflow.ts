/** Whether the engine's stack was too small: a RangeError in V8 and JavaScriptCore, an InternalError in Firefox. */
export const isStackOverflow = (error: unknown): error is Error =>
  error instanceof Error && /^(Maximum call stack|too much recursion)/.test(error.message)
