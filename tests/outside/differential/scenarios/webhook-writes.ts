import type { Case, Step } from '../../../conformance/case.ts'
import type { Hook, Reply } from '../../../conformance/webhook-reply.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'
import { cleanupOf, configured, EVERY, READY, webhook } from './webhook-steps.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'a.example.com'
/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 9001
const CASES = 16

const add = (path: string, value: unknown): Members => ({ op: 'add', path, value })
const escaped = (key: string): string => key.replaceAll('/', '~1')

/** Changes that mutating webhooks make; they apply to objects of each kind. */
const CHANGES: readonly (readonly Members[])[] = [
  [],
  [add('/metadata/labels', { hook: 'one' })],
  [add('/metadata/annotations', { hook: 'one' })],
  [add(`/metadata/annotations/${escaped('a.b/c')}`, 'd')],
  [add('/metadata/annotations', { hook: 'two', keep: 'x' }), add('/metadata/labels', { hook: 'two' })],
  [{ op: 'remove', path: '/metadata/annotations' }],
  [{ op: 'remove', path: '/metadata/managedFields' }],
  [add('/metadata/managedFields', [])],
  [add('/metadata/managedFields/0/manager', 'renamed')],
  [add('/metadata/managedFields/0/fieldsV1', { 'f:bogus': {} })],
  [add('/metadata/managedFields/0/operation', 'Bogus')],
  [add('/metadata/managedFields/0/subresource', 'status')],
  [add('/metadata/managedFields/-', { manager: 'hook', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } })],
  [add('/metadata/finalizers', ['a.b/hook'])],
  [add('/metadata/ownerReferences', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }, { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }])],
  [add('/metadata/resourceVersion', '1')],
  [add('/metadata/resourceVersion', '')],
  [add('/metadata/uid', 'other')],
  [add('/metadata/uid', '')],
  [add('/metadata/generation', 40)],
  [add('/metadata/creationTimestamp', null)],
  [add('/metadata/deletionTimestamp', '2020-01-01T00:00:00Z')],
  [add('/metadata/name', 'renamed')],
  [add('/metadata/generateName', 'gen-')],
  [add('/spec/replicas', 6)],
  [add('/spec/template/metadata/annotations', { hook: 'x' })],
  [add('/spec/template/spec/containers/0/image', 'hooked')],
  [add('/spec/template/spec/containers/-', { name: 'side', image: 'car' })],
  [add('/status', { replicas: 3, observedGeneration: 9 })],
  [add('/status/conditions', [{ type: 'Hooked', status: 'True' }])],
  [add('/data', { hook: 'data' })],
  [add('/data/k', 'hooked')],
  [add('/immutable', true)],
  [{ op: 'test', path: '/metadata/labels/none', value: 'x' }],
  [{ op: 'replace', path: '/none/at/all', value: 1 }],
  [{ op: 'move', from: '/metadata/labels', path: '/metadata/annotations' }],
  [{ op: 'copy', from: '/metadata/name', path: '/metadata/generateName' }],
] // prettier-ignore

const CONDITIONS: readonly string[] = [
  "request.operation != 'DELETE'",
  "request.subResource == 'status'",
  "request.subResource != 'status'",
  'object.metadata.managedFields.size() > 0',
  "object.metadata.managedFields.exists(m, m.operation == 'Apply')",
  "has(object.metadata.annotations) && 'hook' in object.metadata.annotations",
  'oldObject != null && object.metadata.generation == oldObject.metadata.generation',
  "request.options.kind == 'UpdateOptions'",
  "has(request.options.fieldManager) && request.options.fieldManager == 'm'",
  "has(request.options.fieldValidation) && request.options.fieldValidation == 'Strict'",
  'has(request.options.force)',
  'request.dryRun',
  'object == oldObject',
  "authorizer.requestResource.check('update').allowed()",
  "request.kind.group == '' ? true : object.spec.replicas > 2",
]

const REPLIES: readonly Reply[] = [
  { review: { allowed: true } },
  { review: { allowed: true, warnings: ['seen'] } },
  { when: { 'request.subResource': 'status' }, review: { allowed: false, status: { message: 'no status', code: 403 } } },
  { when: { 'request.options.fieldManager': 'm' }, review: { allowed: false, status: { message: 'not m', reason: 'Conflict', code: 409 } } },
  { when: { 'request.operation': 'CREATE' }, review: { allowed: true, auditAnnotations: { a: 'b' }, warnings: ['created', 'twice', 'twice'] } },
  { review: { allowed: true }, delayMs: 1500 },
  { status: 500, text: 'broken' },
  { close: true },
] // prettier-ignore

