import { exactJson } from '../../api/exact-json.ts'
import type { ApiObject } from '../../api/object.ts'
import { comparable } from '../../patch/json-differences.ts'
import { keyedDifferences } from '../../patch/keyed-differences.ts'

/**
 * The greatest length of the recorded differences of one step, in UTF-16 units. When the differences are longer, the record keeps
 * their first 200 paths without the values.
 */
const LIMIT = 16_384

/**
 * Returns a function that makes the detail of a step, `{ changes }`; undefined when the step did not change the object in
 * place.
 */
export function changedBy(before: ApiObject, after: ApiObject): (() => unknown) | undefined {
  const changes = keyedDifferences(comparable(before), comparable(after))
  if (changes.length === 0) return undefined
  // The changes are kept as text, because later steps change the object.
  const text = exactJson(changes)
  const kept = text.length <= LIMIT ? text : JSON.stringify(changes.slice(0, 200).map(({ path }) => ({ path })))
  return () => ({ changes: JSON.parse(kept) as unknown })
}
