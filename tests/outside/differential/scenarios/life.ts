import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const PODS = `${CORE}/pods`
const pod = (name: string, more: Members = {}): Members => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i' }], ...more },
})

const EPHEMERAL: readonly unknown[] = [
  [{ name: 'e', image: 'i' }],
  [{ name: 'e', image: 'j' }],
  [{ name: 'c', image: 'i' }],
  [{ name: 'f', image: 'i', targetContainerName: 'none' }, { name: 'e', image: 'i' }],
  [{ name: 'f', image: 'i', ports: [{ containerPort: 1 }], resources: { limits: { cpu: '1' } }, lifecycle: {}, livenessProbe: {} }],
  ...[{ ports: [] }, { resources: {} }, { resources: { limits: {} } }, { resources: { claims: [] } }, { resizePolicy: [] }, { volumeDevices: [] }, { lifecycle: {} }, { lifecycle: { preStop: {} } }, { startupProbe: {} }, { restartPolicy: '' }, { restartPolicy: 'Always' }, { volumeMounts: [{ name: 'v', mountPath: '/x', subPath: 'a' }] }, { env: [], envFrom: [{}] }, { securityContext: {}, stdin: true }].map((part) => [{ name: 'g', image: 'i', ...part }]),
  [{ name: '', image: '' }],
  [],
  null,
] // prettier-ignore

const ephemeralContainers = (): Case =>
  scenario('pods', 'ephemeral', [
    post(PODS, pod('p')),
    ...EPHEMERAL.flatMap((list): Step[] => [
      patch(`${PODS}/p/ephemeralcontainers?fieldManager=s`, { spec: { ephemeralContainers: list } }, { type: 'strategic' }),
      patch(`${PODS}/p/ephemeralcontainers?dryRun=All`, { spec: { ephemeralContainers: list } }),
      patch(`${PODS}/p/ephemeralcontainers?fieldManager=a`, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { ephemeralContainers: list } }, { type: 'apply' }),
      put(`${PODS}/p/ephemeralcontainers?dryRun=All`, pod('p', { ephemeralContainers: list })),
      put(`${PODS}/p?dryRun=All`, pod('p', { ephemeralContainers: list })),
      post(`${PODS}?dryRun=All`, pod('q', { ephemeralContainers: list })),
    ]),
    get(`${PODS}/p/ephemeralcontainers`),
    get(`${PODS}/p`),
  ]) // prettier-ignore

const TARGETS: readonly unknown[] = [
  { kind: 'Node', name: 'n' },
  { kind: 'Pod', name: 'n' },
  { name: '' },
  { name: 'n', apiVersion: 'v2', namespace: 'x', uid: 'u' },
  {},
  null,
]
const bindings = (): Case =>
  scenario('pods', 'bindings', [
    ...TARGETS.flatMap((target, at): Step[] => [
      post(PODS, pod(`p${at}`, at === 1 ? { schedulingGates: [{ name: 'a.b/c' }] } : {})),
      post(`${PODS}/p${at}/binding?dryRun=All`, { metadata: { name: `p${at}` }, target }),
      post(`${PODS}/p${at}/binding`, { metadata: { name: 'other' }, target }),
      post(`${CORE}/bindings`, { metadata: { name: `p${at}`, labels: { a: 'b' }, annotations: { c: 'd' } }, target }),
      post(`${PODS}/p${at}/binding`, { metadata: { name: `p${at}`, uid: 'u' }, target }),
      get(`${PODS}/p${at}`),
      patch(`${PODS}/p${at}/status`, { status: { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }], conditions: [{ type: 'Ready', status: 'True' }, { type: 'Ready', status: 'X' }] } }),
      patch(`${PODS}/p${at}/status`, { status: { containerStatuses: [{ name: 'c', image: 'i', imageID: '', ready: true, restartCount: 1, state: { running: {} } }] } }, { type: 'strategic' }),
    ]),
    get(PODS, { headers: TABLE }),
    ...['status.phase=Running', 'spec.nodeName=n', 'spec.nodeName!=n', 'status.podIP=10.0.0.1', 'spec.restartPolicy=Always', 'spec.hostNetwork=false', 'status.nominatedNodeName=', 'spec.containers=x', 'metadata.name=p0,status.phase!=Failed', 'spec.schedulerName==default-scheduler', 'spec.serviceAccountName=default'].map(
      (selector) => get(`${PODS}?fieldSelector=${encodeURIComponent(selector)}`),
    ),
  ]) // prettier-ignore

