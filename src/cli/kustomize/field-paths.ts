import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, ownMember, setKey } from '../../../worker/api/json.ts'
import { Failure } from '../failure.ts'
import { regularExpression } from './regular-expression.ts'

/** The steps of `spec.containers.[name=a.b].image`: a dot in brackets or after a backslash does not separate steps. */
export function pathSteps(path: string): string[] {
  const steps = path.match(/(?:\[[^\]]*\]|\\.|[^.])+/g) ?? []
  return steps.map((step) => step.replace(/\\(.)/g, '$1'))
}

/** A value inside an object that can be replaced. */
export interface Place {
  readonly value: Json | undefined
  set(value: Json): void
}

const ITEM = /^\[([^=\]]*)=([^\]]*)\]$/

/**
 * The places that a path names in `root`. In a path, `*` names all items of a list, `[name=a]` the items with that field, a
 * number one item, and `-` the last item. The `set` of a place changes `root` itself.
 */
export function placesOf(root: JsonObject, steps: readonly string[]): Place[] {
  return walked(root, steps, { isCreating: false, isTarget: false })
}

/**
 * The places that a path names in the target of a replacement. The value in `[name=a]` is a regular expression, which
 * matches anywhere in the field, and a number names one item, or the next one when fields are created.
 * @param isCreating whether missing fields and items on the path are added to `root`
 * @throws Failure for the number of an item that does not exist
 */
export function targetPlaces(root: JsonObject, steps: readonly string[], isCreating: boolean): Place[] {
  return walked(root, steps, { isCreating, isTarget: true })
}

function walked(root: JsonObject, steps: readonly string[], options: Omit<Walk, 'next'>): Place[] {
  let places: Place[] = [{ value: root, set: () => undefined }]
  for (const [at, step] of steps.entries())
    places = places.flatMap((place) => inside(place, step, { ...options, next: steps[at + 1] }))
  return places
}

/**
 * The places of a field specification, `spec/containers[]/image`: each step visits all items of a list.
 * @param isCreating whether missing fields on the path are added, except for fields with `[]`
 */
export function specifiedPlaces(root: JsonObject, path: string, isCreating: boolean): Place[] {
  const steps = path.split(/(?<!\\)\//).map((step) => step.replaceAll('\\/', '/'))
  let places: Place[] = [{ value: root, set: () => undefined }]
  for (const [at, step] of steps.entries()) {
    const name = step.replace(/\[\]$/, '')
    const walk = { isCreating: isCreating && name === step, isTarget: false, next: steps[at + 1] }
    places = places
      .flatMap(itemPlaces)
      .flatMap((place) => (isObject(place.value) ? [fieldPlace(place.value, name, walk)] : []))
      .filter(({ value }) => walk.isCreating || value !== undefined)
  }
  return places
}

/** The place of a field, which is added when it is missing or null and the walk creates fields. */
function fieldPlace(object: JsonObject, name: string, { isCreating, next }: Walk): Place {
  if (isCreating && next !== undefined && (ownMember(object, name) ?? null) === null) setKey(object, name, {})
  return memberPlace(object, name)
}

/** The place of a member. The path of a user may name a member that every object inherits; it then has no value. */
const memberPlace = (object: JsonObject, name: string): Place => ({
  value: ownMember(object, name),
  set: (value) => setKey(object, name, value),
})

/** The items of a list, and of the lists inside it. A place that holds no list is returned as the only one. */
function itemPlaces(place: Place): Place[] {
  if (!Array.isArray(place.value)) return [place]
  const list = place.value
  return [...list.keys()].flatMap((index) =>
    itemPlaces({ value: list[index], set: (value) => void (list[index] = value) }),
  )
}

interface Walk {
  readonly isCreating: boolean
  /** Whether the walk has the rules of `targetPlaces`. */
  readonly isTarget: boolean
  readonly next: string | undefined
}

const INDEX = /^\d+$/

/** A list or an object for the next step of a path; undefined at its end. */
function holderFor(next: string | undefined): Json[] | JsonObject | undefined {
  if (next === undefined) return undefined
  return ITEM.test(next) || INDEX.test(next) ? [] : {}
}

function inside(place: Place, step: string, walk: Walk): Place[] {
  const [, field, value = ''] = ITEM.exec(step) ?? []
  const isInList =
    field !== undefined || step === '*' || step === '-' || (INDEX.test(step) && Array.isArray(place.value))
  if (isInList) return itemsOf(place, { step, field, value }, walk)
  if (!isObject(place.value)) return []
  if (ownMember(place.value, step) === undefined) {
    if (!walk.isCreating) return []
    const created = holderFor(walk.next)
    if (created !== undefined) setKey(place.value, step, created)
  }
  return [memberPlace(place.value, step)]
}

interface ItemSelector {
  readonly step: string
  readonly field: string | undefined
  readonly value: string
}

function itemsOf(place: Place, { step, field, value }: ItemSelector, walk: Walk): Place[] {
  const { isCreating, isTarget, next } = walk
  if (!Array.isArray(place.value)) return []
  const list = place.value
  if (isTarget && INDEX.test(step)) requireItem(list, numberOfText(step), { isCreating, next })
  const isEqual = isTarget && field !== undefined ? regularExpression(value) : (text: string) => text === value
  const at = (index: number): Place => ({ value: list[index], set: (value) => void (list[index] = value) })
  const chosen = [...list.keys()].filter((index) => {
    if (step === '*') return true
    if (step === '-') return index === list.length - 1
    if (field === undefined) return index === numberOfText(step)
    const item = list[index]
    if (field === '') return isEqual(String(item))
    const own = isObject(item) ? ownMember(item, field) : undefined
    return own !== undefined && isEqual(String(own))
  })
  if (chosen.length > 0 || !isCreating || field === undefined) return chosen.map(at)
  list.push(field === '' ? value : { [field]: value })
  return [at(list.length - 1)]
}

/** @throws Failure when the list lacks the item. When fields are created, the item after the last one is added. */
function requireItem(list: Json[], index: number, { isCreating, next }: Omit<Walk, 'isTarget'>): void {
  if (isCreating && index === list.length) list.push(holderFor(next) ?? null)
  if (index >= list.length) throw new Failure(`index ${index} specified but only ${list.length} elements found`)
}
