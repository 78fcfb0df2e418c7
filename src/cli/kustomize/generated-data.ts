import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { identity } from './identity.ts'
import type { Resource } from './kustomization.ts'
import { stringMap } from './kustomization.ts'

/**
 * The resources and a generated one. The behavior `merge` merges it into an earlier resource of the same name;
 * `replace` replaces that resource.
 * @throws Failure when the earlier resource is missing, or when it exists and the behavior is another one
 */
export function withGenerated(resources: readonly Resource[], resource: Resource, behavior: string): Resource[] {
  const { kind } = resource.object
  const before = resources.find(({ object, original }) => object.kind === kind && original === resource.original)
  const id = identity(resource.object)
  if (behavior !== 'merge' && behavior !== 'replace') {
    if (before !== undefined && identity(before.object) === id)
      throw new Failure(`${mergingFrom(resource.object)} exists; behavior must be merge or replace`)
    return [...resources, resource]
  }
  if (before === undefined) throw new Failure(`${mergingFrom(resource.object)} does not exist; cannot merge or replace`)
  const joined = behavior === 'merge' ? mergedData(before.object, resource.object) : resource.object
  const next = {
    ...before,
    object: { ...joined, metadata: mergedMetadata(before.object, resource.object) },
    hashed: before.hashed && resource.hashed,
  }
  return resources.map((each) => (each === before ? next : each))
}

/** The prefix of an error. kubectl prints the generator as a Go pointer and the id as a Go struct. */
function mergingFrom({ apiVersion = '', kind = '', metadata }: ApiObject): string {
  const text = (value = ''): string => JSON.stringify(value)
  const type = `resid.Gvk{Group:"", Version:${text(apiVersion)}, Kind:${text(kind)}, isClusterScoped:false}`
  const names = `Name:${text(metadata?.name)}, Namespace:${text(metadata?.namespace)}`
  return `merging from generator &{0xc000000000 <nil>}: id resid.ResId{Gvk:${type}, ${names}}`
}

function mergedData(before: ApiObject, after: ApiObject): ApiObject {
  const merged: ApiObject = { ...after }
  for (const field of ['data', 'binaryData'] as const)
    if (isObject(before[field]) || isObject(after[field]))
      merged[field] = { ...stringMap(before[field]), ...stringMap(after[field]) }
  return merged
}

/** The name and namespace of the earlier object, and the labels and annotations of both. */
function mergedMetadata(
  { metadata: before }: ApiObject,
  { metadata: after }: ApiObject,
): NonNullable<ApiObject['metadata']> {
  const joined = { ...before }
  for (const field of ['labels', 'annotations'] as const)
    if (before?.[field] !== undefined || after?.[field] !== undefined)
      joined[field] = { ...before?.[field], ...after?.[field] }
  return joined
}