const BUDGETS: readonly Members[] = [
  { minAvailable: 1 },
  { maxUnavailable: 0 },
  { minAvailable: '50%', maxUnavailable: 1 },
  { minAvailable: '150%' },
  { maxUnavailable: -1 },
  { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  { unhealthyPodEvictionPolicy: 'X' },
]
const EVICTIONS: readonly Members[] = [
  {},
  { metadata: { name: 'p' } },
  { metadata: { name: 'other' } },
  { metadata: { name: 'p', namespace: 'other' } },
  { metadata: { name: 'p' }, deleteOptions: { dryRun: ['All'] } },
  { metadata: { name: 'p' }, deleteOptions: { dryRun: ['x'] } },
  { metadata: { name: 'p' }, deleteOptions: { gracePeriodSeconds: -1 } },
  { metadata: { name: 'p' }, deleteOptions: { preconditions: { uid: 'u' } } },
  { metadata: { name: 'p' }, deleteOptions: { preconditions: { resourceVersion: '1' } } },
  { metadata: { name: 'p' }, deleteOptions: { propagationPolicy: 'x' } },
  { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'p' } },
  { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } },
]
const POLICY = groupPath('policy', 'v1')
const evictions = (): Case =>
  scenario('pods', 'evictions',
    BUDGETS.flatMap((spec, at): Step[] => [
      post(PODS, { ...pod('p'), metadata: { name: 'p', labels: { a: 'b' } } }),
      patch(`${PODS}/p/status`, { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }),
      post(`${POLICY}/poddisruptionbudgets`, { metadata: { name: 'b' }, spec: { selector: { matchLabels: { a: 'b' } }, ...spec } }),
      ...EVICTIONS.flatMap((body) => [post(`${PODS}/p/eviction`, body), post(`${PODS}/p/eviction?dryRun=All`, body)]),
      patch(`${POLICY}/poddisruptionbudgets/b/status`, { status: { disruptionsAllowed: at, observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptedPods: { p: null } } }),
      post(`${PODS}/p/eviction`, { metadata: { name: 'p' } }),
      get(`${POLICY}/poddisruptionbudgets/b`),
      get(`${POLICY}/poddisruptionbudgets`, { headers: TABLE }),
      remove(`${POLICY}/poddisruptionbudgets/b`),
      remove(`${PODS}/p?gracePeriodSeconds=0`),
    ])) // prettier-ignore

const OPTIONS: readonly string[] = [
  '',
  'propagationPolicy=Orphan',
  'propagationPolicy=Foreground',
  'propagationPolicy=Background',
  'orphanDependents=true',
  'gracePeriodSeconds=0',
  'gracePeriodSeconds=30&dryRun=All',
]
const KINDS: readonly (readonly [string, Members])[] = [
  [PODS, pod('o')],
  [`${CORE}/configmaps`, { metadata: { name: 'o' } }],
  [`${CORE}/persistentvolumeclaims`, { metadata: { name: 'o' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }],
  [`${groupPath('batch', 'v1')}/jobs`, { metadata: { name: 'o' }, spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } } }],
  ['/api/v1/namespaces', { metadata: { name: '${ns}-o' } }],
  ['/api/v1/persistentvolumes', { metadata: { name: '${ns}-o' }, spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } }],
] // prettier-ignore
const FINALIZERS: readonly (readonly string[])[] = [[], ['a.b/c'], ['orphan'], ['foregroundDeletion', 'a.b/c']]

/** Deletions of objects with each finalizer, and writes to the objects while they wait for it. */
const deletions = (): Case[] =>
  KINDS.map(([path, object], kind) => {
    const metadata = object['metadata'] as Members
    const one = `${path}/${String(metadata['name'])}`
    return scenario(
      'deletion',
      `finalizers-${kind}`,
      FINALIZERS.flatMap((finalizers) =>
        OPTIONS.flatMap((query): Step[] => [
          post(path, { ...object, metadata: { ...metadata, finalizers } }),
          remove(`${one}?${query}`),
          get(one),
          remove(`${one}?${query}`),
          patch(one, { metadata: { finalizers: [...finalizers, 'd.e/f'] } }),
          patch(one, { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } } }, { type: 'strategic' }),
          patch(one, [{ op: 'remove', path: '/metadata/deletionTimestamp' }], { type: 'json' }),
          patch(one, { metadata: { finalizers: null } }),
          remove(`${one}?gracePeriodSeconds=0`),
        ]),
      ),
    )
  })

