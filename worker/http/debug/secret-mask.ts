import { isObject, type Json, type JsonObject } from '../../api/json.ts'
import type { Difference } from '../../patch/json-differences.ts'
import type { ShownObject } from './debug-access.ts'

export const MASK = '<redacted>'

export const isSecret = ({ group, resource }: Pick<ShownObject, 'group' | 'resource'>): boolean =>
  group === '' && resource === 'secrets'

/**
 * A Secret or a list of Secrets, with the values of data and annotations masked. Clients store copies of the data in
 * annotations.
 */
export function maskSecret(value: Json): Json {
  if (!isObject(value)) return MASK
  const copy: JsonObject = { ...value }
  for (const field of ['data', 'stringData']) if (Object.hasOwn(copy, field)) copy[field] = maskValues(copy[field])
  if (isObject(copy.metadata) && copy.metadata.annotations !== undefined)
    copy.metadata = { ...copy.metadata, annotations: maskValues(copy.metadata.annotations) }
  if (Array.isArray(copy.items)) copy.items = copy.items.map(maskSecret)
  return copy
}

const maskValues = (value: Json | undefined): Json =>
  isObject(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, MASK])) : MASK

const OPEN = /^\/(?:type|immutable|metadata\/(?!annotations(?:\/|$)).+)$/

/** Differences of a Secret keep their paths. Only differences of the type and of most metadata keep their values. */
export function maskDifferences(changes: readonly Difference[]): Difference[] {
  return changes.map((change) => {
    if (OPEN.test(change.path)) return change
    const { path, before, after } = change
    return { path, ...(before !== undefined && { before: MASK }), ...(after !== undefined && { after: MASK }) }
  })
}

/** A TokenRequest or a TokenReview without its tokens. A body need not name its kind, because its path does. */
export function maskTokens(value: Json): Json {
  if (!isObject(value) || ![undefined, 'TokenRequest', 'TokenReview'].includes(value.kind as string | undefined))
    return value
  const copy = { ...value }
  for (const part of ['spec', 'status'] as const) {
    const inner = copy[part]
    if (isObject(inner) && inner.token !== undefined) copy[part] = { ...inner, token: MASK }
  }
  return copy
}
