import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { readRecording } from '../../../recordings/archive.ts'
import { get, patch, post, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 't.example.com'
/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 4001
const PER_POLICY = 14

interface PublishedType {
  readonly type?: string
  readonly ref?: string
  readonly properties?: Readonly<Record<string, PublishedType>>
  readonly items?: PublishedType
  readonly additionalProperties?: PublishedType
}

type Rule = readonly [group: string, version: string, resource: string, type: string]

const KINDS: readonly Rule[] = [
  ['', 'v1', 'pods', 'core.v1.Pod'],
  ['', 'v1', 'services', 'core.v1.Service'],
  ['', 'v1', 'secrets', 'core.v1.Secret'],
  ['', 'v1', 'nodes', 'core.v1.Node'],
  ['', 'v1', 'persistentvolumes', 'core.v1.PersistentVolume'],
  ['', 'v1', 'persistentvolumeclaims', 'core.v1.PersistentVolumeClaim'],
  ['', 'v1', 'limitranges', 'core.v1.LimitRange'],
  ['', 'v1', 'events', 'core.v1.Event'],
  ['', 'v1', 'namespaces', 'core.v1.Namespace'],
  ['', 'v1', 'endpoints', 'core.v1.Endpoints'],
  ['apps', 'v1', 'deployments', 'apps.v1.Deployment'],
  ['apps', 'v1', 'statefulsets', 'apps.v1.StatefulSet'],
  ['apps', 'v1', 'controllerrevisions', 'apps.v1.ControllerRevision'],
  ['batch', 'v1', 'cronjobs', 'batch.v1.CronJob'],
  ['batch', 'v1', 'jobs', 'batch.v1.Job'],
  ['autoscaling', 'v2', 'horizontalpodautoscalers', 'autoscaling.v2.HorizontalPodAutoscaler'],
  ['networking.k8s.io', 'v1', 'ingresses', 'networking.v1.Ingress'],
  ['networking.k8s.io', 'v1', 'networkpolicies', 'networking.v1.NetworkPolicy'],
  ['policy', 'v1', 'poddisruptionbudgets', 'policy.v1.PodDisruptionBudget'],
  ['rbac.authorization.k8s.io', 'v1', 'roles', 'rbac.v1.Role'],
  ['coordination.k8s.io', 'v1', 'leases', 'coordination.v1.Lease'],
  ['storage.k8s.io', 'v1', 'csidrivers', 'storage.v1.CSIDriver'],
  ['certificates.k8s.io', 'v1', 'certificatesigningrequests', 'certificates.v1.CertificateSigningRequest'],
  ['admissionregistration.k8s.io', 'v1', 'validatingwebhookconfigurations', 'admissionregistration.v1.ValidatingWebhookConfiguration'],
  ['flowcontrol.apiserver.k8s.io', 'v1', 'flowschemas', 'flowcontrol.v1.FlowSchema'],
  ['discovery.k8s.io', 'v1', 'endpointslices', 'discovery.v1.EndpointSlice'],
] // prettier-ignore

const published = (): Readonly<Record<string, PublishedType>> =>
  readRecording('schema', 'types') as Readonly<Record<string, PublishedType>>

/** A random path into a type. */
function path(roll: Dice, types: ReturnType<typeof published>, from: string): string {
  let at: PublishedType | undefined = types[`io.k8s.api.${from}`]
  let text = ''
  for (let depth = 0; depth < 6; depth++) {
    while (at?.ref !== undefined) at = types[at.ref]
    if (at?.properties !== undefined) {
      const [name, next] = pickFrom(roll, Object.entries(at.properties))
      text += `.${name}`
      at = next
    } else if (at?.items !== undefined) {
      text += `[${roll.below(2)}]`
      at = at.items
    } else if (at?.additionalProperties !== undefined) {
      text += pickFrom(roll, ['.k', "['a.b']", '.k'])
      at = at.additionalProperties
    } else break
    if (roll.chance(0.15)) break
  }
  return text
}

/** Expressions with these operands compile without types, so the policy is stored. The types of the kind make them faulty. */
const LITERALS = ['1', "'x'", '1.5', 'true', 'null', "b'x'", '[1]', "{'a': 1}", "duration('1s')", "timestamp('2020-01-01T00:00:00Z')", "quantity('1')", '1u', 'dyn(1)', 'type(1)'] // prettier-ignore
const NUMBERS = ['1', '1.5', '1u', "duration('1s')"]
const WRAPPED: readonly ((at: string, literal: string, number: string) => string)[] = [
  (at, literal) => `${at} == ${literal}`,
  (at, literal) => `${at} == ${literal}`,
  (at, literal) => `${at} != ${literal}`,
  (at, _, number) => `${at} > ${number}`,
  (at, _, number) => `${at} + ${number} == ${number}`,
  (at, _, number) => `-${at} < ${number}`,
  (at, literal) => `${literal} in ${at}`,
  (at) => `has(${at}.x)`,
  (at) => `!has(${at}.x) || ${at}.nope == 1`,
  (at) => `${at}.all(x, x == 'a')`,
  (at) => `${at}.exists(x, x.name == 1)`,
  (at) => `${at}.map(x, x.nope).size() > 0`,
  (at) => `${at}.startsWith('a')`,
  (at) => `size(${at}) > 1`,
  (at) => `string(${at}) == 'x'`,
  (at) => `int(${at}) == 1`,
  (at) => `${at}.?a.orValue(1) == 1`,
  (at) => `${at}.getFullYear() == 1`,
  (at) => `${at}.isInteger()`,
  (at) => `${at} && true`,
  (at) => `${at} ? true : false`,
  (at, literal) => `(${at} == ${literal} ? ${at} : ${literal}) == ${literal}`,
  (at) => `[${at}, dyn(1)].size() == 2`,
  (at, literal) => `${at}\n  == ${literal} && ${at}.y == ${literal}`,
  (at) => `type(${at}) == string`,
  (at) => `${at}[?0].hasValue()`,
  (at) => `${at}[0] == 'a'`,
  (at) => `${at}['a'].b == 1`,
  (at) => `optional.of(${at}).value() == 'x'`,
  (at) => `${at} == ${at}.metadata`,
  (at) => `${at}.sum() == 1`,
  (at) => `sets.contains(${at}, [1])`,
]

const expression = (roll: Dice, at: string): string =>
  pickFrom(roll, WRAPPED)(at, pickFrom(roll, LITERALS), pickFrom(roll, NUMBERS))

const ROOTS = ['object', 'object', 'object', 'oldObject', 'object.metadata', 'params']
const META_PATHS = ['.name', '.labels', '.labels.a', '.generation', '.deletionTimestamp', '.finalizers', '.ownerReferences[0].controller', '.managedFields', '.managedFields[0].fieldsV1', '.nope', '.selfLink'] // prettier-ignore

function randomPlace(roll: Dice, types: ReturnType<typeof published>, type: string, hasParams: boolean): string {
  const root = pickFrom(roll, hasParams ? ROOTS : ROOTS.slice(0, -1))
  const fixed: Readonly<Record<string, readonly string[]>> = {
    'object.metadata': META_PATHS,
    params: ['.data.a', '.data', '.spec', '.metadata.name', '.binaryData.k', '.kind'],
  }
  const own = fixed[root]
  return root + (own === undefined ? path(roll, types, type) : pickFrom(roll, own))
}

const settled = (name: string, generation = 1): Step =>
  get(`${POLICIES}/${name}`, {
    only: ['status', 'metadata.generation'],
    until: { path: 'status.observedGeneration', equals: generation, ms: 20_000 },
  })

const resourceRule = ([group, version, resource]: Rule): Members => ({
  apiGroups: [group],
  apiVersions: [version],
  operations: ['CREATE'],
  resources: [resource],
})

/** A policy with the expressions. Its namespace selector fits no object. */
const policy = (name: string, rules: readonly Members[], spec: Members): Members => ({
  metadata: { name },
  spec: {
    matchConstraints: {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'no-such-namespace' } },
      resourceRules: rules,
    },
    ...spec,
  },
})