const POLICIES = '/apis/admissionregistration.k8s.io/v1'
const policy = (spec: Members, name = '${ns}'): Members => ({
  metadata: { name },
  spec: {
    failurePolicy: 'Fail',
    matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }] },
    validations: [{ expression: 'true' }],
    ...spec,
  },
}) // prettier-ignore
const POLICY_SPECS: readonly Members[] = [
  { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations: [{ expression: "object.data.a == params.data.a", messageExpression: "'got ' + object.data.a" }] },
  { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, variables: [{ name: 'x', expression: 'size(params.data)' }], validations: [{ expression: 'variables.x > 5', reason: 'Forbidden' }] },
  { paramKind: { apiVersion: 'v2', kind: 'None' } },
  { paramKind: {} },
  { validations: [{ expression: 'object.data.a', message: 'm' }] },
  { validations: [{ expression: 'params.x == 1' }] },
  { validations: [{ expression: '' }, { expression: 'true', message: ' ', reason: 'X' }] },
  { validations: [], auditAnnotations: [{ key: 'a', valueExpression: "'x'" }, { key: 'A_', valueExpression: '1' }] },
  { matchConditions: [{ name: 'a', expression: 'request.name == "x"' }, { name: 'a', expression: '1' }, { name: '', expression: '' }] },
  { variables: [{ name: 'a', expression: 'b' }, { name: '1', expression: 'true' }, { name: 'a', expression: 'variables.a' }] },
  { matchConstraints: {} },
  { matchConstraints: { resourceRules: [{}] } },
  { matchConstraints: { matchPolicy: 'X', namespaceSelector: { matchExpressions: [{ key: '' }] }, resourceRules: [{ apiGroups: ['*', 'a'], apiVersions: [], operations: ['x'], resources: ['a/*', '*/b'], scope: 'y' }] } },
  { failurePolicy: 'x' },
] // prettier-ignore
const BINDING_SPECS: readonly Members[] = [
  { validationActions: ['Deny'] },
  { validationActions: ['Warn', 'Audit'], paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } },
  { validationActions: ['Deny'], paramRef: { name: 'none', parameterNotFoundAction: 'Allow' } },
  { validationActions: ['Deny'], paramRef: { name: 'none', parameterNotFoundAction: 'Deny', namespace: '${ns}' } },
  { validationActions: ['Deny'], paramRef: { selector: { matchLabels: { p: 'q' } }, parameterNotFoundAction: 'Deny' } },
  { validationActions: ['Deny', 'Warn'] },
  { validationActions: ['Warn', 'Warn', 'x'] },
  { validationActions: [] },
  { paramRef: { name: 'a', selector: {} } },
  { paramRef: {} },
  { validationActions: ['Deny'], matchResources: { namespaceSelector: { matchLabels: { a: 'b' } } } },
] // prettier-ignore
const policies = (): Case[] => [
  scenario(
    'policies',
    'shapes',
    [
      ...POLICY_SPECS.flatMap((spec, at): Step[] => [
        post(`${POLICIES}/validatingadmissionpolicies`, policy(spec, `s-shapes-${at}`)),
        patch(`${POLICIES}/validatingadmissionpolicies/s-shapes-${at}`, { spec: { failurePolicy: 'Ignore' } }),
        patch(`${POLICIES}/validatingadmissionpolicies/s-shapes-${at}/status`, { status: { observedGeneration: 1, typeChecking: { expressionWarnings: [{ fieldRef: 'a', warning: '' }] }, conditions: [{ type: 'a' }] } }),
        remove(`${POLICIES}/validatingadmissionpolicies/s-shapes-${at}`),
      ]),
      ...BINDING_SPECS.flatMap((spec, at): Step[] => [
        post(`${POLICIES}/validatingadmissionpolicybindings`, { metadata: { name: `s-b-${at}` }, spec: { policyName: 's-none', ...spec } }),
        get(`${POLICIES}/validatingadmissionpolicybindings/s-b-${at}`, { headers: TABLE }),
        patch(`${POLICIES}/validatingadmissionpolicybindings/s-b-${at}`, { spec: { policyName: '' } }),
        remove(`${POLICIES}/validatingadmissionpolicybindings/s-b-${at}`),
      ]),
    ],
  ),
] // prettier-ignore

/** Subresources of pods, deletions with finalizers, and the shapes of policies. */
export const lifeScenarios = (): Case[] => [
  ephemeralContainers(),
  bindings(),
  evictions(),
  ...deletions(),
  ...policies(),
]
