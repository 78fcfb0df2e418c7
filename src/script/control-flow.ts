/**
 * Thrown by `break`, `continue`, `return` and `exit`, and caught by the loop, function or shell that it ends. `count` is the
 * number of loops, or the exit code.
 */
export class ControlFlow extends Error {
  readonly kind: 'break' | 'continue' | 'return' | 'exit'
  readonly count: number
  constructor(kind: ControlFlow['kind'], count: number) {
    super(`${kind}: only meaningful in a ${kind === 'return' ? 'function' : 'loop'}`)
    this.kind = kind
    this.count = count
  }
}

/** Thrown to the writer of a pipe whose reader has ended. */
export class BrokenPipe extends Error {}
