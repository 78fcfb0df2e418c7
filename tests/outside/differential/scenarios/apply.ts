import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'apply.example.com'
const TEXT = { type: 'string' }
const NUMBER = { type: 'integer' }
const ENTRY = {
  type: 'object',
  required: ['name'],
  properties: { name: TEXT, zone: { ...TEXT, default: 'z' }, size: NUMBER, tags: { type: 'array', items: TEXT } },
}

/** Every topology that a schema can give a list or a map. */
const SPEC: Members = {
  type: 'object',
  properties: {
    keyed: { type: 'array', items: ENTRY, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
    paired: {
      type: 'array',
      items: ENTRY,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'zone'],
    },
    set: { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'set' },
    numbers: { type: 'array', items: NUMBER, 'x-kubernetes-list-type': 'set' },
    atomic: { type: 'array', items: ENTRY, 'x-kubernetes-list-type': 'atomic' },
    plain: { type: 'array', items: ENTRY },
    granular: { type: 'object', additionalProperties: TEXT, 'x-kubernetes-map-type': 'granular' },
    whole: { type: 'object', properties: { a: TEXT, b: TEXT }, 'x-kubernetes-map-type': 'atomic' },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    either: { 'x-kubernetes-int-or-string': true },
    empty: { type: 'string', nullable: true },
    replicas: NUMBER,
  },
}

/** Configurations of one field owner after another. */
const CONFIGURATIONS: readonly Members[] = [
  { keyed: [{ name: 'a', size: 1 }, { name: 'b' }] },
  { keyed: [{ name: 'b', size: 2 }, { name: 'c', tags: ['x'] }] },
  { keyed: [{ name: 'a' }, { name: 'a' }] },
  { keyed: [{ size: 1 }] },
  { keyed: [null] },
  { keyed: null },
  { keyed: {} },
  { paired: [{ name: 'a' }, { name: 'a', zone: 'y' }] },
  { paired: [{ name: 'a', zone: 'z', size: 3 }, { name: 'a' }] },
  { set: ['a', 'b', 'a'] },
  { set: ['c', 'a'] },
  { set: ['a', null] },
  { set: [1] },
  { numbers: [1, 2, 3] },
  { numbers: [3, 1, 4] },
  { atomic: [{ name: 'a' }, { name: 'a' }] },
  { atomic: [] },
  { plain: [{ name: 'a', size: 1 }] },
  { plain: [{ name: 'a', size: 2 }, { bogus: 1, name: 'b' }] },
  { granular: { a: '1', b: '2' } },
  { granular: { b: '3', c: null } },
  { granular: {} },
  { whole: { a: '1' } },
  { whole: { b: '2' } },
  { free: { a: { b: [1, { c: 2 }] }, d: null } },
  { free: { a: { b: [2] }, e: 1.5 } },
  { either: '50%' },
  { either: 5 },
  { either: 1.5 },
  { empty: null },
  { empty: 'x' },
  { replicas: 9007199254740992 },
  { replicas: '3' },
  { bogus: 1 },
] // prettier-ignore

const QUERIES = ['fieldManager=one', 'fieldManager=two', 'fieldManager=two&force=true', 'fieldManager=three&dryRun=All']