const RULES: readonly Members[] = [
  { ...EVERY, resources: ['*/*'] },
  { ...EVERY, operations: ['CREATE', 'UPDATE'], resources: ['*/*'] },
  { ...EVERY, operations: ['UPDATE'], resources: ['deployments/status', 'things/status', 'pods/status', 'configmaps'] },
  { ...EVERY, operations: ['CREATE'], resources: ['configmaps', 'deployments', 'things'] },
  { apiGroups: [GROUP], apiVersions: ['v1'], operations: ['*'], resources: ['things', 'things/status'] },
  { apiGroups: [GROUP], apiVersions: ['v2'], operations: ['*'], resources: ['things/*', 'things'] },
  { apiGroups: ['extensions', 'apps'], apiVersions: ['v1beta1', 'v1'], operations: ['*'], resources: ['deployments', 'deployments/*'] },
  { ...EVERY, resources: ['*/scale', '*/status'] },
] // prettier-ignore

const SELECTORS: readonly Members[] = [
  {},
  { matchLabels: { hook: 'one' } },
  { matchLabels: { mine: 'yes' } },
  { matchExpressions: [{ key: 'hook', operator: 'DoesNotExist' }] },
  { matchExpressions: [{ key: 'hook', operator: 'NotIn', values: ['two'] }] },
]
const NAMESPACES: readonly Members[] = [
  { matchLabels: { 'kubernetes.io/metadata.name': '${ns}' } },
  {
    matchExpressions: [
      { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['${ns}', 'none'] },
      { key: 'blocked', operator: 'DoesNotExist' },
    ],
  },
]

