import { Failure } from './failure.ts'

/** A configuration file that cannot be read. */
export class UnreadableConfiguration extends Failure {
  /** The fault without the name of the file. */
  readonly fault: string
  constructor(path: string, fault: string) {
    super(`error loading config file "${path}": ${fault}`)
    this.fault = fault
  }
}
