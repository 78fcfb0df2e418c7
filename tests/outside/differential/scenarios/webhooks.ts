import type { Hook, Reply } from '../../../conformance/webhook-reply.ts'
import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'
import { cleanupOf, configured, EVERY, READY, webhook } from './webhook-steps.ts'
import { BAD_REPLIES, DENIALS, PATCHES, WARNINGS } from './webhook-replies.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'w.example.com'
/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 7001
const PER_CASE = 25

const configMap = (name: string, more: Members = {}): Members => ({ metadata: { name }, data: { k: 'v' }, ...more })

/** A case in which a webhook answers each object with another reply. */
function replied(
  kind: 'validating' | 'mutating',
  label: string,
  replies: readonly Reply[],
  failurePolicy: string,
): Case {
  const name = `wh-${label}-${failurePolicy.toLowerCase()}`
  const named = replies.map((reply, at): Reply => ({ ...reply, when: { 'request.name': `o${at}` } }))
  const steps = replies.flatMap((_, at): Step[] => [
    post(`${CORE}/configmaps?dryRun=All`, configMap(`o${at}`)),
    ...(at % 4 === 0
      ? [
          put(`${CORE}/configmaps/o${at}?dryRun=All`, configMap(`o${at}`)),
          patch(`${CORE}/configmaps/o${at}?dryRun=All&fieldManager=m`, { apiVersion: 'v1', kind: 'ConfigMap', ...configMap(`o${at}`) }, { type: 'apply' }),
        ]
      : []),
  ]) // prettier-ignore
  return scenario('webhook', name, [...configured(kind, name, [webhook('d', { failurePolicy })]), ...steps], {
    hooks: [{ path: '/d', respond: named }, READY],
    cleanup: [cleanupOf(kind, name)],
  })
}

const chunks = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / PER_CASE) }, (_, at) => list.slice(at * PER_CASE, (at + 1) * PER_CASE))

const replies = (): Case[] =>
  ['Fail', 'Ignore'].flatMap((policy) => [
    ...chunks([...DENIALS, ...WARNINGS]).map((some, at) => replied('validating', `deny-${at}`, some, policy)),
    ...chunks([...DENIALS.slice(0, 12), ...WARNINGS]).map((some, at) => replied('mutating', `m-deny-${at}`, some, policy)),
    ...chunks(BAD_REPLIES).map((some, at) => replied('validating', `bad-${at}`, some, policy)),
    ...chunks(BAD_REPLIES).map((some, at) => replied('mutating', `m-bad-${at}`, some, policy)),
    ...chunks(PATCHES).map((some, at) => replied('mutating', `patch-${at}`, some, policy)),
    ...chunks(PATCHES.slice(0, 8)).map((some, at) => replied('validating', `v-patch-${at}`, some, policy)),
  ]) // prettier-ignore

const pod = (name: string, more: Members = {}): Members => ({
  metadata: { name, labels: { a: 'b' }, ...more },
  spec: { containers: [{ name: 'c', image: 'i' }] },
})
const deployment: Members = {
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: pod('') },
}
const APPS = `${groupPath('apps', 'v1')}/deployments`

