import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, stringOrEmpty } from '../../worker/api/json.ts'
import { parseGroupVersion } from '../../worker/api/group-version.ts'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import type { StoredObject } from '../client/resource-client.ts'
import type { ObjectRef } from '../client/object-ref.ts'

/** Fields whose text is the name of an object of the given resource. */
const NAME_FIELDS: Readonly<Record<string, string>> = {
  serviceAccountName: 'serviceaccounts',
  nodeName: 'nodes',
  claimName: 'persistentvolumeclaims',
  secretName: 'secrets',
  volumeName: 'persistentvolumes',
}

/** Fields that contain `{ name }` of an object of the given resource. */
const REFERENCE_FIELDS: Readonly<Record<string, string>> = {
  configMapKeyRef: 'configmaps',
  configMapRef: 'configmaps',
  configMap: 'configmaps',
  secretKeyRef: 'secrets',
  secretRef: 'secrets',
  imagePullSecrets: 'secrets',
  secrets: 'secrets',
  service: 'services',
}

function refTo(type: ResourceType | undefined, namespace: string, name: string): ObjectRef | undefined {
  if (type === undefined || name === '') return undefined
  const { group, version, resource, namespaced } = type
  return { group, version, resource, namespace: namespaced ? namespace : '', name }
}

/** Resolves a reference that contains a kind: owner references, `roleRef`, `scaleTargetRef`, `involvedObject`, subjects. */
function typedReference(value: JsonObject, namespace: string, discovery: Discovery): ObjectRef | undefined {
  const kind = stringOrEmpty(value['kind'])
  const name = stringOrEmpty(value['name'])
  if (kind === '' || name === '') return undefined
  const group = value['apiGroup'] ?? parseGroupVersion(stringOrEmpty(value['apiVersion']))?.group
  return refTo(discovery.byKind(stringOrEmpty(group), kind), stringOrEmpty(value['namespace']) || namespace, name)
}

/** The object that a field of another object names, or undefined. `field` is the nearest key that is not an index. */
export function referenceOf(
  field: string,
  value: Json | undefined,
  namespace: string,
  discovery: Discovery,
): ObjectRef | undefined {
  if (typeof value === 'string') {
    const resource = Object.hasOwn(NAME_FIELDS, field) ? NAME_FIELDS[field] : undefined
    return resource === undefined ? undefined : refTo(discovery.byResource('', resource), namespace, value)
  }
  if (!isObject(value)) return undefined
  const resource = Object.hasOwn(REFERENCE_FIELDS, field) ? REFERENCE_FIELDS[field] : undefined
  if (resource !== undefined && value['kind'] === undefined)
    return refTo(
      discovery.byResource('', resource),
      stringOrEmpty(value['namespace']) || namespace,
      stringOrEmpty(value['name']),
    )
  return typedReference(value, namespace, discovery)
}

interface OwnerLink {
  readonly title: string
  readonly controller: boolean
  /** The reference to the owner; undefined when the cluster does not serve the owner's kind. */
  readonly ref?: ObjectRef
}

export function ownersOf(object: StoredObject, discovery: Discovery): OwnerLink[] {
  return (object.metadata.ownerReferences ?? []).map((owner) => ({
    title: `${owner.kind}/${owner.name}`,
    controller: owner.controller === true,
    ref: typedReference(owner, object.metadata.namespace ?? '', discovery),
  }))
}
