import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { containersOf, podSpecOf, withPodSpec } from '../pod-specs.ts'
import type { Configuration } from './configurations.ts'
import { meansKind, transformedAt, withPairsAt } from './configurations.ts'
import { withNewImage } from './images.ts'
import type { Resource } from './kustomization.ts'
import { stringMap } from './kustomization.ts'

/**
 * Applies a kustomization's namespace, labels, annotations, replicas and images to its resources, in this order, and
 * then all of them to the places of its configurations.
 */
export function transformed(
  resources: readonly Resource[],
  fields: JsonObject,
  configuration: Configuration = {},
): Resource[] {
  requireScaled(resources, objectsIn(fields.replicas), configuration['replicas'])
  const namespace = stringOrEmpty(fields.namespace)
  const accounts = new Set(
    resources.filter(({ object }) => object.kind === 'ServiceAccount').map(({ original }) => original),
  )
  const changes: ((object: ApiObject, resource: Resource) => ApiObject)[] = [
    ...(namespace === '' ? [] : [(object: ApiObject) => inNamespace(object, namespace, accounts)]),
    (object) => labelled(object, stringMap(fields.commonLabels), true, true),
    ...objectsIn(fields.labels).map(
      ({ pairs, includeSelectors, includeTemplates, fields: places }) =>
        (object: ApiObject) =>
          withPairsAt(
            labelled(
              object,
              stringMap(pairs),
              includeSelectors === true,
              includeTemplates === true || includeSelectors === true,
            ),
            stringMap(pairs),
            objectsIn(places),
          ),
    ),
    (object) => annotated(object, stringMap(fields.commonAnnotations)),
    ...objectsIn(fields.replicas).map(
      ({ name, count }) =>
        (object: ApiObject, { original }: Resource) =>
          original === name && isObject(object.spec) && SCALED.has(object.kind ?? '')
            ? { ...object, spec: { ...object.spec, replicas: count } }
            : object,
    ),
    ...[...objectsIn(fields.images), ...objectsIn(fields.imageTags)].map(
      (image) => (object: ApiObject) => withImage(object, image),
    ),
  ]
  const changed = resources.map((resource) => ({
    ...resource,
    object: changes.reduce((object, change) => change(object, resource), resource.object),
  }))
  return transformedAt(changed, fields, configuration)
}

const SCALED = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'])

/** @throws Failure when no object has the name of an entry of `replicas` */
function requireScaled(
  resources: readonly Resource[],
  entries: readonly JsonObject[],
  specified: readonly JsonObject[] = [],
): void {
  const isScaled = (object: ApiObject): boolean =>
    SCALED.has(object.kind ?? '') || specified.some((each) => meansKind(each, object))
  for (const { name } of entries)
    if (!resources.some(({ object, original }) => original === name && isScaled(object)))
      throw new Failure(
        `resource with name ${stringOrEmpty(name)} does not match a config with the following GVK [${SCALED_TYPES}]`,
      )
}

const SCALED_TYPES = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']
  .map((kind) => `${kind}.[noVer].[noGrp]`)
  .join(' ')

/** Cluster-scoped kinds. Custom resources are assumed to be namespaced. */
const CLUSTER = new Set(
  'Namespace Node PersistentVolume ClusterRole ClusterRoleBinding StorageClass PriorityClass IngressClass RuntimeClass CustomResourceDefinition APIService MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding CertificateSigningRequest CSIDriver CSINode FlowSchema PriorityLevelConfiguration VolumeAttachment'.split(
    ' ',
  ),
)

/**
 * The object in another namespace. A Namespace gets the namespace as its name.
 * @param accounts the kustomization's ServiceAccounts: a subject that names one of them, or `default`, gets the
 * namespace too
 */
function inNamespace(object: ApiObject, namespace: string, accounts: ReadonlySet<string>): ApiObject {
  if (object.kind === 'Namespace') return { ...object, metadata: { ...object.metadata, name: namespace } }
  const subjects = object.kind?.endsWith('Binding') ? objectsIn(object.subjects) : []
  const moved =
    subjects.length === 0
      ? object
      : {
          ...object,
          subjects: subjects.map((each) =>
            each.kind === 'ServiceAccount' && (each.name === 'default' || accounts.has(String(each.name)))
              ? { ...each, namespace }
              : each,
          ),
        }
  return CLUSTER.has(object.kind ?? '') ? moved : { ...moved, metadata: { ...moved.metadata, namespace } }
}

/** The fields of a spec that hold a template with its own labels and annotations. */
const TEMPLATES = ['template', 'jobTemplate']

function labelled(
  object: ApiObject,
  pairs: Readonly<Record<string, string>>,
  selectors: boolean,
  templates: boolean,
): ApiObject {
  if (Object.keys(pairs).length === 0) return object
  const metadata = { ...object.metadata, labels: { ...object.metadata?.labels, ...pairs } }
  if (!isObject(object.spec)) return { ...object, metadata }
  let spec = templates ? withTemplateMetadata(object.spec, 'labels', pairs) : object.spec
  if (selectors) spec = withSelector(object.kind ?? '', spec, pairs)
  return { ...object, metadata, spec }
}

function withSelector(kind: string, spec: JsonObject, pairs: Readonly<Record<string, string>>): JsonObject {
  const { selector } = spec
  if (kind === 'Service' || kind === 'ReplicationController')
    return isObject(selector) ? { ...spec, selector: { ...selector, ...pairs } } : spec
  if (!SELECTING.has(kind)) return spec
  const known = isObject(selector) && isObject(selector.matchLabels) ? selector.matchLabels : {}
  return { ...spec, selector: { ...objectOrEmpty(selector), matchLabels: { ...known, ...pairs } } }
}

const SELECTING = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'])

function annotated(object: ApiObject, pairs: Readonly<Record<string, string>>): ApiObject {
  if (Object.keys(pairs).length === 0) return object
  const metadata = { ...object.metadata, annotations: { ...object.metadata?.annotations, ...pairs } }
  const spec: Json | undefined = isObject(object.spec)
    ? withTemplateMetadata(object.spec, 'annotations', pairs)
    : object.spec
  return { ...object, metadata, ...(spec === undefined ? {} : { spec }) }
}

function withTemplateMetadata(
  spec: JsonObject,
  field: 'labels' | 'annotations',
  pairs: Readonly<Record<string, string>>,
): JsonObject {
  const changed: Record<string, Json | undefined> = { ...spec }
  for (const key of TEMPLATES) {
    const template = spec[key]
    if (!isObject(template)) continue
    const metadata = objectOrEmpty(template.metadata)
    const known = objectOrEmpty(metadata[field])
    changed[key] = {
      ...template,
      metadata: { ...metadata, [field]: { ...known, ...pairs } },
      ...(isObject(template.spec) ? { spec: withTemplateMetadata(template.spec, field, pairs) } : {}),
    }
  }
  return changed
}

function withImage(object: ApiObject, image: JsonObject): ApiObject {
  const spec = podSpecOf(object)
  if (spec === undefined) return object
  const change = (container: JsonObject): JsonObject => {
    const changed = withNewImage(stringOrEmpty(container.image), image)
    return changed === undefined ? container : { ...container, image: changed }
  }
  const lists = ['containers', 'initContainers'].flatMap((field) =>
    Array.isArray(spec[field]) ? [[field, containersOf(spec, field).map(change)] as const] : [],
  )
  return withPodSpec(object, { ...spec, ...Object.fromEntries(lists) })
}
