import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { compareQuantityTexts } from './quantities.ts'

/** The members of a spec that map names of resources to quantities. */
const AMOUNTS: ReadonlySet<string> = new Set(['requests', 'limits', 'overhead'])

/** The single quantities of a spec, with the member that holds each. */
const SINGLE: ReadonlyMap<string, string> = new Map([
  ['sizeLimit', 'emptyDir'],
  ['divisor', 'resourceFieldRef'],
])

/**
 * Whether two specs of built-in kinds mean the same. As in the real server, quantities are compared by value: `1Gi` equals
 * `1073741824`.
 */
export const equalSpecs = (a: Json | undefined, b: Json | undefined): boolean =>
  equalJson(a, b) || equalParts(a, b, { name: '', holder: '' })

/** The same for two maps from names of resources to quantities. */
export const equalAmounts = (a: JsonObject, b: JsonObject): boolean => equalSpecs({ limits: a }, { limits: b })

/** The name of a member, and the name of the member that holds it. Both are empty for an item of a list. */
interface Member {
  readonly name: string
  readonly holder: string
}

function equalParts(a: Json | undefined, b: Json | undefined, { name, holder }: Member): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    const isQuantity = AMOUNTS.has(holder) || (holder !== '' && SINGLE.get(name) === holder)
    return a === b || (isQuantity && compareQuantityTexts(a, b) === 0)
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => equalParts(item, b[at], { name: '', holder: '' }))
  if (!isObject(a) || !isObject(b)) return equalJson(a, b)
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((key) => equalParts(ownMember(a, key), ownMember(b, key), { name: key, holder: name }))
}
