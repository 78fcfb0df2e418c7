import type { JsonObject } from '../../../worker/api/json.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'
import type { Configuration } from './configurations.ts'

/*
 * The places that the transformers of kustomize change by default, as the files of `configurations` write them. Which kinds
 * have a place differs from transformer to transformer: it follows the tables of kustomize (`konfig/builtinpluginconsts`).
 */

type Kinds = readonly (readonly [kind: string, limit?: string])[]

/** Field specifications for one path in several kinds. A limit is the version `v1` or a group. */
const at = (path: string, kinds: Kinds, create = false): JsonObject[] =>
  kinds.map(([kind, limit = '']) => ({ path, kind, create, [limit === 'v1' ? 'version' : 'group']: limit }))

const created = (path: string, ...kinds: Kinds): JsonObject[] => at(path, kinds, true)

/** The metadata of templates: all kinds of workloads but stateful sets, whose limits differ. */
const templateMetadata = (field: 'labels' | 'annotations'): JsonObject[] => [
  { path: `metadata/${field}`, create: true },
  ...created(
    `spec/template/metadata/${field}`,
    ['ReplicationController', 'v1'],
    ['Deployment'],
    ['ReplicaSet'],
    ['DaemonSet'],
    ['Job', 'batch'],
  ),
  ...created(`spec/jobTemplate/metadata/${field}`, ['CronJob', 'batch']),
  ...created(`spec/jobTemplate/spec/template/metadata/${field}`, ['CronJob', 'batch']),
]

const TEMPLATE_LABELS = [
  ...templateMetadata('labels'),
  ...created('spec/template/metadata/labels', ['StatefulSet', 'apps']),
  ...created('spec/volumeClaimTemplates[]/metadata/labels', ['StatefulSet', 'apps']),
]

const AFFINITY_TERMS = ['podAffinity', 'podAntiAffinity'].flatMap((kind) => [
  `affinity/${kind}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm`,
  `affinity/${kind}/requiredDuringSchedulingIgnoredDuringExecution`,
])

const SELECTORS = [
  ...created('spec/selector', ['Service', 'v1'], ['ReplicationController', 'v1']),
  ...created('spec/selector/matchLabels', ['Deployment'], ['ReplicaSet'], ['DaemonSet'], ['StatefulSet', 'apps']),
  ...[...AFFINITY_TERMS, 'topologySpreadConstraints'].flatMap((term) =>
    at(`spec/template/spec/${term}/labelSelector/matchLabels`, [
      ['Deployment', 'apps'],
      ['StatefulSet', 'apps'],
    ]),
  ),
  ...at('spec/selector/matchLabels', [
    ['Job', 'batch'],
    ['PodDisruptionBudget', 'policy'],
  ]),
  ...at('spec/jobTemplate/spec/selector/matchLabels', [['CronJob', 'batch']]),
  ...['podSelector', 'ingress/from/podSelector', 'egress/to/podSelector'].flatMap((selector) =>
    at(`spec/${selector}/matchLabels`, [['NetworkPolicy', 'networking.k8s.io']]),
  ),
]

const IMAGES = ['', 'template/spec/'].flatMap((place) =>
  ['containers', 'initContainers'].map((list) => ({ path: `spec/${place}${list}[]/image` })),
)

const DEFAULTS: Configuration = lookupTable({
  commonLabels: [...SELECTORS, ...TEMPLATE_LABELS],
  templateLabels: TEMPLATE_LABELS,
  commonAnnotations: [
    ...templateMetadata('annotations'),
    ...created('spec/template/metadata/annotations', ['StatefulSet']),
  ],
  replicas: created('spec/replicas', ['Deployment'], ['StatefulSet'], ['ReplicaSet'], ['ReplicationController']),
  images: IMAGES,
  namespace: [
    ...created('spec/service/namespace', ['APIService', 'apiregistration.k8s.io']),
    ...at('spec/conversion/webhook/clientConfig/service/namespace', [
      ['CustomResourceDefinition', 'apiextensions.k8s.io'],
    ]),
  ],
})

/** The default places and the places of a kustomization's configurations. */
export const withDefaults = (configuration: Configuration): Configuration =>
  Object.fromEntries(
    [...new Set([...Object.keys(DEFAULTS), ...Object.keys(configuration)])].map((name) => [
      name,
      [...(DEFAULTS[name] ?? []), ...(configuration[name] ?? [])],
    ]),
  )
