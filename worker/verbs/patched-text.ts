import { sortedKeys } from '../api/byte-order.ts'
import { goJson } from '../api/go-json.ts'
import type { Json } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import { stringifyJson } from '../codec/encode.ts'
import { presentKeys } from '../patch/json-values.ts'
import type { Spelling } from '../schema/strictness.ts'

/**
 * The text of a patched document, as recorded: the parts in `sorted` have sorted keys, and other parts keep the order of the
 * stored object or of the patch.
 */
export function patchedText(value: Json, sorted: WeakSet<object>, spelling: Spelling | undefined): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value)
  const numbers = spelling?.numbers.get(value)
  const textOf = (key: string | number, item: Json): string => numbers?.get(key) ?? patchedText(item, sorted, spelling)
  if (Array.isArray(value)) return `[${value.map((item, i) => textOf(i, item)).join(',')}]`
  const repeated = spelling?.duplicates.get(value) ?? []
  const member = (key: string, text: string): string => `${goJson(key)}:${text}`
  const keys = sorted.has(value) ? sortedKeys(value).filter((key) => value[key] !== undefined) : presentKeys(value)
  const members = keys.flatMap((key) => [
    ...repeated
      .filter((each) => each.key === key)
      .map((each) => member(key, each.spelled ?? stringifyJson(each.earlier))),
    member(key, textOf(key, value[key] ?? null)),
  ])
  return `{${members.join(',')}}`
}

/**
 * The objects of a merged document that have sorted keys: objects that the merge patch names, even if the patch changes nothing
 * in them, and objects that the patch adds. A list that replaces an object stays as the patch wrote it.
 */
export function mergedParts(value: Json, live: Json, patch: Json): WeakSet<object> {
  const parts = new WeakSet<object>()
  const collect = (value: Json, live: Json | undefined, patch: Json | undefined): void => {
    const isMerged = value !== live || (isObject(patch) && isObject(value))
    if (!isMerged || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      if (!isObject(live)) for (const item of value) collect(item, undefined, undefined)
      return
    }
    parts.add(value)
    for (const key of presentKeys(value)) {
      const before = isObject(live) ? ownMember(live, key) : undefined
      collect(value[key] ?? null, before, isObject(patch) ? ownMember(patch, key) : undefined)
    }
  }
  collect(value, live, patch)
  return parts
}

/** Adds every object in a value to a set. */
export function addEveryPart(parts: WeakSet<object>, value: Json | undefined): WeakSet<object> {
  if (typeof value !== 'object' || value === null) return parts
  parts.add(value)
  for (const part of Array.isArray(value) ? value : Object.values(value)) addEveryPart(parts, part)
  return parts
}