function definition(): Members {
  const condition = { type: 'object', properties: { type: { type: 'string' }, status: { type: 'string' } } }
  const status = {
    type: 'object',
    properties: {
      replicas: { type: 'integer' },
      observedGeneration: { type: 'integer' },
      conditions: { type: 'array', items: condition },
    },
  }
  const schema = {
    type: 'object',
    properties: {
      data: { type: 'object', additionalProperties: { type: 'string' } },
      spec: { type: 'object', properties: { replicas: { type: 'integer', default: 1 }, mode: { type: 'string' } } },
      status,
    },
  }
  return {
    metadata: { name: `things.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: ['v1', 'v2'].map((name) => ({
        name,
        served: true,
        storage: name === 'v1',
        schema: { openAPIV3Schema: schema },
        subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      })),
    },
  }
} // prettier-ignore

const APPS = `${groupPath('apps', 'v1')}/deployments`
const THINGS = (version: string): string => `${groupPath(GROUP, version)}/things`

const configMap = (more: Members = {}): Members => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', labels: { mine: 'yes' }, annotations: { own: 'a' } },
  ...more,
})
const deployment = (spec: Members = {}): Members => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', annotations: { own: 'a' } },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    ...spec,
  },
})
const thing = (more: Members = {}, version = 'v1'): Members => ({ apiVersion: `${GROUP}/${version}`, kind: 'Thing', metadata: { name: 't', annotations: { own: 'a' } }, ...more }) // prettier-ignore

/** Writes by several managers to objects and their statuses. */
function writes(): Step[] {
  const apply = (path: string, body: Members): Step => patch(path, body, { type: 'apply' })
  return [
    apply(`${CORE}/configmaps/c?fieldManager=m`, configMap({ data: { k: 'v' } })),
    apply(`${CORE}/configmaps/c?fieldManager=m`, configMap({ data: { k: 'v' } })),
    apply(`${CORE}/configmaps/c?fieldManager=o`, configMap({ data: { k: 'w' } })),
    apply(`${CORE}/configmaps/c?fieldManager=o&force=true`, configMap({ data: { k: 'w', l: 'x' } })),
    patch(`${CORE}/configmaps/c?fieldValidation=Strict`, { data: { n: 'o' } }),
    put(`${CORE}/configmaps/c?fieldManager=p`, configMap({ data: { k: 'p' } })),
    apply(`${CORE}/configmaps/e?fieldManager=m&dryRun=All`, { ...configMap(), metadata: { name: 'e' } }),
    post(`${CORE}/configmaps?fieldManager=m`, { metadata: { generateName: 'g-', labels: { hook: 'one' } } }),
    apply(`${APPS}/d?fieldManager=m`, deployment({ replicas: 1 })),
    apply(`${APPS}/d/status?fieldManager=m`, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, status: { replicas: 1 } }),
    apply(`${APPS}/d/status?fieldManager=o&force=true`, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, status: { replicas: 2 } }),
    patch(`${APPS}/d/status`, { status: { readyReplicas: 1 } }, { type: 'strategic' }),
    patch(`${APPS}/d/status?fieldManager=m`, [add('/status/observedGeneration', 4)], { type: 'json' }),
    apply(`${APPS}/d/scale?fieldManager=m&force=true`, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec: { replicas: 4 } }),
    patch(`${APPS}/d/scale`, { spec: { replicas: 3 } }),
    apply(`${APPS}/d?fieldManager=m&force=true`, deployment({ replicas: 2, paused: true })),
    get(`${APPS}/d`),
    apply(`${THINGS('v1')}/t?fieldManager=m`, thing({ spec: { replicas: 2 }, data: { a: 'b' } })),
    apply(`${THINGS('v2')}/t?fieldManager=o`, thing({ spec: { mode: 'x' } }, 'v2')),
    apply(`${THINGS('v1')}/t/status?fieldManager=m`, thing({ status: { replicas: 1 } })),
    apply(`${THINGS('v2')}/t/status?fieldManager=o&force=true&dryRun=All`, thing({ status: { replicas: 5 } }, 'v2')),
    patch(`${THINGS('v2')}/t/status?fieldValidation=Strict`, { status: { observedGeneration: 3 } }),
    patch(`${THINGS('v1')}/t`, { metadata: { labels: { hook: 'one' } } }),
    patch(`${THINGS('v2')}/t/scale`, { spec: { replicas: 7 } }),
    apply(`${THINGS('v1')}/t?fieldManager=m&force=true`, thing({ spec: { replicas: 3 } })),
    get(`${THINGS('v1')}/t`),
    remove(`${THINGS('v1')}/t?dryRun=All`),
    remove(`${CORE}/configmaps`),
    patch(`${CORE}/configmaps/c`, { metadata: { finalizers: null } }),
  ] // prettier-ignore
}

function randomHook(roll: Dice, name: string, isMutating: boolean): Members {
  return webhook(name, {
    rules: Array.from({ length: roll.chance(0.3) ? 2 : 1 }, () => pickFrom(roll, RULES)),
    sideEffects: pickFrom(roll, ['None', 'NoneOnDryRun']),
    failurePolicy: pickFrom(roll, ['Fail', 'Ignore']),
    matchPolicy: pickFrom(roll, ['Exact', 'Equivalent']),
    timeoutSeconds: pickFrom(roll, [1, 1, 10]),
    namespaceSelector: pickFrom(roll, NAMESPACES),
    ...(roll.chance(0.4) && { objectSelector: pickFrom(roll, SELECTORS) }),
    ...(roll.chance(0.4) && {
      matchConditions: Array.from({ length: 1 + roll.below(2) }, (_, at) => ({ name: `c${at}`, expression: pickFrom(roll, CONDITIONS) })),
    }),
    ...(isMutating && { reinvocationPolicy: pickFrom(roll, ['Never', 'IfNeeded']) }),
  })
} // prettier-ignore

function randomReply(roll: Dice, isMutating: boolean): readonly Reply[] {
  const always: Reply = { review: { allowed: true } }
  if (isMutating && roll.chance(0.7)) {
    const patched = { review: { allowed: true, patch: pickFrom(roll, CHANGES), ...(roll.chance(0.3) && { warnings: ['changed'] }) } } // prettier-ignore
    return roll.chance(0.5) ? [patched] : [{ when: { 'request.operation': 'UPDATE' }, ...patched }, always]
  }
  return [pickFrom(roll, roll.chance(0.25) ? REPLIES : REPLIES.slice(0, 5)), always]
}

/** Random webhooks of two configurations of each type, whose order is by name. */
function written(seed: number, at: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const label = `ww-${at}`
  const names = { mutating: ['b', 'a'], validating: ['v'] } as const
  const hooks: Hook[] = [READY]
  const made = (kind: 'mutating' | 'validating', name: string): readonly Step[] => {
    // Validating webhooks are called at the same time, in any order.
    const most = kind === 'mutating' ? 2 : 1
    const own = Array.from({ length: 1 + roll.below(most) }, (_, i) => `${kind.slice(0, 1)}${name}${i}`)
    for (const path of own) hooks.push({ path: `/${path}`, respond: randomReply(roll, kind === 'mutating') })
    const webhooks = own.map((one) => randomHook(roll, one, kind === 'mutating'))
    return configured(kind, `${label}-${name}`, webhooks)
  }
  const steps: Step[] = [
    post(DEFINITIONS, definition()),
    get(`/apis/${GROUP}/v2/things`, { until: { equals: 200, ms: 8000 }, ignore: true }),
    ...names.mutating.flatMap((name) => made('mutating', name)),
    ...names.validating.flatMap((name) => made('validating', name)),
    ...writes().flatMap((step): Step[] => [step, { hookCalls: '*' }]),
  ]
  const configurations = [
    ...names.mutating.map((name) => cleanupOf('mutating', `${label}-${name}`)),
    ...names.validating.map((name) => cleanupOf('validating', `${label}-${name}`)),
  ]
  return scenario('webhook', label, [...steps, ...configurations.map((path) => remove(path))], {
    hooks,
    cleanup: [...configurations, `${DEFINITIONS}/things.${GROUP}`],
  })
}

/** Random webhooks for applied configurations and writes of statuses. */
export const webhookWriteScenarios = (seed: number): Case[] =>
  Array.from({ length: CASES }, (_, at) => written(seed, at))
