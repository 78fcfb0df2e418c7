import type { ApiObject } from '../../api/object.ts'

export interface NamespacedName {
  /** The namespace; empty for cluster scope. */
  readonly namespace: string
  readonly name: string
}

export const namespacedName = ({ metadata }: ApiObject): NamespacedName => ({
  namespace: metadata?.namespace ?? '',
  name: metadata?.name ?? '',
})

/** The key of an object in a work queue: `namespace/name`, with an empty namespace for cluster scope. */
export const keyOf = ({ metadata }: ApiObject): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

/** The inverse of `keyOf`. */
export function splitKey(key: string): NamespacedName {
  const slash = key.indexOf('/')
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}
