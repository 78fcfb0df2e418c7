import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { changedAt, meansKind } from './configurations.ts'
import { identity } from './identity.ts'
import type { Resource } from './kustomization.ts'

/** An object before and after a kustomization changed its name and its namespace. */
export interface Renamed {
  readonly before: ApiObject
  readonly after: ApiObject
  /** The names and namespaces before earlier changes, which a reference may still use. */
  readonly former: NonNullable<Resource['former']>
  /** Whether the name gets a hash at the end of the build. */
  readonly hashed: boolean
}

/** The place of the pod spec in the kinds that refer to config maps and secrets. kustomize leaves out replication controllers. */
const POD_SPECS: Readonly<Record<string, string>> = {
  Pod: 'spec',
  PodTemplate: 'template/spec',
  Deployment: 'spec/template/spec',
  ReplicaSet: 'spec/template/spec',
  DaemonSet: 'spec/template/spec',
  StatefulSet: 'spec/template/spec',
  Job: 'spec/template/spec',
  CronJob: 'spec/jobTemplate/spec/template/spec',
}

/** The kinds whose other references in the pod spec change. */
const RUNNING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(POD_SPECS).filter(([kind]) => kind !== 'ReplicaSet' && kind !== 'PodTemplate')),
  ReplicationController: 'spec/template/spec',
}

const inPodSpecs = (specs: Readonly<Record<string, string>>, ...paths: readonly string[]): JsonObject[] =>
  Object.entries(specs).flatMap(([kind, place]) => paths.map((path) => ({ kind, path: `${place}/${path}` })))

const environment = (field: 'configMap' | 'secret'): string[] =>
  ['containers', 'initContainers'].flatMap((list) => [
    `${list}/env/valueFrom/${field}KeyRef/name`,
    `${list}/envFrom/${field}Ref/name`,
  ])

const inKinds = (paths: Readonly<Record<string, readonly string[]>>): JsonObject[] =>
  Object.entries(paths).flatMap(([kind, all]) => all.map((path) => ({ kind, path })))

const webhooks = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']

/** The references that kustomize updates by default, by the kind of the renamed object (`nameReference` of a configuration). */
const REFERENCES: readonly JsonObject[] = [
  ...['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map((kind) => ({
    kind,
    fieldSpecs: inKinds({ HorizontalPodAutoscaler: ['spec/scaleTargetRef/name'] }),
  })),
  {
    kind: 'ConfigMap',
    fieldSpecs: [
      ...inPodSpecs(
        POD_SPECS,
        'volumes/configMap/name',
        'volumes/projected/sources/configMap/name',
        ...environment('configMap'),
      ),
      ...inKinds({
        Node: ['spec/configSource/configMap'],
        Role: ['rules/resourceNames'],
        ClusterRole: ['rules/resourceNames'],
        Ingress: ['metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap'],
      }),
    ],
  },
  {
    kind: 'Secret',
    fieldSpecs: [
      ...inPodSpecs(
        POD_SPECS,
        'volumes/secret/secretName',
        'volumes/projected/sources/secret/name',
        'imagePullSecrets/name',
        ...environment('secret'),
      ),
      ...inKinds({
        Ingress: [
          'spec/tls/secretName',
          'metadata/annotations/ingress.kubernetes.io\\/auth-secret',
          'metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret',
          'metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret',
        ],
        ServiceAccount: ['imagePullSecrets/name'],
        StorageClass: ['secretName', 'adminSecretName', 'userSecretName', 'secretRef'].map(
          (name) => `parameters/${name}`,
        ),
        Role: ['rules/resourceNames'],
        ClusterRole: ['rules/resourceNames'],
        PersistentVolume: ['spec/azureFile/secretName'],
      }),
      {
        kind: 'Service',
        group: 'serving.knative.dev',
        version: 'v1',
        path: 'spec/template/spec/containers/env/valueFrom/secretKeyRef/name',
      },
    ],
  },
  {
    kind: 'Service',
    fieldSpecs: [
      ...inKinds({
        Ingress: [
          'spec/rules/http/paths/backend/serviceName',
          'spec/backend/serviceName',
          'spec/rules/http/paths/backend/service/name',
          'spec/defaultBackend/service/name',
        ],
      }),
      { kind: 'StatefulSet', group: 'apps', path: 'spec/serviceName' },
      { kind: 'APIService', group: 'apiregistration.k8s.io', path: 'spec/service/name' },
      ...webhooks.map((kind) => ({
        kind,
        group: 'admissionregistration.k8s.io',
        path: 'webhooks/clientConfig/service',
      })),
    ],
  },
  { kind: 'Role', fieldSpecs: inKinds({ RoleBinding: ['roleRef/name'] }) },
  { kind: 'ClusterRole', fieldSpecs: inKinds({ RoleBinding: ['roleRef/name'], ClusterRoleBinding: ['roleRef/name'] }) },
  {
    kind: 'ServiceAccount',
    fieldSpecs: [
      ...inKinds({ RoleBinding: ['subjects'], ClusterRoleBinding: ['subjects'] }),
      ...inPodSpecs(RUNNING, 'serviceAccountName'),
    ],
  },
  { kind: 'PersistentVolumeClaim', fieldSpecs: inPodSpecs(RUNNING, 'volumes/persistentVolumeClaim/claimName') },
  {
    kind: 'PersistentVolume',
    fieldSpecs: inKinds({ PersistentVolumeClaim: ['spec/volumeName'], ClusterRole: ['rules/resourceNames'] }),
  },
  {
    kind: 'StorageClass',
    fieldSpecs: inKinds({
      PersistentVolume: ['spec/storageClassName'],
      PersistentVolumeClaim: ['spec/storageClassName'],
      StatefulSet: ['spec/volumeClaimTemplates/spec/storageClassName'],
    }),
  },
  { kind: 'PriorityClass', fieldSpecs: inPodSpecs(RUNNING, 'priorityClassName') },
  { kind: 'IngressClass', fieldSpecs: inKinds({ Ingress: ['spec/ingressClassName'] }) },
]

