import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../worker/api/json.ts'
import type { StoredObject } from '../client/resource-client.ts'

/** An object of the core group in the same namespace, by resource and name: `configmaps/settings`. */
export type NameReference = `${string}/${string}`

/** The path of the pod spec in each kind. */
const POD_SPECS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['Pod', ['spec']],
  ['CronJob', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
  ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'ReplicationController', 'Job'].map(
    (kind) => [kind, ['spec', 'template', 'spec']] as const,
  ),
])

const at = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

/** Fields of a volume, of a projected source and of an environment variable that name an object. */
const NAMED: readonly (readonly [resource: string, ...path: string[]])[] = [
  ['configmaps', 'configMap', 'name'],
  ['secrets', 'secret', 'secretName'],
  ['secrets', 'secret', 'name'],
  ['persistentvolumeclaims', 'persistentVolumeClaim', 'claimName'],
  ['configmaps', 'valueFrom', 'configMapKeyRef', 'name'],
  ['secrets', 'valueFrom', 'secretKeyRef', 'name'],
  ['configmaps', 'configMapRef', 'name'],
  ['secrets', 'secretRef', 'name'],
]

function* namesIn(source: JsonObject): Generator<NameReference> {
  for (const [resource, ...path] of NAMED) {
    const name = stringOrEmpty(at(source, path))
    if (name !== '') yield `${resource}/${name}`
  }
}

/** The labels of the pods of a workload, or of a pod itself; undefined for other kinds. */
export function podLabels(object: StoredObject): JsonObject | undefined {
  const path = POD_SPECS.get(object.kind)
  if (path === undefined) return undefined
  const labels = at(object, [...path.slice(0, -1), 'metadata', 'labels'])
  return objectOrEmpty(labels)
}

/** The configuration, claims and accounts that the pods of an object name. */
export function podReferences(object: StoredObject): Set<NameReference> {
  const found = new Set<NameReference>()
  const path = POD_SPECS.get(object.kind)
  const spec = path && at(object, path)
  if (!isObject(spec)) return found
  const account = stringOrEmpty(spec['serviceAccountName'])
  // Every pod gets the account `default`, and a projected volume for its token.
  if (account !== '' && account !== 'default') found.add(`serviceaccounts/${account}`)
  for (const { name } of objectsIn(spec['imagePullSecrets']))
    if (name !== undefined) found.add(`secrets/${stringOrEmpty(name)}`)
  const volumes = objectsIn(spec['volumes']).filter(({ name }) => !/^[a-z]+-api-access-/.test(stringOrEmpty(name)))
  const sources = volumes.flatMap((volume) => [volume, ...objectsIn(at(volume, ['projected', 'sources']))])
  const containers = [...objectsIn(spec['initContainers']), ...objectsIn(spec['containers'])]
  const variables = containers.flatMap(({ env, envFrom }) => [...objectsIn(env), ...objectsIn(envFrom)])
  for (const source of [...sources, ...variables]) for (const name of namesIn(source)) found.add(name)
  return found
}