function written(roll: Dice, name: string, rules: readonly Members[], placeOf: (hasParams: boolean) => string): Members {
  const hasParams = roll.chance(0.5)
  const place = (): string => placeOf(hasParams)
  const variables = Array.from({ length: roll.below(4) }, (_, i) => ({
    name: `v${i}`,
    expression: i > 0 && roll.chance(0.3) ? `variables.v${roll.below(i)}.z` : place(),
  }))
  const somewhere = (): string =>
    variables.length > 0 && roll.chance(0.3) ? `variables.v${roll.below(variables.length)}` : place()
  return policy(name, rules, {
    ...(hasParams && { paramKind: pickFrom(roll, PARAM_KINDS) }),
    variables,
    validations: Array.from({ length: PER_POLICY }, () => ({
      expression: expression(roll, somewhere()),
      ...(roll.chance(0.3) && { messageExpression: pickFrom(roll, [`string(${somewhere()})`, `'a' + ${somewhere()}`]) }),
    })),
    ...(roll.chance(0.3) && { auditAnnotations: [{ key: 'a', valueExpression: `string(${somewhere()})` }] }),
    ...(roll.chance(0.3) && { matchConditions: [{ name: 'm', expression: `${place()} == 1` }] }),
  })
} // prettier-ignore

const PARAM_KINDS: readonly Members[] = [
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: `${GROUP}/v1`, kind: 'Kodd' },
  { apiVersion: 'x/v1', kind: 'Y' },
]

