/** A template that failed, with the text that it had written. */
export class ExecutionError extends Error {
  readonly output: string
  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}
