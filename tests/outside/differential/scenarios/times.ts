import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, scenario } from './steps.ts'

type Members = Record<string, unknown>

/** Times in every spelling that clients write, most of them with offsets, fractions or faults. */
const TIMES: readonly unknown[] = [
  null,
  '',
  '2024-01-02T03:04:05Z',
  '2024-01-02T03:04:05z',
  '2024-01-02t03:04:05Z',
  '2024-01-02 03:04:05Z',
  '2024-01-02T03:04:05+02:00',
  '2024-01-02T03:04:05-11:30',
  '2024-01-02T03:04:05+24:00',
  '2024-01-02T03:04:05+0200',
  '2024-01-02T03:04:05.0Z',
  '2024-01-02T03:04:05.1Z',
  '2024-01-02T03:04:05.123456Z',
  '2024-01-02T03:04:05.123456789Z',
  '2024-01-02T03:04:05.999999999999Z',
  '2024-01-02T03:04:05,5Z',
  '2024-01-02T03:04:05.Z',
  '2024-01-02T03:04:05.123456+01:00',
  '2024-01-02T03:04:60Z',
  '2024-01-02T24:00:00Z',
  '2024-02-30T00:00:00Z',
  '2023-02-29T00:00:00Z',
  '2024-13-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000000Z',
  '0001-01-01T01:00:00+01:00',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-01:00',
  '10000-01-01T00:00:00Z',
  '1969-12-31T23:59:59.5Z',
  '2024-1-2T3:4:5Z',
  '2024-01-02T3:04:05Z',
  '2024-01-02',
  '03:04:05',
  'now',
  '1704164645',
  1704164645,
  1704164645.5,
  true,
  {},
  [],
]

interface Field {
  readonly name: string
  readonly collection: string
  readonly at: string
  /** Present when the field holds microseconds. */
  readonly micro?: true
  /** The object with the time. */
  readonly object: (time: unknown) => Members
}

const LEASES = `${groupPath('coordination.k8s.io', 'v1')}/leases`
const JOBS = `${groupPath('batch', 'v1')}/jobs`
const EVENTS = `${groupPath('events.k8s.io', 'v1')}/events`

const FIELDS: readonly Field[] = [
  { name: 'lease', micro: true, collection: LEASES, at: '/t', object: (renewTime) => ({ metadata: { name: 't' }, spec: { renewTime, acquireTime: renewTime } }) },
  { name: 'creation', collection: `${CORE}/configmaps`, at: '/t', object: (creationTimestamp) => ({ metadata: { name: 't', creationTimestamp } }) },
  { name: 'deletion', collection: `${CORE}/configmaps`, at: '/t', object: (deletionTimestamp) => ({ metadata: { name: 't', deletionTimestamp } }) },
  { name: 'managed', collection: `${CORE}/configmaps`, at: '/t', object: (time) => ({ metadata: { name: 't', managedFields: [{ manager: 'm', operation: 'Update', apiVersion: 'v1', time, fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } }] } }) },
  { name: 'job', collection: JOBS, at: '/t/status', object: (time) => ({ metadata: { name: 't' }, spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } }, status: { startTime: time, conditions: [{ type: 'A', status: 'True', lastProbeTime: time, lastTransitionTime: time }] } }) },
  { name: 'pod', collection: `${CORE}/pods`, at: '/t/status', object: (time) => ({ metadata: { name: 't' }, spec: { containers: [{ name: 'c', image: 'i' }] }, status: { startTime: time, conditions: [{ type: 'Ready', status: 'True', lastProbeTime: time, lastTransitionTime: time }], containerStatuses: [{ name: 'c', image: 'i', imageID: '', ready: false, restartCount: 0, state: { running: { startedAt: time } } }] } }) },
  { name: 'event', collection: `${CORE}/events`, at: '/t', object: (time) => ({ metadata: { name: 't' }, involvedObject: { kind: 'Pod', namespace: '${ns}' }, firstTimestamp: time, lastTimestamp: time }) },
  { name: 'event-time', micro: true, collection: EVENTS, at: '/t', object: (time) => ({ metadata: { name: 't', namespace: '${ns}' }, regarding: { kind: 'Pod', namespace: '${ns}' }, eventTime: time, series: { count: 2, lastObservedTime: time }, reportingController: 'a.b/c', reportingInstance: 'i', action: 'a', reason: 'r', type: 'Normal' }) },
  { name: 'taint', collection: '/api/v1/nodes', at: '/${ns}-t', object: (timeAdded) => ({ metadata: { name: '${ns}-t' }, spec: { taints: [{ key: 'a', effect: 'NoExecute', timeAdded }] } }) },
  { name: 'crd', collection: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', at: '/as.t.example.com/status', object: (time) => ({ metadata: { name: 'as.t.example.com' }, spec: { group: 't.example.com', scope: 'Namespaced', names: { plural: 'as', kind: 'A' }, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }] }, status: { storedVersions: ['v1'], acceptedNames: { plural: 'as', kind: 'A' }, conditions: [{ type: 'X', status: 'True', lastTransitionTime: time }] } }) },
] // prettier-ignore

