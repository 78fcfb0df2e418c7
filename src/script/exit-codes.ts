/** Exit codes of a command that a signal ended: 128 plus the number of the signal. */
export const INTERRUPTED = 130
export const BROKEN_PIPE = 141
export const TERMINATED = 143
