import type { FieldError } from '../../api/field-error.ts'
import type { Json } from '../../api/json.ts'
import { fieldError } from '../../api/field-error.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Findings } from '../findings.ts'
import { stringOrEmpty } from '../../api/json.ts'

/** A field's name, a list index, or a map key in brackets: `[app]`. */
export type Step = string | number

/**
 * Where in the object a pass of rules stands, and what it found. One is made per pass and moved along, so that a good
 * object costs no paths: they are spelled only for errors. `steps` name a place below this one.
 */
export class Place {
  readonly errors: FieldError[] = []
  readonly warnings: string[] = []
  readonly object: ApiObject
  /** The stored object; undefined on create. */
  readonly old: ApiObject | undefined
  /** What rules of one part of the object share while it is passed: the volumes of a pod. */
  scope: object | undefined
  /** The list whose item is passed, and which item it is. */
  list: readonly Json[] = []
  index = 0
  readonly #steps: Step[] = []

  readonly #findings: Findings | undefined

  constructor(object: ApiObject, old?: ApiObject, findings?: Findings) {
    this.object = object
    this.old = old
    this.#findings = findings
  }

  enter(step: Step): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  /** Reports one level up: of the list whose item is passed. */
  outside(report: () => void): void {
    const step = this.#steps.pop()
    report()
    if (step !== undefined) this.#steps.push(step)
  }

  path(...steps: readonly Step[]): string {
    return pathOf([...this.#steps, ...steps])
  }

  /** The path of this place, for later. */
  here(): () => string {
    const steps = [...this.#steps]
    return () => pathOf(steps)
  }

  /** What the examination before the pass found in the text that stands here. */
  found(text: Json | undefined): readonly string[] {
    return this.#findings?.get(`${this.path()} ${stringOrEmpty(text)}`) ?? []
  }

  /** Says something that names its place itself. */
  say(text: string): void {
    this.warnings.push(text)
  }

  /** Says something of a value that is good enough. */
  warn(text: string, ...steps: readonly Step[]): void {
    this.warnings.push(`${this.path(...steps)}: ${text}`)
  }

  required(detail = '', ...steps: readonly Step[]): void {
    this.errors.push(fieldError.required(this.path(...steps), detail))
  }

  invalid(value: unknown, detail: string, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.invalid(this.path(...steps), value, detail))
  }

  /** For values that the real server prints as Go source. */
  invalidShown(shown: string, detail: string, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.invalidShown(this.path(...steps), shown, detail))
  }

  notSupported(value: unknown, supported: readonly string[], ...steps: readonly Step[]): void {
    this.errors.push(fieldError.notSupported(this.path(...steps), value, supported))
  }

  /** Of a value that the text does not show. */
  invalidAsWhole(detail: string, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.invalidAsWhole(this.path(...steps), detail))
  }

  /** For values that the real server prints as Go source. */
  notSupportedShown(shown: string, supported: readonly string[], ...steps: readonly Step[]): void {
    this.errors.push(fieldError.notSupportedShown(this.path(...steps), shown, supported))
  }

  forbidden(detail: string, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.forbidden(this.path(...steps), detail))
  }

  duplicate(value: unknown, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.duplicate(this.path(...steps), value))
  }

  /** For values that the real server prints as Go source. */
  duplicateShown(shown: string, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.duplicateShown(this.path(...steps), shown))
  }

  notFound(value: unknown, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.notFound(this.path(...steps), value))
  }

  /** With what it could have been. */
  notFoundAmong(value: unknown, detail: string, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.notFound(this.path(...steps), value, detail))
  }

  internal(detail: string, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.internal(this.path(...steps), detail))
  }

  tooLong(limit: number, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.tooLong(this.path(...steps), limit))
  }

  /** Of a text whose length the real server words in another way. */
  tooLongText(limit: number, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.tooLongText(this.path(...steps), limit))
  }

  tooMany(actual: number, limit: number, ...steps: readonly Step[]): void {
    this.errors.push(fieldError.tooMany(this.path(...steps), actual, limit))
  }
}

function pathOf(steps: readonly Step[]): string {
  let path = ''
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else path += path === '' || step.startsWith('[') ? step : `.${step}`
  }
  return path === '' ? '<nil>' : path
}
