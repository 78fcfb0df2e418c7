import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'

type Source = 'configmap' | 'secret'

/** Reads the config maps and secrets that pods reference. */
export interface Configuration {
  readonly find: (source: Source, namespace: string, name: string) => ApiObject | undefined
  /** The name of the config map that holds the root certificates in every namespace; references to it always resolve. */
  readonly rootCertificates: string
}

interface Reference {
  readonly source: Source
  readonly name: string
  /** The referenced key; undefined when the reference names no key and only the object must exist. */
  readonly key?: string
}

const KINDS: Readonly<Record<Source, string>> = { configmap: 'ConfigMap', secret: 'Secret' }

/** The first unresolved reference, in the words of the kubelet; undefined when every reference resolves. */
function faultOf(
  pod: ApiObject,
  references: readonly Reference[],
  { find, rootCertificates }: Configuration,
): string | undefined {
  const { namespace } = namespacedName(pod)
  for (const { source, name, key } of references) {
    if (name === rootCertificates) continue
    const object = find(source, namespace, name)
    if (object === undefined) return `${source} "${name}" not found`
    const parts = [object['data'], object['binaryData']].filter(isObject)
    if (key === undefined || parts.some((part) => Object.hasOwn(part, key))) continue
    return `couldn't find key ${key} in ${KINDS[source]} ${namespace}/${name}`
  }
  return undefined
}

/** A list with the reference at a path within the holder. The list is empty when the reference is absent or optional. */
function referenceAt(holder: JsonObject, path: string, source: Source, field = 'name'): Reference[] {
  const reference = valueAt(holder, path)
  if (!isObject(reference) || reference['optional'] === true) return []
  const key = textAt(reference, 'key')
  return [{ source, name: textAt(reference, field), ...(key !== '' && { key }) }]
}

/** The message that names a missing object or key for the environment of a container; undefined when all exist. */
export function environmentFault(pod: ApiObject, container: JsonObject, all: Configuration): string | undefined {
  const references = [
    ...listAt(container, 'envFrom')
      .filter(isObject)
      .flatMap((one) => [...referenceAt(one, 'configMapRef', 'configmap'), ...referenceAt(one, 'secretRef', 'secret')]),
    ...listAt(container, 'env')
      .filter(isObject)
      .flatMap((one) => [
        ...referenceAt(one, 'valueFrom.configMapKeyRef', 'configmap'),
        ...referenceAt(one, 'valueFrom.secretKeyRef', 'secret'),
      ]),
  ]
  return faultOf(pod, references, all)
}

/** The message that names a missing object or key for a volume of a pod; undefined when all exist. */
export function mountFault(pod: ApiObject, all: Configuration): string | undefined {
  for (const volume of listAt(pod, 'spec.volumes').filter(isObject)) {
    const references = [volume, ...listAt(volume, 'projected.sources').filter(isObject)].flatMap((one) => [
      ...referenceAt(one, 'configMap', 'configmap'),
      ...referenceAt(one, 'secret', 'secret', one === volume ? 'secretName' : 'name'),
    ])
    const fault = faultOf(pod, references, all)
    if (fault !== undefined) return `MountVolume.SetUp failed for volume "${textAt(volume, 'name')}" : ${fault}`
  }
  return undefined
}