const IN_SCHEMA: Members = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        n: { type: 'integer' }, f: { type: 'number' }, s: { type: 'string' }, b: { type: 'boolean' },
        time: { type: 'string', format: 'date-time' }, date: { type: 'string', format: 'date' }, bytes: { type: 'string', format: 'byte' }, span: { type: 'string', format: 'duration' },
        either: { 'x-kubernetes-int-or-string': true },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { k: { type: 'integer' } } },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
        maps: { type: 'object', additionalProperties: { type: 'object', properties: { k: { type: 'boolean' } } } },
        list: { type: 'array', items: { type: 'string' } },
        objects: { type: 'array', items: { type: 'object', properties: { k: { type: 'string' }, l: { type: 'array', items: { type: 'integer' } } } } },
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        keyed: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items: { type: 'object', required: ['k'], properties: { k: { type: 'string' }, v: { type: 'number' } } } },
        embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
        nothing: { type: 'object' },
        nil: { type: 'string', nullable: true },
        'a-b': { type: 'string' }, 'a.b': { type: 'integer' }, 'a/b': { type: 'integer' }, __x: { type: 'string' }, namespace: { type: 'string' }, in: { type: 'integer' }, true: { type: 'integer' }, 'a b': { type: 'string' },
      },
    },
    status: { type: 'object', properties: { n: { type: 'integer', format: 'int32' } } },
  },
} // prettier-ignore
const CUSTOM_PLACES = ['n', 'f', 's', 'b', 'time', 'date', 'bytes', 'span', 'either', 'any', 'any.x', 'any.x.y', 'open', 'open.k', 'open.nope', 'map', 'map.k', "map['k']", 'maps.k.k', 'maps.k.nope', 'list', 'list[0]', 'objects', 'objects[0].k', 'objects[0].l', 'objects[0].nope', 'set', 'set[0]', 'keyed', 'keyed[0].v', 'embedded', 'embedded.kind', 'embedded.metadata', 'embedded.metadata.name', 'embedded.x', 'nothing', 'nothing.x', 'nil', 'a__dash__b', 'a__dot__b', 'a__slash__b', '__underscores__x', '__namespace__', 'namespace', '__in__', '__true__', 'nope'] // prettier-ignore

