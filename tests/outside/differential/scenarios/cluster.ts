import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const PARTIAL = { Accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' }
const hpas = (version: string): string => `${groupPath('autoscaling', version)}/horizontalpodautoscalers`
const TARGET = { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } }

const HPA_SPECS: readonly Members[] = [
  { maxReplicas: 3 },
  { maxReplicas: 3, minReplicas: 0 },
  { maxReplicas: 0 },
  { maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
  { maxReplicas: 3, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }] },
  { maxReplicas: 3, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } } }, { type: 'Pods', pods: { metric: { name: 'x', selector: { matchLabels: { a: 'b' } } }, target: { type: 'AverageValue', averageValue: 2 } } }] },
  { maxReplicas: 3, metrics: [{ type: 'Object', object: { metric: { name: 'x' }, describedObject: { kind: 'Service', name: 's' }, target: { type: 'Value', value: '1' } } }, { type: 'External', external: { metric: { name: 'q' }, target: { type: 'Value', value: '30' } } }] },
  { maxReplicas: 3, metrics: [{ type: 'ContainerResource', containerResource: { name: 'memory', container: 'c', target: { type: 'Utilization', averageUtilization: 0 } } }] },
  { maxReplicas: 3, metrics: [{ type: 'X' }, {}] },
  { maxReplicas: 3, behavior: { scaleUp: { policies: [{ type: 'Pods', value: 4, periodSeconds: 60 }], selectPolicy: 'Min' }, scaleDown: { stabilizationWindowSeconds: 4000 } } },
  { maxReplicas: 3, behavior: { scaleUp: {}, scaleDown: { selectPolicy: 'Disabled' } } },
] // prettier-ignore
const ANNOTATIONS: readonly Members[] = [
  { 'autoscaling.alpha.kubernetes.io/metrics': '[{"type":"Pods","pods":{"metricName":"x","targetAverageValue":"1"}}]' },
  { 'autoscaling.alpha.kubernetes.io/behavior': '{"ScaleUp":null}' },
  { 'autoscaling.alpha.kubernetes.io/conditions': '[{"type":"AbleToScale","status":"True"}]', a: 'b' },
  { 'autoscaling.alpha.kubernetes.io/metrics': '{' },
]

const conversions = (): Case =>
  scenario('conversion', 'autoscalers', [
    ...['v1', 'v2'].flatMap((version, at) =>
      HPA_SPECS.flatMap((spec, number): Step[] => {
        const name = `h-${at}-${number}`
        const other = version === 'v1' ? 'v2' : 'v1'
        return [
          post(`${hpas(version)}?fieldManager=one`, { metadata: { name }, spec: { ...TARGET, ...spec } }),
          get(`${hpas(other)}/${name}`),
          patch(`${hpas(other)}/${name}?fieldManager=two`, { spec: { maxReplicas: 7 } }, { type: 'strategic' }),
          patch(`${hpas(version)}/${name}/status?fieldManager=three`, { status: { currentReplicas: 1, desiredReplicas: 2, conditions: [{ type: 'ScalingActive', status: 'True', reason: 'r' }] } }),
          get(`${hpas(version)}/${name}`),
          patch(`${hpas(other)}/${name}?fieldManager=four`, { apiVersion: `autoscaling/${other}`, kind: 'HorizontalPodAutoscaler', spec: { minReplicas: 2, ...spec } }, { type: 'apply' }),
          put(`${hpas(other)}/${name}?dryRun=All`, { metadata: { name }, spec: { ...TARGET, ...spec } }),
        ]
      }),
    ),
    ...ANNOTATIONS.flatMap((annotations, at): Step[] => [
      post(hpas('v1'), { metadata: { name: `a-${at}`, annotations }, spec: { ...TARGET, maxReplicas: 2 } }),
      get(`${hpas('v2')}/a-${at}`),
      post(hpas('v2'), { metadata: { name: `b-${at}`, annotations }, spec: { ...TARGET, maxReplicas: 2 } }),
      get(`${hpas('v1')}/b-${at}`),
    ]),
    get(hpas('v1'), { headers: TABLE }),
    get(hpas('v2'), { headers: TABLE }),
    get(`${hpas('v1')}?limit=3`, { headers: PARTIAL, save: { token: 'metadata.continue' } }),
    get(`${hpas('v2')}?limit=3&continue=\${token}`, { headers: PARTIAL }),
  ]) // prettier-ignore

