import { formatPath, type Step } from './strictness.ts'

/** A value of a wrong type. The answer puts `cannot be handled as a Pod: ` before `message`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  /** `spec.replicas`; empty for the whole document. */
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** @param found the JSON type in the document, or `number 1.5` */
export function typeFault(found: string, wanted: string, step: Step | undefined, key?: string | number): DecodeError {
  const path = formatPath(step, key)
  const where = path === '' ? 'Go value' : `Go struct field ${path}`
  return new DecodeError(path, `json: cannot unmarshal ${found} into ${where} of type ${wanted}`)
}

export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
    case 'bigint':
      return 'number'
    default:
      return value === null ? 'null' : 'object'
  }
}