const definition = (plural: string, scope: string, schema: unknown, kind: string): Members => ({
  metadata: { name: `${plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope,
    names: { plural, kind },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } } }],
  },
}) // prettier-ignore

function builtIn(seed: number, at: number, types: ReturnType<typeof published>): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const kind = KINDS[at % KINDS.length] as Rule
  const name = `tc-${at}`
  const first = written(roll, name, [resourceRule(kind)], (hasParams) => randomPlace(roll, types, kind[3], hasParams))
  const next = written(roll, name, [resourceRule(kind)], (hasParams) => randomPlace(roll, types, kind[3], hasParams))
  return scenario('policy', `typecheck-${at}`, [post(POLICIES, first), settled(name), patch(`${POLICIES}/${name}`, next), settled(name, 2), remove(`${POLICIES}/${name}`)], {
    cleanup: [`${POLICIES}/${name}`],
  })
} // prettier-ignore

/** Rules that name several types, none, wildcards and subresources. */
const RULES: readonly (readonly Members[])[] = [
  [resourceRule(KINDS[0] as Rule), resourceRule(KINDS[10] as Rule)],
  [{ apiGroups: ['apps', 'batch'], apiVersions: ['v1'], operations: ['*'], resources: ['deployments', 'jobs', 'nope'] }],
  [{ apiGroups: ['apps'], apiVersions: ['v1', 'v1beta1'], operations: ['CREATE'], resources: ['deployments/scale', 'deployments'] }],
  [{ apiGroups: ['*'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
  [{ apiGroups: [''], apiVersions: ['*'], operations: ['CREATE'], resources: ['pods'] }],
  [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['*'] }],
  [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods/*'] }],
  [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods/eviction', 'pods/status', 'pods/exec', 'serviceaccounts/token', 'pods/ephemeralcontainers'] }],
  [{ apiGroups: ['autoscaling'], apiVersions: ['v1', 'v2'], operations: ['CREATE'], resources: ['horizontalpodautoscalers'] }],
  [{ apiGroups: [GROUP], apiVersions: ['v1'], operations: ['CREATE'], resources: ['odds', 'wides'] }],
  [{ apiGroups: [GROUP], apiVersions: ['v1'], operations: ['CREATE'], resources: ['odds/status', 'odds/scale'] }],
  [{ apiGroups: ['a', 'b', 'c'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['x', 'y', 'z', 'w'] }],
  [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods', 'services', 'secrets', 'configmaps', 'nodes', 'events', 'endpoints', 'namespaces', 'limitranges', 'bindings', 'replicationcontrollers', 'podtemplates'] }],
  [{ apiGroups: ['apiextensions.k8s.io', 'apiregistration.k8s.io'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['customresourcedefinitions', 'apiservices'] }],
] // prettier-ignore

function several(seed: number, types: ReturnType<typeof published>): Case {
  const roll = dice(seed * SEED_FACTOR - 1)
  const steps = RULES.flatMap((rules, at): Step[] => {
    const name = `tcr-${at}`
    const place = (hasParams: boolean): string =>
      roll.chance(0.3) ? `object.spec.${pickFrom(roll, ['nope', 'replicas', 'n', 's'])}` : randomPlace(roll, types, 'core.v1.Pod', hasParams)
    return [post(POLICIES, written(roll, name, rules, place)), settled(name), remove(`${POLICIES}/${name}`)]
  })
  return scenario('policy', 'typecheck-rules', [...made, ...steps, ...unmade], { cleanup: CLEANUP })
} // prettier-ignore

const made: readonly Step[] = [
  post(DEFINITIONS, definition('odds', 'Namespaced', IN_SCHEMA, 'Kodd')),
  post(DEFINITIONS, definition('wides', 'Cluster', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, 'Kwide')), // prettier-ignore
  get(`/apis/${GROUP}/v1/odds`, { until: { equals: 200, ms: 8000 }, ignore: true }),
  get(`/openapi/v3/apis/${GROUP}/v1`, { until: { equals: 200, ms: 8000 }, ignore: true }),
  { sleep: 3000 },
]
const CLEANUP = [`${DEFINITIONS}/odds.${GROUP}`, `${DEFINITIONS}/wides.${GROUP}`]
const unmade: readonly Step[] = CLEANUP.map((at) => remove(at, { ignore: true }))

function custom(seed: number, at: number): Case {
  const roll = dice(seed * SEED_FACTOR - 100 - at)
  const steps = Array.from({ length: 8 }, (_, i): Step[] => {
    const name = `tcc-${at}-${i}`
    const place = (hasParams: boolean): string => `${pickFrom(roll, ['object', 'oldObject', hasParams ? 'params' : 'object'])}.${roll.chance(0.9) ? 'spec.' : 'metadata.'}${pickFrom(roll, CUSTOM_PLACES)}`
    return [
      post(POLICIES, { ...written(roll, name, [resourceRule([GROUP, 'v1', i === 7 ? 'wides' : 'odds', ''])], place) }),
      settled(name),
      remove(`${POLICIES}/${name}`),
    ]
  }).flat() // prettier-ignore
  return scenario('policy', `typecheck-custom-${at}`, [...made, ...steps, ...unmade], { cleanup: CLEANUP })
}

/** The type faults of random expressions in the status of policies; needs the profile `controllers`. */
export function typeCheckScenarios(seed: number): Case[] {
  const types = published()
  return [
    several(seed, types),
    ...Array.from({ length: 4 }, (_, at) => custom(seed, at)),
    ...Array.from({ length: KINDS.length * 2 }, (_, at) => builtIn(seed, at, types)),
  ]
}
