/** `break`, `continue`, `return` and `exit`, on their way to the loop, function or shell that they end. */
export class ControlFlow extends Error {
  readonly kind: 'break' | 'continue' | 'return' | 'exit'
  readonly count: number
  constructor(kind: ControlFlow['kind'], count: number) {
    super(`${kind}: only meaningful in a ${kind === 'return' ? 'function' : 'loop'}`)
    this.kind = kind
    this.count = count
  }
}

/** The reader of a pipe has ended. */
export class BrokenPipe extends Error {}
