import { inByteOrder } from '../../../worker/api/byte-order.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { identity, placeOf } from './identity.ts'
import type { Resource } from './kustomization.ts'

/** Refuses resources that a new namespace makes equal. kustomize prints them with its own annotations. @throws Failure */
export function requireUniqueNamespaces(before: readonly Resource[], after: readonly Resource[]): void {
  for (const [at, { object }] of after.entries()) {
    const id = identity(object)
    if (before[at] === undefined || identity(before[at].object) === id) continue
    const known = [...after.slice(0, at + 1), ...before.slice(at + 1)]
    const matches = known.flatMap((each, i) =>
      identity(each.object) === id ? [[each, before[i] ?? each] as const] : [],
    )
    if (matches.length < 2) continue
    const shown = matches.map(([each, old]) => goJson(withPreviousIds(each, old.object)))
    throw new Failure(`namespace transformation produces ID conflict: [${shown.join(' ')}]`)
  }
}

function withPreviousIds({ object, former = [] }: Resource, before: ApiObject): JsonObject {
  const places = [...former, placeOf(before)]
  const annotations = {
    ...object.metadata?.annotations,
    'internal.config.kubernetes.io/previousKinds': places.map(() => object.kind ?? '').join(','),
    'internal.config.kubernetes.io/previousNames': places.map(({ name }) => name).join(','),
    'internal.config.kubernetes.io/previousNamespaces': places.map(({ namespace }) => namespace).join(','),
  }
  return inByteOrder({ ...object, metadata: { ...object.metadata, annotations } })
}

/** The resource with its name and namespace before a change. */
export function withFormer<T extends Resource | undefined>(resource: T, before: Resource | undefined): T {
  if (resource === undefined || before === undefined || identity(before.object) === identity(resource.object))
    return resource
  return { ...resource, former: [...(resource.former ?? []), placeOf(before.object)] }
}