/**
 * Updates the references of an object to renamed objects. A place may hold a name, a list of names, or a reference with name
 * and namespace.
 * @param configured the further references of a configuration
 */
export function withReferences(
  object: ApiObject,
  renamed: readonly Renamed[],
  configured: readonly JsonObject[],
): ApiObject {
  return [...REFERENCES, ...configured].reduce<ApiObject>((changed, reference) => {
    const targets = renamed.filter(({ before }) => meansKind(reference, before) && isRoleOf(object, reference, before))
    const specifications = objectsIn(reference.fieldSpecs).filter((each) => meansKind(each, object))
    if (targets.length === 0 || specifications.length === 0) return changed
    return changedAt(changed, specifications, (value) => updated(value, targets))
  }, object)
}

/** Whether a binding means objects of the kind: a role and a cluster role may have the same name. */
const isRoleOf = ({ roleRef }: ApiObject, { kind }: JsonObject, before: ApiObject): boolean =>
  !isObject(roleRef) || (kind !== 'Role' && kind !== 'ClusterRole') || roleRef.kind === before.kind

function updated(value: Json | undefined, targets: readonly Renamed[]): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => updated(item, targets) ?? item)
  if (typeof value === 'string') return targetsNamed(value, targets)[0]?.after.metadata?.name
  if (!isObject(value)) return undefined
  const { name, namespace } = value
  const target = targetsNamed(stringOrEmpty(name), targets).find(({ before, after }) =>
    [undefined, ...namespacesOf(before, after)].includes(stringOf(namespace)),
  )
  if (target === undefined) return undefined
  const { metadata } = target.after
  return {
    ...value,
    ...(metadata?.name === undefined ? {} : { name: metadata.name }),
    ...(metadata?.namespace ? { namespace: metadata.namespace } : {}),
  }
}

const stringOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * The objects that a reference may mean, by a name that they had before a change. Those that have just lost the name precede those
 * that lost it in a base. kustomize does not consider an object whose name and namespace never changed.
 */
const targetsNamed = (name: string, targets: readonly Renamed[]): Renamed[] => {
  const justLost = ({ before, after, hashed }: Renamed): boolean =>
    before.metadata?.name === name && (hashed || identity(before) !== identity(after))
  return [
    ...targets.filter(justLost),
    ...targets.filter((each) => !justLost(each) && each.former.some((place) => place.name === name)),
  ]
}

/** An object without a namespace is in the namespace `default`. */
const namespacesOf = (...objects: readonly ApiObject[]): string[] =>
  objects.map(({ metadata }) => metadata?.namespace || 'default')
