/** The error of a template during execution, with the output before it. */
export class ExecutionError extends Error {
  readonly output: string
  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}
