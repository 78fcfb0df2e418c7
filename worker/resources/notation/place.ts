import type { FieldError } from '../../api/field-error.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { fieldError, MAX_FIELD_ERRORS, MAX_FIELD_ERROR_TEXT } from '../../api/field-error.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Evidence } from '../evidence.ts'
import { isObject, stringOrEmpty } from '../../api/json.ts'

/** A field's name, a list index, or a map key in brackets: `[app]`. */
export type Step = string | number

/** A text that is equal for items that count as the same. All passes share one function, so that the function can be a key. */
export type Identity = (item: JsonObject) => string

interface Indexes {
  readonly first: Map<string, number>
  readonly last: Map<string, number>
}

function indexesOf(list: readonly Json[], identity: Identity): Indexes {
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const [index, item] of list.entries()) {
    if (!isObject(item)) continue
    const text = identity(item)
    if (!first.has(text)) first.set(text, index)
    last.set(text, index)
  }
  return { first, last }
}

/** Ends a pass once the number or the length of its errors has reached the limit. */
export class EnoughErrors extends Error {
  override readonly name = 'EnoughErrors'
}

/**
 * The current position of a pass of rules in the object, and the errors found. A pass moves one `Place` along, and builds
 * paths only for errors, so a valid object costs no paths. The `steps` of a method lead from the position to a value below it.
 */
export class Place {
  readonly errors: FieldError[] = []
  readonly warnings: string[] = []
  readonly #object: ApiObject
  /** The stored object; undefined on create. */
  readonly old: ApiObject | undefined
  /** The state that rules of one part of the object share during a pass: the volumes of a pod. */
  scope: object | undefined
  /** The list that contains the current item; `index` is the position of the item. */
  list: readonly Json[] = []
  index = 0
  readonly #steps: Step[] = []
  #textLength = 0

  readonly #evidence: Evidence
  /** Whether the rules of one part of the object are running. */
  isInPart = false
  /** Whether the cluster allows privileged containers. */
  readonly allowsPrivileged: boolean
  readonly #indexesByList = new WeakMap<readonly Json[], Map<Identity, Indexes>>()

  constructor(object: ApiObject, old?: ApiObject, evidence: Evidence = {}, allowsPrivileged = true) {
    this.#object = object
    this.old = old
    this.#evidence = evidence
    this.allowsPrivileged = allowsPrivileged
  }

  /** The whole object. */
  get object(): ApiObject {
    this.#noteOtherParts()
    return this.#object
  }

  /** Whether the rules of the part need not run. */
  canSkip(part: Json | undefined, stored: Json | undefined): boolean {
    const { isStoredSound, knownPart } = this.#evidence
    return (isStoredSound === true && part === stored) || (knownPart !== undefined && knownPart === part)
  }

