import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import { quote, goSyntax } from '../../api/go-format.ts'
import type { Json } from '../../api/json.ts'
import type { PatternSteps } from './patterns.ts'

/** The result of a check. */
export class Outcome {
  readonly faults: Fault[] = []
  /** The number of checks made. Among several failed alternatives, the alternative with the most checks is reported. */
  matches = 0
  /** Shared by all checks of one object. */
  readonly steps: PatternSteps

  constructor(steps: PatternSteps) {
    this.steps = steps
  }

  merge({ faults, matches }: Outcome): void {
    for (const fault of faults) this.faults.push(fault)
    this.matches += matches
  }
}

export interface Fault {
  /** The path of the faulty part. It is undefined for a fault of the whole value. */
  readonly path: string | undefined
  error(field: string): FieldError
}

/** One of a schema's checks; `old` is the stored value of an update. */
export type Check = (value: Json, path: string, outcome: Outcome, old: Json | undefined) => void

export const typeFault = (path: string, wanted: string, found: string): Fault => ({
  path,
  error: (field) => fieldError.typeInvalid(field, found, `${path} in body must be of type ${wanted}: ${quote(found)}`),
})

export const invalid = (path: string, value: Json, detail: string): Fault => ({
  path,
  error: (field) => fieldError.invalidShown(field, shown(value), `${path} in body ${detail}`),
})

/** A fault without a path, as in the real server. */
export const bare = (detail: string): Fault => ({
  path: undefined,
  error: (field) => fieldError.invalid(field, '', detail),
})

export const shown = (value: Json): string => (value === null ? '"null"' : goSyntax(value))