const FLOW = (version: string): string => `/apis/flowcontrol.apiserver.k8s.io/${version}`
const LEVELS: readonly Members[] = [
  { type: 'Limited', limited: { nominalConcurrencyShares: 0, limitResponse: { type: 'Reject' } } },
  { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: 4, handSize: 5 } } } },
  { type: 'Limited', limited: { nominalConcurrencyShares: 30, lendablePercent: 101, borrowingLimitPercent: -1 } },
  { type: 'Exempt', exempt: { nominalConcurrencyShares: 3 } },
  { type: 'Exempt', limited: {} },
  {},
]
const flows = (): Case =>
  scenario(
    'conversion',
    'flows',
    ['v1', 'v1beta3'].flatMap((version) =>
      LEVELS.flatMap((spec, at): Step[] => {
        const name = `s-${version}-${at}`
        const other = version === 'v1' ? 'v1beta3' : 'v1'
        return [
          post(`${FLOW(version)}/prioritylevelconfigurations`, { metadata: { name }, spec }),
          get(`${FLOW(other)}/prioritylevelconfigurations/${name}`),
          patch(`${FLOW(other)}/prioritylevelconfigurations/${name}?fieldManager=m`, { spec }),
          put(`${FLOW(other)}/prioritylevelconfigurations/${name}?dryRun=All`, { metadata: { name }, spec }),
          post(`${FLOW(version)}/flowschemas`, { metadata: { name }, spec: { priorityLevelConfiguration: { name }, matchingPrecedence: at * 3000, rules: [{ subjects: [{ kind: 'User', user: { name: '*' } }], nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a*'] }] }] } }),
          get(`${FLOW(other)}/flowschemas/${name}`, { headers: TABLE }),
          remove(`${FLOW(other)}/flowschemas/${name}`),
          remove(`${FLOW(other)}/prioritylevelconfigurations/${name}`),
        ]
      }),
    ),
  ) // prettier-ignore

const EVENTS = `${CORE}/events`
const NEW_EVENTS = `${groupPath('events.k8s.io', 'v1')}/events`
const REGARDING = { kind: 'Pod', namespace: '${ns}', name: 'p' }
const EVENT_PARTS: readonly Members[] = [
  { involvedObject: REGARDING, reason: 'R', message: 'm', type: 'Normal', source: { component: 'c', host: 'h' }, count: 2 },
  { involvedObject: REGARDING, reason: 'R', eventTime: '2020-01-01T00:00:00.123456Z', action: 'a', reportingComponent: 'a.b/c', reportingInstance: 'i', type: 'Warning', series: { count: 3, lastObservedTime: '2020-01-01T00:00:00.000000Z' } },
  { involvedObject: { ...REGARDING, namespace: 'other' }, type: 'x' },
  { regarding: REGARDING, reason: 'R', note: 'n', eventTime: '2020-01-01T00:00:00.123456Z', action: 'a', reportingController: 'a.b/c', reportingInstance: 'i', type: 'Normal', deprecatedCount: 4 },
  { regarding: REGARDING, eventTime: '2020-01-01T00:00:00.123456Z' },
  { regarding: { ...REGARDING, namespace: 'other' }, eventTime: '2020-01-01T00:00:00Z', note: 'x'.repeat(1025), series: { count: 1 } },
] // prettier-ignore
const events = (): Case =>
  scenario('conversion', 'events', [
    ...EVENT_PARTS.flatMap((part, at) =>
      [EVENTS, NEW_EVENTS].flatMap((path, kind): Step[] => {
        const name = `e-${at}-${kind}`
        const other = path === EVENTS ? NEW_EVENTS : EVENTS
        return [
          post(path, { metadata: { name }, ...part }),
          get(`${other}/${name}`),
          patch(`${path}/${name}`, { type: 'Warning', series: { count: 9, lastObservedTime: '2020-01-01T00:00:01.5Z' } }),
          patch(`${other}/${name}`, { reason: 'S' }, { type: 'strategic' }),
        ]
      }),
    ),
    get(EVENTS, { headers: TABLE }),
    get(NEW_EVENTS, { headers: TABLE }),
    ...['involvedObject.name=p', 'regarding.name=p', 'reason=R', 'reportingController=a.b/c', 'reportingComponent=a.b/c', 'type!=Normal', 'source=c', 'involvedObject.uid=', 'involvedObject.fieldPath=x', 'note=n'].flatMap(
      (selector) => [EVENTS, NEW_EVENTS].map((path) => get(`${path}?fieldSelector=${selector}`))),
  ]) // prettier-ignore

const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const CONDITIONS: readonly unknown[] = [
  [{ type: 'Approved', status: 'True', reason: 'r' }],
  [{ type: 'Approved', status: 'False' }],
  [{ type: 'Denied', status: 'True' }],
  [{ type: 'Failed', status: 'True' }, { type: 'Failed', status: 'True' }],
  [{ type: 'Own', status: 'Unknown', lastUpdateTime: '2020-01-01T00:00:00Z' }],
  [{ type: '', status: '' }],
  [{ type: 'Own', status: 'X' }],
  null,
] // prettier-ignore
const REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlHYU1FSUNBUUF3RURFT01Bd0dBMVVFQXd3RllXeHBZMlV3S2pBRkJnTXJaWEFESVFDcXFxcXFxcXFxcXFxcQpxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFvQUF3QlFZREsyVndBMEVBCi0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo='
const signing = (): Case =>
  scenario('csr', 'signing', [
    post(CSRS, { metadata: { name: 's-none' }, spec: { request: REQUEST, signerName: 'a.b/c', usages: ['client auth'] } }),
    ...CONDITIONS.flatMap((conditions): Step[] =>
      ['approval', 'status', ''].flatMap((part) => {
        const path = `${CSRS}/s-none${part && `/${part}`}`
        return [
          patch(`${path}?dryRun=All`, { status: { conditions } }),
          put(`${path}?dryRun=All`, { metadata: { name: 's-none' }, spec: { request: REQUEST, signerName: 'a.b/c', usages: ['any'] }, status: { conditions, certificate: 'YQ==' } }),
          patch(`${path}?dryRun=All`, { status: { conditions } }, { as: 'bob' }),
        ]
      }),
    ),
    get(`${CSRS}/s-none/approval`),
    get(CSRS, { headers: TABLE }),
    ...['spec.signerName=a.b/c', 'metadata.name=x', 'spec.username=x'].map((selector) => get(`${CSRS}?fieldSelector=${selector}`)),
  ]) // prettier-ignore

const NAMESPACE = '/api/v1/namespaces/${ns}-n'
const namespaces = (): Case =>
  scenario('namespaces', 'lifecycle', [
    post('/api/v1/namespaces', { metadata: { name: '${ns}-n', labels: { 'kubernetes.io/metadata.name': 'x' } }, spec: { finalizers: ['a.b/c', 'kubernetes'] } }),
    post(`${NAMESPACE}/configmaps`, { metadata: { name: 'a' } }),
    put(`${NAMESPACE}/finalize`, { metadata: { name: '${ns}-n' }, spec: { finalizers: ['bad'] } }),
    put(`${NAMESPACE}/finalize?dryRun=All`, { metadata: { name: '${ns}-n' }, spec: { finalizers: [] } }),
    patch(NAMESPACE, { spec: { finalizers: ['x/y'] }, metadata: { labels: null } }),
    patch(`${NAMESPACE}/status`, { status: { phase: 'Terminating', conditions: [{ type: 'NamespaceDeletionContentFailure', status: 'True', reason: 'r' }] } }),
    patch(`${NAMESPACE}/finalize`, { spec: { finalizers: [] } }),
    ...['', '?dryRun=All', '?gracePeriodSeconds=0', '?propagationPolicy=Orphan'].map((query) => remove(`${NAMESPACE}${query}`)),
    post(`${NAMESPACE}/configmaps`, { metadata: { name: 'b' } }),
    post(`${NAMESPACE}/pods?dryRun=All`, { metadata: { name: 'b' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
    patch(`${NAMESPACE}/configmaps/a`, { data: { a: 'b' } }),
    patch(`${NAMESPACE}/configmaps/new?fieldManager=m`, { apiVersion: 'v1', kind: 'ConfigMap' }, { type: 'apply' }),
    post(`${NAMESPACE}/serviceaccounts/default/token`, {}),
    put(`${NAMESPACE}/finalize`, { metadata: { name: '${ns}-n' }, spec: { finalizers: [] } }),
    get(NAMESPACE),
    ...['default', 'kube-system', 'kube-public'].flatMap((name) => [remove(`/api/v1/namespaces/${name}?dryRun=All`), remove(`/api/v1/namespaces/${name}`)]),
    remove('/api/v1/namespaces'),
    get('/api/v1/namespaces?fieldSelector=status.phase=Active,metadata.name=default', { headers: TABLE }),
  ], { cleanup: [NAMESPACE] }) // prettier-ignore

/** Conversions between versions of built-in kinds, signing of certificates and the ends of namespaces. */
export const clusterScenarios = (): Case[] => [conversions(), flows(), events(), signing(), namespaces()]