  #noteOtherParts(): void {
    if (this.isInPart) this.#evidence.readsOtherParts = true
  }

  /** The index of the first item of the list with the same identity; the list is read once in a pass. */
  firstIndex(item: JsonObject, identity: Identity): number {
    return this.#indexes(identity).first.get(identity(item)) ?? this.list.length
  }

  lastIndex(item: JsonObject, identity: Identity): number {
    return this.#indexes(identity).last.get(identity(item)) ?? -1
  }

  #indexes(identity: Identity): Indexes {
    const byIdentity = this.#indexesByList.get(this.list) ?? new Map<Identity, Indexes>()
    this.#indexesByList.set(this.list, byIdentity)
    const indexes = byIdentity.get(identity) ?? indexesOf(this.list, identity)
    byIdentity.set(identity, indexes)
    return indexes
  }

  /** Calls `run` at each item of a list. */
  eachItem<Item extends Json>(list: readonly Item[], run: (item: Item, place: Place) => void): void {
    const { list: outer, index } = this
    for (let i = 0; i < list.length; i++) {
      this.list = list
      this.index = i
      this.enter(i)
      run(list[i] as Item, this)
      this.leave()
    }
    this.list = outer
    this.index = index
  }

  enter(step: Step): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  /** Calls `report` one level up, such as at the list of the current item. */
  outside(report: () => void): void {
    const step = this.#steps.pop()
    report()
    if (step !== undefined) this.#steps.push(step)
  }

  path(...steps: readonly Step[]): string {
    return pathOf([...this.#steps, ...steps])
  }

  /** Remembers the current position. The returned function builds its path. */
  here(): () => string {
    const steps = [...this.#steps]
    return () => pathOf(steps)
  }

  /** The faults that the examination before the pass found in the text at this place. */
  found(text: Json | undefined): readonly string[] {
    this.#noteOtherParts()
    return this.#evidence.findings?.get(`${this.path()} ${stringOrEmpty(text)}`) ?? []
  }

  /** Adds a warning whose text already contains its path. */
  addWarning(text: string): void {
    this.warnings.push(text)
  }

  /** Adds a warning about a valid value. */
  warn(text: string, ...steps: readonly Step[]): void {
    this.warnings.push(`${this.path(...steps)}: ${text}`)
  }

  /** Adds an error. @throws EnoughErrors when the errors have reached the limit */
  #add(error: FieldError): void {
    this.errors.push(error)
    this.#textLength += error.message.length
    if (this.errors.length >= MAX_FIELD_ERRORS || this.#textLength > MAX_FIELD_ERROR_TEXT) throw new EnoughErrors()
  }

  required(detail = '', ...steps: readonly Step[]): void {
    this.#add(fieldError.required(this.path(...steps), detail))
  }

  invalid(value: unknown, detail: string, ...steps: readonly Step[]): void {
    this.#add(fieldError.invalid(this.path(...steps), value, detail))
  }

  /** Reports an invalid value that the real server prints as Go source; `shown` is this source. */
  invalidShown(shown: string, detail: string, ...steps: readonly Step[]): void {
    this.#add(fieldError.invalidShown(this.path(...steps), shown, detail))
  }

  notSupported(value: unknown, supported: readonly string[], ...steps: readonly Step[]): void {
    this.#add(fieldError.notSupported(this.path(...steps), value, supported))
  }

  /** Reports an invalid value with an error that does not show it. */
  invalidAsWhole(detail: string, ...steps: readonly Step[]): void {
    this.#add(fieldError.invalidAsWhole(this.path(...steps), detail))
  }

  /** Reports an unsupported value that the real server prints as Go source; `shown` is this source. */
  notSupportedShown(shown: string, supported: readonly string[], ...steps: readonly Step[]): void {
    this.#add(fieldError.notSupportedShown(this.path(...steps), shown, supported))
  }

  forbidden(detail: string, ...steps: readonly Step[]): void {
    this.#add(fieldError.forbidden(this.path(...steps), detail))
  }

  duplicate(value: unknown, ...steps: readonly Step[]): void {
    this.#add(fieldError.duplicate(this.path(...steps), value))
  }

  /** Reports a repeated value that the real server prints as Go source; `shown` is this source. */
  duplicateShown(shown: string, ...steps: readonly Step[]): void {
    this.#add(fieldError.duplicateShown(this.path(...steps), shown))
  }

  notFound(value: unknown, ...steps: readonly Step[]): void {
    this.#add(fieldError.notFound(this.path(...steps), value))
  }

  /** Reports a value that was not found, with a detail that lists the possible values. */
  notFoundAmong(value: unknown, detail: string, ...steps: readonly Step[]): void {
    this.#add(fieldError.notFound(this.path(...steps), value, detail))
  }

  internal(detail: string, ...steps: readonly Step[]): void {
    this.#add(fieldError.internal(this.path(...steps), detail))
  }

  tooLong(limit: number, ...steps: readonly Step[]): void {
    this.#add(fieldError.tooLong(this.path(...steps), limit))
  }

  /** Reports a text or a list that is too long, with the older message that some fields still have. */
  tooLongText(limit: number, ...steps: readonly Step[]): void {
    this.#add(fieldError.tooLongText(this.path(...steps), limit))
  }

  tooMany(actual: number, limit: number, ...steps: readonly Step[]): void {
    this.#add(fieldError.tooMany(this.path(...steps), actual, limit))
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
