import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'
import { Failure } from '../failure.ts'
import type { Configuration } from './configurations.ts'
import { changedAt, meansKind, withPairsAt } from './configurations.ts'
import { withNewImage } from './images.ts'
import type { Resource } from './kustomization.ts'
import { stringMap } from './kustomization.ts'

type Change = (object: ApiObject) => ApiObject

const changedBy = (resources: readonly Resource[], changes: readonly Change[]): Resource[] =>
  resources.map((resource) => ({
    ...resource,
    object: changes.reduce((object, change) => change(object), resource.object),
  }))

/** The resources in a kustomization's namespace. */
export function withNamespace(
  resources: readonly Resource[],
  fields: JsonObject,
  { namespace: places = [] }: Configuration,
): Resource[] {
  const namespace = stringOrEmpty(fields.namespace)
  return namespace === ''
    ? [...resources]
    : changedBy(resources, [(object) => changedAt(inNamespace(object, namespace), places, () => namespace)])
}

/** The resources with a kustomization's labels and annotations. */
export function withLabels(resources: readonly Resource[], fields: JsonObject, specified: Configuration): Resource[] {
  const { commonLabels = [], templateLabels = [], commonAnnotations = [] } = specified
  const labels = objectsIn(fields.labels).map(({ pairs, includeSelectors, includeTemplates, fields: own }): Change => {
    const places =
      includeSelectors === true
        ? commonLabels
        : [...(includeTemplates === true ? templateLabels : []), { path: 'metadata/labels', create: true }]
    return (object) => withPairsAt(object, stringMap(pairs), [...objectsIn(own), ...places])
  })
  return changedBy(resources, [
    ...labels,
    (object) => withPairsAt(object, stringMap(fields.commonLabels), commonLabels),
    (object) => withPairsAt(object, stringMap(fields.commonAnnotations), commonAnnotations),
  ])
}

/** The resources with the replicas and then the images of a kustomization. */
export function withCountsAndImages(
  resources: readonly Resource[],
  fields: JsonObject,
  { replicas = [], images = [] }: Configuration,
): Resource[] {
  const entries = objectsIn(fields.replicas)
  requireScaled(resources, entries, replicas)
  const scaled = resources.map((resource) => ({
    ...resource,
    object: entries
      .filter(({ name }) => isNamed(resource, name))
      .reduce<ApiObject>((object, { count }) => changedAt(object, replicas, () => count), resource.object),
  }))
  const existing = images.map((each) => ({ ...each, create: false }))
  const changes = [...objectsIn(fields.images), ...objectsIn(fields.imageTags)].map((image): Change => {
    const change = (value: Json | undefined): Json | undefined =>
      typeof value === 'string' ? withNewImage(value, image) : undefined
    return (object) => changedAt(withContainerImages(object, change), existing, change)
  })
  return changedBy(scaled, changes)
}

/** Whether an entry of `replicas` names the resource: by its name in the file, or by its present name. */
const isNamed = ({ original, object }: Resource, name: Json | undefined): boolean =>
  original === name || object.metadata?.name === name

/** @throws Failure when no object has the name of an entry of `replicas` */
function requireScaled(
  resources: readonly Resource[],
  entries: readonly JsonObject[],
  places: readonly JsonObject[],
): void {
  const isScaled = ({ object }: Resource): boolean => places.some((each) => meansKind(each, object))
  for (const { name } of entries)
    if (!resources.some((resource) => isNamed(resource, name) && isScaled(resource)))
      throw new Failure(
        `resource with name ${stringOrEmpty(name)} does not match a config with the following GVK [${SCALED_TYPES}]`,
      )
}

const SCALED_TYPES = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']
  .map((kind) => `${kind}.[noVer].[noGrp]`)
  .join(' ')

/** The cluster-scoped kinds of the API that kustomize contains, 1.21. It treats other kinds as namespaced. */
const CLUSTER = lookupTable<readonly string[]>({
  v1: ['ComponentStatus', 'Namespace', 'Node', 'NodeProxyOptions', 'PersistentVolume'],
  'policy/v1beta1': ['PodSecurityPolicy'],
  'flowcontrol.apiserver.k8s.io/v1beta1': ['FlowSchema', 'PriorityLevelConfiguration'],
  ...Object.fromEntries(
    (
      [
        ['admissionregistration.k8s.io', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
        ['apiextensions.k8s.io', 'CustomResourceDefinition'],
        ['apiregistration.k8s.io', 'APIService'],
        ['certificates.k8s.io', 'CertificateSigningRequest'],
        ['networking.k8s.io', 'IngressClass'],
        ['node.k8s.io', 'RuntimeClass'],
        ['rbac.authorization.k8s.io', 'ClusterRole', 'ClusterRoleBinding'],
        ['scheduling.k8s.io', 'PriorityClass'],
        ['storage.k8s.io', 'CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
      ] as const
    ).flatMap(([group, ...kinds]) => ['v1', 'v1beta1'].map((version) => [`${group}/${version}`, kinds])),
  ),
})

const isClusterScoped = ({ apiVersion = '', kind = '' }: ApiObject): boolean =>
  CLUSTER[apiVersion]?.includes(kind) === true

/**
 * The object in another namespace. A Namespace gets the namespace as its name, and the subjects with the name `default` get the
 * namespace.
 */
function inNamespace(object: ApiObject, namespace: string): ApiObject {
  const { kind, apiVersion, metadata } = object
  if (kind === 'Namespace' && apiVersion === 'v1') return { ...object, metadata: { ...metadata, name: namespace } }
  const moved = isClusterScoped(object) ? object : { ...object, metadata: { ...metadata, namespace } }
  if ((kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') || !Array.isArray(object.subjects)) return moved
  const subjects = objectsIn(object.subjects).map((each) => (each.name === 'default' ? { ...each, namespace } : each))
  return { ...moved, subjects }
}

const CONTAINERS = new Set(['containers', 'initContainers'])

/** The object with changed images in all lists of containers, which may be at any place. A definition stays as it is. */
function withContainerImages(object: ApiObject, change: (image: Json | undefined) => Json | undefined): ApiObject {
  return object.kind === 'CustomResourceDefinition' ? object : (visited(object) as ApiObject)

  function visited(value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) return value.map((item) => visited(item) as Json)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const inner = visited(each)
        return [name, CONTAINERS.has(name) && Array.isArray(inner) ? inner.map(withImage) : inner]
      }),
    )
  }

  function withImage(container: Json): Json {
    const image = isObject(container) ? change(container.image) : undefined
    return isObject(container) && image !== undefined ? { ...container, image } : container
  }
}