const collection = `${groupPath(GROUP, 'v1')}/toys`
const toy = (spec: unknown, name: string): Members => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'Toy',
  metadata: { name },
  spec,
})
const definition = (): Members => {
  const schema = (more: Members): Members => ({
    openAPIV3Schema: { type: 'object', properties: { spec: SPEC, status: { type: 'object', ...more } } },
  })
  const parts = {
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', labelSelectorPath: '.status.selector' },
    },
    additionalPrinterColumns: [
      { name: 'Keys', type: 'string', jsonPath: '.spec.keyed[*].name' },
      { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas', priority: 1 },
      { name: 'Either', type: 'string', jsonPath: '.spec.either', description: 'd' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
  } // prettier-ignore
  const status = { properties: { replicas: NUMBER, selector: TEXT } }
  return {
    metadata: { name: `toys.${GROUP}` },
    spec: {
      group: GROUP,
      names: { plural: 'toys', singular: 'toy', kind: 'Toy', shortNames: ['ty'], categories: ['all'] },
      scope: 'Namespaced',
      versions: [
        { name: 'v1', served: true, storage: true, schema: schema(status), ...parts },
        { name: 'v1beta1', served: true, storage: false, deprecated: true, schema: schema(status), ...parts },
      ],
    },
  }
}

const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

const custom = (): Case =>
  scenario(
    'ssa',
    'custom',
    [
      post(DEFINITIONS, definition()),
      get(collection, { until: { equals: 200, ms: 8000 }, ignore: true }),
      ...CONFIGURATIONS.flatMap((spec, at): Step[] => [
        ...QUERIES.map((query) => patch(`${collection}/all?${query}`, toy(spec, 'all'), { type: 'apply' })),
        patch(`${collection}/n${at % 3}?fieldManager=one`, toy(spec, `n${at % 3}`), { type: 'apply' }),
        patch(`${collection}/all?fieldManager=m`, { spec }),
        patch(`${collection}/all?fieldManager=two&fieldValidation=Strict`, toy(spec, 'all'), { type: 'apply' }),
        post(`${collection}?dryRun=All`, toy(spec, `p${at}`)),
      ]),
      ...['Toy', 'toy', ''].map((kind) =>
        patch(`${collection}/all?fieldManager=one`, { ...toy({}, 'all'), kind }, { type: 'apply' }),
      ),
      ...[`${GROUP}/v1beta1`, `${GROUP}/v2`, 'v1'].map((apiVersion) =>
        patch(`${collection}/all?fieldManager=one`, { ...toy({}, 'all'), apiVersion }, { type: 'apply' }),
      ),
      patch(`${collection.replace('/v1/', '/v1beta1/')}/all?fieldManager=beta`, { ...toy({ replicas: 2 }, 'all'), apiVersion: `${GROUP}/v1beta1` }, { type: 'apply' }),
      get(`${collection}/all`, { headers: TABLE }),
      get(collection, { headers: TABLE }),
      get(`${collection}/all/scale`),
      put(`${collection}/all/scale`, { spec: { replicas: 4 } }),
      put(`${collection}/all/scale`, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'all' }, spec: { replicas: 5 } }),
      put(`${collection}/all/scale`, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'other' }, spec: { replicas: -5 } }),
      put(`${collection}/all/scale`, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'all', resourceVersion: '1' }, spec: {} }),
      patch(`${collection}/all/scale?fieldManager=s`, { spec: { replicas: 6 } }),
      patch(`${collection}/all/scale?fieldManager=s`, { spec: { replicas: 6 } }, { type: 'strategic' }),
      patch(`${collection}/all/scale?fieldManager=a`, { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 7 } }, { type: 'apply' }),
      patch(`${collection}/all/scale?fieldManager=a&force=true`, { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 7 } }, { type: 'apply' }),
      patch(`${collection}/all/status?fieldManager=st`, toy({}, 'all'), { type: 'apply' }),
      patch(`${collection}/all/status?fieldManager=st`, { ...toy({}, 'all'), status: { replicas: 3, selector: 'a=b', x: 1 } }, { type: 'apply' }),
      patch(`${collection}/all/status?fieldManager=st&force=true`, { ...toy({}, 'all'), status: { replicas: 3, selector: 'a b' } }, { type: 'apply' }),
      patch(`${collection}/all/status`, { spec: { replicas: 1 }, metadata: { labels: { a: 'b' }, finalizers: ['x/y'] } }),
      patch(`${collection}/all/status`, [{ op: 'add', path: '/status/replicas', value: 'x' }], { type: 'json' }),
      patch(`${collection}/all/status`, [{ op: 'test', path: '/status/replicas', value: 9 }], { type: 'json' }),
      patch(`${collection}/all`, { spec: {} }, { type: 'strategic' }),
      get(`${collection}/all/scale`, { headers: TABLE }),
      get(`${collection}/all?fieldSelector=spec.replicas=1`),
      ...['metadata.name=all', 'spec.replicas=1', 'metadata.namespace!=x', 'status=x', 'a'].map((selector) =>
        get(`${collection}?fieldSelector=${selector}`)),
      remove(`${collection}?propagationPolicy=Orphan`),
      remove(`${collection}/all?propagationPolicy=Foreground`),
      get(`${collection}/all`),
      patch(`${collection}/all`, { metadata: { finalizers: ['x/y', 'z/z'] } }),
      patch(`${collection}/all`, { metadata: { finalizers: null } }),
      remove(`${DEFINITIONS}/toys.${GROUP}`),
    ],
    { cleanup: [`${DEFINITIONS}/toys.${GROUP}`] },
  ) // prettier-ignore

const WORKLOAD: Members = {
  replicas: 1,
  selector: { matchLabels: { a: 'b' } },
  template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }] } },
} // prettier-ignore
const DEPLOYMENTS = `${groupPath('apps', 'v1')}/deployments`
const deployment = (spec: Members): Members => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec,
})
const containers = (list: unknown): Members => ({ template: { spec: { containers: list } } })