/** Requests of many kinds, verbs and subresources. */
const requests = (): Step[] => [
  post(`${CORE}/pods`, pod('p')),
  post(`${CORE}/pods?dryRun=All`, { ...pod(''), metadata: { generateName: 'g-', labels: { skip: 'x' } } }),
  patch(`${CORE}/pods/p`, { metadata: { labels: { skip: 'x' } } }),
  patch(`${CORE}/pods/p/status`, { status: { phase: 'Running' } }),
  patch(`${CORE}/pods/p/ephemeralcontainers`, { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } }, { type: 'strategic' }),
  post(`${CORE}/pods/p/binding`, { target: { kind: 'Node', name: 'n' } }),
  post(`${CORE}/pods/p/eviction?dryRun=All`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
  get(`${CORE}/pods/p/exec?command=a`),
  post(APPS, deployment),
  patch(`${APPS}/d/scale`, { spec: { replicas: 3 } }),
  put(`${APPS}/d/scale?dryRun=All`, { metadata: { name: 'd' }, spec: { replicas: 2 } }),
  patch(`${APPS}/d/status`, { status: { replicas: 1 } }),
  patch(`${APPS}/d?fieldManager=m&force=true`, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { paused: true } }, { type: 'apply' }),
  post(`${CORE}/serviceaccounts`, { metadata: { name: 'sa' } }),
  post(`${CORE}/serviceaccounts/sa/token`, { spec: { expirationSeconds: 600 } }, { only: ['kind', 'message', 'reason'] }),
  post(`${groupPath('autoscaling', 'v2')}/horizontalpodautoscalers`, { metadata: { name: 'h' }, spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd' } } }),
  patch(`${groupPath('autoscaling', 'v1')}/horizontalpodautoscalers/h`, { spec: { maxReplicas: 4 } }),
  post(`/apis/${GROUP}/v1/namespaces/\${ns}/things`, { apiVersion: `${GROUP}/v1`, kind: 'Thing', metadata: { name: 't' }, spec: { n: 1 } }),
  patch(`/apis/${GROUP}/v2/namespaces/\${ns}/things/t`, { spec: { n: 2 } }),
  patch(`/apis/${GROUP}/v1/namespaces/\${ns}/things/t/status`, { status: { n: 2 } }),
  patch(`/apis/${GROUP}/v2/namespaces/\${ns}/things/t/scale`, { spec: { replicas: 2 } }),
  post(`/apis/authorization.k8s.io/v1/namespaces/\${ns}/localsubjectaccessreviews`, { metadata: { namespace: '${ns}' }, spec: { user: 'u', resourceAttributes: { namespace: '${ns}', verb: 'get', resource: 'pods' } } }),
  post(`${CORE}/events`, { metadata: { name: 'e' }, involvedObject: { namespace: '${ns}' } }),
  patch('/api/v1/namespaces/${ns}', { metadata: { annotations: { a: 'b' } } }),
  remove(`/apis/${GROUP}/v1/namespaces/\${ns}/things/t`),
  remove(`${CORE}/pods/p?gracePeriodSeconds=0`),
  remove(APPS),
  { ...post(`${CORE}/secrets`, { metadata: { name: 's' }, stringData: { a: 'b' } }), as: 'alice' },
  { ...remove(`${CORE}/secrets/s`), as: 'admin', impersonate: 'x' },
] // prettier-ignore

const RULES: readonly Members[] = [
  { ...EVERY, resources: ['*/*'] },
  { ...EVERY, resources: ['*'] },
  { apiGroups: ['', 'apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['pods', 'pods/*', 'deployments', '*/scale'] },
  { apiGroups: ['extensions', 'apps'], apiVersions: ['v1beta1'], operations: ['*'], resources: ['deployments', 'deployments/scale', 'deployments/status'] },
  { apiGroups: ['autoscaling'], apiVersions: ['v1', 'v2'], operations: ['*'], resources: ['horizontalpodautoscalers', 'scale'] },
  { apiGroups: [GROUP], apiVersions: ['v1'], operations: ['*'], resources: ['things', 'things/status', 'things/scale'] },
  { apiGroups: [GROUP], apiVersions: ['v2'], operations: ['*'], resources: ['things', 'things/*'] },
  { apiGroups: ['*'], apiVersions: ['v1'], operations: ['CONNECT', 'DELETE'], resources: ['*/*'] },
  { apiGroups: ['policy', 'authentication.k8s.io', 'authorization.k8s.io', ''], apiVersions: ['*'], operations: ['CREATE'], resources: ['*/eviction', '*/token', '*/binding', 'pods/exec', 'localsubjectaccessreviews', 'events', 'namespaces'], scope: 'Namespaced' },
  { ...EVERY, resources: ['namespaces', 'pods'], scope: 'Cluster' },
] // prettier-ignore
const CONDITIONS: readonly string[] = [
  "request.operation == 'CREATE'",
  "object != null && has(object.metadata.labels) && 'skip' in object.metadata.labels",
  'oldObject == null',
  "request.subResource == ''",
  "request.kind.kind == 'Thing' || request.requestKind.version == 'v1'",
  'object.spec.n > 1',
  "authorizer.group('').resource('pods').namespace('x').check('get').allowed()",
  "request.userInfo.username == 'alice'",
  "request.resource.resource.startsWith('p')",
  "object.metadata.name == 'p'",
  'request.dryRun',
  "request.options.fieldManager == 'm'",
  "size(request.userInfo.groups) > 1 && request.name != ''",
]
const MUTATIONS: readonly Reply[] = [
  { review: { allowed: true } },
  { review: { allowed: true, patch: [{ op: 'add', path: '/metadata/annotations', value: { m: '1' } }] } },
  { review: { allowed: true, patch: [{ op: 'add', path: '/metadata/labels', value: { skip: 'y' } }], warnings: ['w'] } },
  { review: { allowed: true, patch: [{ op: 'replace', path: '/spec/replicas', value: 9 }] } },
  { review: { allowed: true, patch: [{ op: 'remove', path: '/metadata/labels' }] } },
  { review: { allowed: true, patch: [] } },
  { review: { allowed: false, status: { message: 'no' } } },
  { review: { allowed: true, patch: [{ op: 'add', path: '/spec/bogus', value: 1 }], auditAnnotations: { a: 'b' } } },
] // prettier-ignore

const thing = (): Members => ({
  metadata: { name: `things.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: ['v1', 'v2'].map((name) => ({
      name, served: true, storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { n: { type: 'integer' }, replicas: { type: 'integer', default: 1 } } }, status: { type: 'object', properties: { n: { type: 'integer' } } } } } },
      subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.n' } },
    })),
  },
}) // prettier-ignore

function randomWebhook(roll: Dice, name: string): Members {
  return webhook(name, {
    rules: Array.from({ length: roll.chance(0.3) ? 2 : 1 }, () => pickFrom(roll, RULES)),
    sideEffects: pickFrom(roll, ['None', 'NoneOnDryRun']),
    failurePolicy: pickFrom(roll, ['Fail', 'Ignore']),
    admissionReviewVersions: pickFrom(roll, [['v1'], ['v1beta1', 'v1'], ['v1', 'v1beta1'], ['v2', 'v1beta1']]),
    ...(roll.chance(0.5) && { matchPolicy: pickFrom(roll, ['Exact', 'Equivalent']) }),
    ...(roll.chance(0.3) && { objectSelector: pickFrom<unknown>(roll, [{ matchLabels: { a: 'b' } }, { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] }]) }),
    ...(roll.chance(0.4) && { matchConditions: Array.from({ length: 1 + roll.below(2) }, (_, at) => ({ name: `c${at}`, expression: pickFrom(roll, CONDITIONS) })) }),
  })
} // prettier-ignore

/** Random webhooks of one kind and all requests; the calls are compared too. */
function matched(seed: number, at: number, kind: 'validating' | 'mutating'): Case {
  const roll = dice(seed * SEED_FACTOR + at + (kind === 'mutating' ? 500 : 0))
  const name = `wh-${kind.slice(0, 1)}-${at}`
  const names = Array.from({ length: 1 + roll.below(3) }, (_, i) => `h${i}`)
  const webhooks = names.map((one) => ({
    ...randomWebhook(roll, one),
    ...(kind === 'mutating' && roll.chance(0.5) && { reinvocationPolicy: 'IfNeeded' }),
  }))
  const hooks = names.map((one): Hook => {
    const always = kind === 'validating' ? pickFrom(roll, [...WARNINGS.slice(0, 4), { review: { allowed: true } }]) : pickFrom(roll, MUTATIONS)
    return { path: `/${one}`, respond: [{ when: { 'request.subResource': 'scale' }, review: { allowed: true, warnings: ['scaled'] } }, always] }
  }) // prettier-ignore
  return scenario(
    'webhook',
    name,
    [
      post(DEFINITIONS, thing()),
      get(`/apis/${GROUP}/v2/things`, { until: { equals: 200, ms: 8000 }, ignore: true }),
      ...configured(kind, name, webhooks),
      ...requests().flatMap((step): Step[] => [step, { hookCalls: '*', sort: kind === 'validating' }]),
      remove(cleanupOf(kind, name)),
      remove(`${DEFINITIONS}/things.${GROUP}`, { ignore: true }),
    ],
    { hooks: [...hooks, READY], cleanup: [cleanupOf(kind, name), `${DEFINITIONS}/things.${GROUP}`] },
  )
}

/** Webhooks with every reply, and random webhooks for requests of many kinds. */
export const webhookScenarios = (seed: number): Case[] => [
  ...replies(),
  ...Array.from({ length: 12 }, (_, at) => [matched(seed, at, 'validating'), matched(seed, at, 'mutating')]).flat(),
]
