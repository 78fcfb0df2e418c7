import { unmarshalFaultOf } from '../api/unmarshal-fault.ts'
import { formatPath, keysOf, type Step } from './strictness.ts'

/** Thrown for a value of a wrong type. The answer names the kind before `message`: `cannot be handled as a Pod: …`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  /** The path of the value, such as `spec.replicas`; empty for the whole document. */
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** Thrown for a value whose JSON type does not fit. `decode-fault.ts` adds the Go struct to the message. */
export class TypeFault extends DecodeError {
  /** The JSON type in the document, or `number 1.5`. */
  readonly found: string
  /** The Go type. */
  readonly wanted: string
  readonly keys: readonly (string | number)[]

  constructor(found: string, wanted: string, keys: readonly (string | number)[]) {
    const path = formatPath(keys)
    super(path, unmarshalFaultOf(found, wanted, path))
    this.found = found
    this.wanted = wanted
    this.keys = keys
  }
}

/** Makes the fault of the value at a path. @param found the JSON type in the document, or `number 1.5` */
export const typeFault = (found: string, wanted: string, step: Step | undefined, key?: string | number): TypeFault =>
  new TypeFault(found, wanted, keysOf(step, key))

/** Go's error for a number beyond the range of a double, which it reads without a schema. */
export const overflowFault = (text: string, field?: string): string =>
  unmarshalFaultOf(`number ${text}`, 'float64', field)