/** Parts of a workload that owners of fields share, take and give up. */
const PARTS: readonly Members[] = [
  { replicas: 2 },
  containers([{ name: 'c', image: 'j' }]),
  containers([{ name: 'c', ports: [{ containerPort: 80, name: 'x' }, { containerPort: 80, protocol: 'UDP' }] }]),
  containers([{ name: 'c', ports: [{ containerPort: 80 }, { containerPort: 80 }] }]),
  containers([{ name: 'e', image: 'i', env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }]),
  containers([{ name: 'c', env: [{ name: 'A', value: '1' }, { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }]),
  containers([{ image: 'x' }]),
  containers([]),
  containers(null),
  { strategy: { type: 'Recreate' } },
  { strategy: { type: 'Recreate', rollingUpdate: null } },
  { strategy: { rollingUpdate: { maxSurge: '10%' } } },
  { template: { spec: { tolerations: [{ key: 'a' }, { key: 'a' }], volumes: [{ name: 'v', emptyDir: {} }] } } },
  { template: { spec: { volumes: [{ name: 'v', configMap: { name: 'c' } }] } } },
  { template: { spec: { volumes: [{ name: 'v', $patch: 'delete' }] } } },
  { template: { spec: { $setElementOrder: 1, imagePullSecrets: [{ name: 'a' }, { name: 'a' }], hostAliases: [{ ip: '1.2.3.4' }] } } },
  { template: { spec: { nodeSelector: { a: null }, topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'k', whenUnsatisfiable: 'ScheduleAnyway' }] } } },
  { selector: { matchLabels: { c: 'd' } } },
  { selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
  { paused: true, minReadySeconds: -1 },
] // prettier-ignore

const builtIn = (): Case =>
  scenario('ssa', 'built-in', [
    post(`${DEPLOYMENTS}?fieldManager=maker`, deployment(WORKLOAD)),
    ...PARTS.flatMap((part): Step[] => [
      ...QUERIES.map((query) => patch(`${DEPLOYMENTS}/d?${query}`, deployment(part), { type: 'apply' })),
      patch(`${DEPLOYMENTS}/d?fieldManager=one`, deployment({ ...WORKLOAD, ...part }), { type: 'apply' }),
      patch(`${DEPLOYMENTS}/d?fieldManager=s&fieldValidation=Strict`, { spec: part }, { type: 'strategic' }),
      patch(`${DEPLOYMENTS}/d?fieldManager=m`, { spec: part }),
      put(`${DEPLOYMENTS}/d?dryRun=All&fieldManager=p`, deployment({ ...WORKLOAD, ...part })),
    ]),
    patch(`${DEPLOYMENTS}/d?fieldManager=one`, { ...deployment({}), metadata: { name: 'd', managedFields: [] } }, { type: 'apply' }),
    patch(`${DEPLOYMENTS}/d`, { metadata: { managedFields: [{}] } }),
    get(`${DEPLOYMENTS}/d`),
    patch(`${DEPLOYMENTS}/d/scale?fieldManager=sc`, { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 9 } }, { type: 'apply' }),
    patch(`${DEPLOYMENTS}/d/scale?fieldManager=sc&force=true`, { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 9 } }, { type: 'apply' }),
    patch(`${DEPLOYMENTS}/d/status?fieldManager=sc`, { ...deployment({}), status: { conditions: [{ type: 'A', status: 'True' }] } }, { type: 'apply' }),
    get(`${DEPLOYMENTS}/d`),
  ]) // prettier-ignore

const SERVICE: Members = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } }
const PORTS: readonly unknown[] = [
  [{ port: 80 }],
  [
    { port: 80, name: 'a' },
    { port: 80, protocol: 'UDP', name: 'b' },
  ],
  [{ port: 80 }, { port: 80 }],
  [{ port: 81, targetPort: 'x', name: 'a' }],
  [{ targetPort: 3 }],
  [],
  null,
]
const services = (): Case =>
  scenario(
    'ssa',
    'services',
    PORTS.flatMap((ports) =>
      QUERIES.map((query) =>
        patch(`${CORE}/services/s?${query}`, { ...SERVICE, spec: { ports, type: 'ClusterIP' } }, { type: 'apply' }),
      ),
    ),
  )

/** Server-side apply of custom and built-in kinds by several field owners. */
export const applyScenarios = (): Case[] => [custom(), builtIn(), services()]