/** One time in one field, written in every way. */
function written({ collection, at, object }: Field, time: unknown): Step[] {
  const [item] = [`${collection}${at}`]
  const whole = object(time)
  const { metadata, ...rest } = whole
  const { name: _name, namespace: _namespace, ...more } = metadata as Members
  const part = { ...rest, ...(Object.keys(more).length > 0 && { metadata: more }) }
  return [
    post(`${collection}?dryRun=All`, { ...whole, metadata: { ...(metadata as Members), name: `${at.includes('${ns}') ? '${ns}-' : ''}n` } }),
    put(`${item}?dryRun=All`, whole),
    patch(`${item}?dryRun=All`, part),
    patch(`${item}?dryRun=All`, part, { type: 'strategic' }),
    patch(`${item}?dryRun=All&fieldManager=m&force=true`, { ...KINDS.get(collection), ...whole }, { type: 'apply' }),
    patch(item, part),
    get(item),
  ]
} // prettier-ignore

const KINDS: ReadonlyMap<string, Members> = new Map<string, Members>([
  [LEASES, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }],
  [JOBS, { apiVersion: 'batch/v1', kind: 'Job' }],
  [EVENTS, { apiVersion: 'events.k8s.io/v1', kind: 'Event' }],
  [`${CORE}/configmaps`, { apiVersion: 'v1', kind: 'ConfigMap' }],
  [`${CORE}/pods`, { apiVersion: 'v1', kind: 'Pod' }],
  [`${CORE}/events`, { apiVersion: 'v1', kind: 'Event' }],
  ['/api/v1/nodes', { apiVersion: 'v1', kind: 'Node' }],
  ['/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }],
]) // prettier-ignore

const REVIEWS: readonly Members[] = TIMES.map((expirationTimestamp) => ({ spec: {}, status: { expirationTimestamp } }))

/** Fields that hold a time, with every spelling of one. */
export const timeScenarios = (): Case[] => [
  ...FIELDS.map((field) => {
    const base = `${field.collection}${field.at.replace('/status', '')}`
    return scenario(
      'times',
      `times-${field.name}`,
      [
        post(field.collection, field.object(field.micro === true ? '2024-01-01T00:00:00.000000Z' : '2024-01-01T00:00:00Z')),
        ...(field.name === 'crd' ? [get(base, { until: { path: 'status.conditions', exists: true, ms: 8000 }, ignore: true })] : []),
        ...TIMES.flatMap((time) => written(field, time)),
      ],
      { cleanup: [base] },
    )
  }),
  scenario('times', 'times-token', REVIEWS.map((body) => post(`${CORE}/serviceaccounts/default/token?dryRun=All`, body))),
  scenario('times', 'times-delete', TIMES.flatMap((time) => [
    get(`${CORE}/pods/none/log?sinceTime=${encodeURIComponent(String(time))}`),
    get(`${CORE}/pods?timeoutSeconds=${encodeURIComponent(String(time))}`),
  ])),
] // prettier-ignore
