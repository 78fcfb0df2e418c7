import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Place } from '../notation/place.ts'
import { type GoStruct, readGoText } from './go-json.ts'

/** A Go struct whose list an annotation may hold as JSON. */
export interface AnnotatedStruct extends GoStruct {
  readonly check: (struct: JsonObject, place: Place) => void
}

/** Checks the list of structs that an annotation holds. The `steps` of messages end with the annotation's key. */
export function checkAnnotationList(
  text: Json | undefined,
  struct: AnnotatedStruct,
  place: Place,
  ...steps: readonly string[]
): void {
  if (typeof text !== 'string' || text === '') return
  const reading = readGoText(text, [struct])
  if ('fault' in reading) return place.invalid(steps.at(-1), reading.fault, ...steps.slice(0, -1))
  const list = Array.isArray(reading.value) ? reading.value.filter(isObject) : []
  for (const step of steps) place.enter(step)
  place.eachItem(list, struct.check)
  for (const _ of steps) place.leave()
}
