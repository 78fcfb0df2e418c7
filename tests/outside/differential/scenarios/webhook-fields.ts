import type { Case, Step } from '../../../conformance/case.ts'
import type { Hook, Reply } from '../../../conformance/webhook-reply.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'
import { cleanupOf, configured, EVERY, LEASES, OWN, READY, webhook } from './webhook-steps.ts'

type Members = Record<string, unknown>

const API = '/apis/admissionregistration.k8s.io/v1'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'f.example.com'

const INTEGER = { type: 'integer' }
const ITEMS = { type: 'array', items: { type: 'object', properties: { a: INTEGER } } }
const PARTS = {
  n: INTEGER,
  list: ITEMS,
  map: { type: 'object', additionalProperties: INTEGER },
  any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known: { type: 'object', properties: { a: INTEGER } } } },
  pod: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
} // prettier-ignore
const STATUS = { type: 'object', properties: { n: INTEGER } }
const object = (properties: Members, more: Members = {}): Members => ({ type: 'object', properties, ...more })
const KEEPS = { 'x-kubernetes-preserve-unknown-fields': true }

const SCHEMAS: Readonly<Record<string, Members>> = {
  plain: object({ spec: object(PARTS), status: STATUS }),
  kept: object({ spec: object(PARTS), status: STATUS }, KEEPS),
  inner: object({ spec: object(PARTS, KEEPS), status: STATUS }),
  defaulted: object({
    spec: object({
      ...PARTS,
      n: { type: 'integer', default: 3 },
      list: { ...ITEMS, items: object({ a: INTEGER, b: { type: 'integer', default: 2 } }) },
      sub: object({ x: { type: 'string', default: 'y' } }),
      null: { type: 'string', nullable: true },
    }),
    status: object({ n: INTEGER, m: { type: 'integer', default: 1 } }),
  }),
  ruled: object({
    spec: object(
      {
        ...PARTS,
        keyed: {
          type: 'array',
          items: object({ k: { type: 'string' }, a: INTEGER }, { required: ['k'] }),
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      },
      {
        maxProperties: 5,
        'x-kubernetes-validations': [
          { rule: 'self == oldSelf || self.n < 9', message: 'changed' },
          { rule: '!has(self.map) || size(self.map) < 2' },
        ],
      },
    ),
    status: STATUS,
  }),
} // prettier-ignore

const definition = (name: string, schema: Members, isSubresource: boolean): Members => ({
  metadata: { name: `${name}s.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: `${name}s`, kind: kindOf(name) },
    versions: ['v1', 'v2'].map((version) => ({
      name: version,
      served: true,
      storage: version === 'v1',
      schema: { openAPIV3Schema: schema },
      ...(isSubresource && { subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } } }),
    })),
  },
}) // prettier-ignore

const kindOf = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

const add = (path: string, value: unknown): Members => ({ op: 'add', path, value })

/** The changes of the mutating webhooks, in the order of their calls. */
const CHANGES: readonly (readonly (readonly Members[])[])[] = [
  [[add('/extra', { a: 1 })], [add('/extra/b', 2)]],
  [[add('/spec/extra', { a: 1 })], [add('/spec/extra/b', 2)]],
  [[add('/spec/extra', 1)], [add('/spec/n', 5)]],
  [[add('/spec/list/0/extra', 1)], [add('/spec/list/-', { a: 1, extra: 1 })]],
  [[add('/spec/map', { a: 1, b: 2, c: 3 }), add('/spec/map/x', 'text')], []],
  [[add('/spec/any', { x: { y: 1 }, known: { a: 1, b: 2 } })], []],
  [[add('/spec/pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', extra: 1 }, extra: 1, spec: { extra: 1 } })], []],
  [[add('/metadata/extra', 1)], [add('/metadata/labels', { a: 'b' })]],
  [[add('/metadata/extra', 1), add('/spec/extra', null)], []],
  [[add('/status', { n: 2, extra: 1 })], [add('/status/extra', 2)]],
  [[add('/spec/n', null)], []],
  [[add('/spec/sub', { z: 1 })], [add('/spec/sub/x', null)]],
  [[add('/spec/keyed', [{ k: 'a', extra: 1 }, { k: 'b', extra: 1 }])], [add('/spec/keyed/0/a', 4)]],
  [[add('/spec/e1', 1), add('/spec/e2', 1), add('/spec/e3', 1), add('/spec/e4', 1), add('/spec/e5', 1)], []],
  [[add('/spec/extra', 1)], [{ op: 'remove', path: '/spec/extra' }]],
  [[add('/metadata/labels', { a: 5 }), add('/metadata/annotations', 'x')], [add('/spec/n', 5)]],
  [[add('/metadata/finalizers', [])], [add('/metadata/creationTimestamp', null), add('/spec/any', { n: null })]],
] // prettier-ignore

const SCALE = { when: { 'request.subResource': 'scale' }, review: { allowed: true, patch: [add('/spec/extra', 1)] } }

const changing = (patch: readonly Members[]): readonly Reply[] => [SCALE, { review: { allowed: true, patch } }]

/** A policy whose warning names the fields that it sees, and a policy that shows when the server follows both. */
function followedPolicies(name: string): readonly Step[] {
  const rules = (apiGroups: string[], resources: string[]): Members => ({
    namespaceSelector: OWN.namespaceSelector,
    resourceRules: [{ ...EVERY, apiGroups, resources, operations: ['CREATE', 'UPDATE'] }],
  })
  const seen = (path: string): string => `has(object.${path}) ? '${path} ' : ''`
  const fields = ['extra', 'spec.extra', 'metadata.extra', 'status', 'status.extra', 'spec.n', 'spec.e1']
  const guarded = (path: string): string => {
    const outer = path.split('.').slice(0, -1).join('.')
    return outer === '' || outer === 'metadata' ? `(${seen(path)})` : `(has(object.${outer}) ? (${seen(path)}) : '')`
  }
  const warning = { expression: 'false', messageExpression: `'sees ' + ${fields.map(guarded).join(' + ')}` }
  const policy = (suffix: string, matchConstraints: Members, validation: Members): Step =>
    post(`${API}/validatingadmissionpolicies`, {
      metadata: { name: `${name}-${suffix}` },
      spec: { failurePolicy: 'Fail', matchConstraints, validations: [validation] },
    })
  const binding = (suffix: string, action: string): Step =>
    post(`${API}/validatingadmissionpolicybindings`, {
      metadata: { name: `${name}-${suffix}` },
      spec: { policyName: `${name}-${suffix}`, validationActions: [action] },
    })
  return [
    policy('a', rules([GROUP], ['*', '*/status']), warning),
    binding('a', 'Warn'),
    policy('ready', rules(['coordination.k8s.io'], ['leases']), { expression: 'false' }),
    binding('ready', 'Deny'),
    post(`${LEASES}?dryRun=All`, { metadata: { name: 'probe' } }, { until: { equals: 422, ms: 8000 }, ignore: true }),
  ]
}

const policyCleanup = (name: string): readonly string[] =>
  ['a', 'ready'].flatMap((suffix) => [
    `${API}/validatingadmissionpolicybindings/${name}-${suffix}`,
    `${API}/validatingadmissionpolicies/${name}-${suffix}`,
  ])

/** Writes of one object by every verb. After each the calls of the webhooks and the stored object are read. */
function writes(collection: (version: string) => string, kind: string, isSubresource: boolean): Step[] {
  const things = collection('v1')
  const one = `${things}/t`
  const typed = (more: Members, version = 'v1'): Members => ({ apiVersion: `${GROUP}/${version}`, kind, ...more })
  const body = (name: string, spec: Members = { n: 1, list: [{ a: 1 }] }): Members =>
    typed({ metadata: { name }, spec })
  const current = { metadata: { name: 't', resourceVersion: '${rv}' } }
  const read = get(one, { save: { rv: 'metadata.resourceVersion' } })
  const made: Step[] = [
    post(`${things}?dryRun=All`, body('dry')),
    post(things, body('t')),
    read,
    put(one, typed({ ...current, spec: { n: 1, list: [{ a: 1 }] } })),
    read,
    put(`${one}?dryRun=All`, typed({ ...current, spec: { n: 2, list: [{ a: 1 }] } })),
    put(`${one}?fieldValidation=Strict`, typed({ ...current, spec: { n: 2, list: [{ a: 1 }] } })),
    read,
    patch(one, {}),
    read,
    patch(`${one}?fieldValidation=Strict`, { spec: { n: 3 } }),
    patch(`${one}?fieldValidation=Warn`, { spec: { mine: 3 } }),
    read,
    patch(`${one}?fieldValidation=Ignore`, [add('/spec/n', 4)], { type: 'json' }),
    read,
    patch(`${one}?fieldManager=m`, body('t', { list: [{ a: 1 }] }), { type: 'apply' }),
    patch(`${one}?fieldManager=m&force=true`, body('t', { n: 7, list: [{ a: 1 }] }), { type: 'apply' }),
    patch(`${one}?fieldManager=m&force=true`, body('t', { n: 7, list: [{ a: 1 }] }), { type: 'apply' }),
    read,
    patch(`${things}/u?fieldManager=m`, body('u'), { type: 'apply' }),
    get(`${things}/u`),
    patch(`${collection('v2')}/t`, { spec: { n: 8 } }),
    read,
    patch(`${collection('v2')}/t?fieldManager=o&force=true`, typed({ metadata: { name: 't' }, spec: { n: 6, list: [{ a: 1 }] } }, 'v2'), { type: 'apply' }),
    read,
    patch(one, { metadata: { finalizers: ['a.b/c'] } }),
    remove(one),
    patch(one, { metadata: { finalizers: null } }),
    get(one),
  ] // prettier-ignore
  const parts: Step[] = [
    put(`${one}/status`, typed({ ...current, status: { n: 1 } })),
    patch(`${one}/status`, { status: { n: 2 } }),
    patch(`${one}/status`, {}),
    patch(`${one}/status?fieldManager=s&force=true`, typed({ metadata: { name: 't' }, status: { n: 3 } }), { type: 'apply' }),
    read,
    patch(`${one}/scale`, { spec: { replicas: 5 } }),
    read,
  ] // prettier-ignore
  const at = made.findIndex(({ path }) => path?.startsWith(collection('v2')))
  const steps = isSubresource ? [...made.slice(0, at), ...parts, ...made.slice(at)] : made
  return steps.flatMap((step): Step[] =>
    step.method === undefined ? [step] : [step, { hookCalls: '*', only: ['path', 'body.request.object', 'body.request.oldObject', 'body.request.kind'] }],
  ) // prettier-ignore
}

/** Unknown fields that mutating webhooks add to objects of one schema. */
function fieldCase(name: string, schema: Members, at: number, isSubresource: boolean): Case {
  const label = `${name}-${at}-${isSubresource ? 'parts' : 'whole'}`
  const configuration = `wf-${label}`
  const changes = CHANGES[at] ?? []
  const matchPolicy = at % 2 === 0 ? 'Equivalent' : 'Exact'
  const rules = [{ ...EVERY, apiGroups: [GROUP], apiVersions: at % 4 === 0 ? ['v1'] : ['*'], resources: ['*/*'] }]
  const mutating = [
    webhook('a', { rules, matchPolicy, reinvocationPolicy: at % 3 === 0 ? 'IfNeeded' : 'Never' }),
    webhook('b', { rules: at % 5 === 0 ? [{ ...rules[0], apiVersions: ['v2'] }] : rules, matchPolicy: 'Equivalent' }),
  ]
  const hooks: readonly Hook[] = [
    { path: '/a', respond: changing(changes[0] ?? []) },
    { path: '/b', respond: changing(changes[1] ?? []) },
    { path: '/v', respond: { review: { allowed: true } } },
    READY,
  ]
  const collection = (version: string): string => `${groupPath(GROUP, version)}/${name}s`
  const path = `${DEFINITIONS}/${name}s.${GROUP}`
  return scenario(
    'webhook',
    configuration,
    [
      post(DEFINITIONS, definition(name, schema, isSubresource)),
      get(`/apis/${GROUP}/v2/${name}s`, { until: { equals: 200, ms: 8000 }, ignore: true }),
      ...configured('mutating', configuration, mutating),
      ...configured('validating', configuration, [webhook('v', { rules, matchPolicy })]),
      ...followedPolicies(configuration),
      { hookReset: true },
      ...writes(collection, kindOf(name), isSubresource),
    ],
    {
      hooks,
      cleanup: [
        cleanupOf('mutating', configuration),
        cleanupOf('validating', configuration),
        ...policyCleanup(configuration),
        path,
      ],
    },
  )
}

/** Unknown fields that a mutating webhook adds to a built-in kind. */
function builtInCase(): Case {
  const name = 'wf-built-in'
  const rules = [{ ...EVERY, apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments', 'deployments/*'] }]
  const apps = `${groupPath('apps', 'v1')}/deployments`
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const made = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } }
  const steps = [
    post(`${CORE}/configmaps`, { metadata: { name: 'c' } }),
    patch(`${CORE}/configmaps/c?fieldValidation=Strict`, { data: { a: 'b' } }),
    patch(`${CORE}/configmaps/c?fieldManager=m`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }, { type: 'apply' }),
    post(`${apps}?fieldValidation=Strict`, made),
    patch(`${apps}/d?fieldValidation=Strict`, { spec: { paused: true } }, { type: 'strategic' }),
    patch(`${apps}/d/status`, { status: { replicas: 1 } }),
    patch(`${apps}/d/scale`, { spec: { replicas: 1 } }),
  ] // prettier-ignore
  const patches: readonly Reply[] = [
    {
      when: { 'request.kind.kind': 'Deployment' },
      review: { allowed: true, patch: [add('/extra', 1), add('/metadata/extra', 1), add('/spec/extra', 1)] },
    },
    { when: { 'request.subResource': 'scale' }, review: { allowed: true, patch: [add('/spec/extra', 1)] } },
    { review: { allowed: true, patch: [add('/extra', 1), add('/metadata/extra', 1), add('/data', { a: 'b' })] } },
  ]
  const later: readonly Reply[] = [
    {
      when: { 'request.kind.kind': 'Deployment' },
      review: { allowed: true, patch: [add('/spec/template/spec/extra', 1)] },
    },
    { review: { allowed: true, patch: [add('/extra', 2)] } },
  ]
  return scenario(
    'webhook',
    name,
    [
      ...configured('mutating', name, [webhook('a', { rules }), webhook('b', { rules })]),
      ...configured('validating', name, [webhook('v', { rules })]),
      ...steps.flatMap((step): Step[] => [step, { hookCalls: '*' }]),
    ],
    {
      hooks: [
        { path: '/a', respond: patches },
        { path: '/b', respond: later },
        { path: '/v', respond: { review: { allowed: true } } },
        READY,
      ],
      cleanup: [cleanupOf('mutating', name), cleanupOf('validating', name)],
    },
  )
}

/** Fields that mutating webhooks add and the schema of the object does not have: what later admission sees of them. */
export const webhookFieldScenarios = (): Case[] => [
  ...Object.entries(SCHEMAS).flatMap(([name, schema]) =>
    CHANGES.map((_, at) => fieldCase(name, schema, at, at % 3 !== 1)),
  ),
  builtInCase(),
]
