import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { CORE, get, pause, patch, post, put, remove, scenario } from './steps.ts'
import {
  ANNOTATIONS,
  CONDITIONS,
  EXPRESSIONS,
  MESSAGES,
  MESSAGE_EXPRESSIONS,
  ODD_BINDINGS,
  ODD_POLICIES,
  PARAM_KINDS,
  PARAM_REFS,
  REASONS,
  VARIABLES,
} from './policy-parts.ts'

type Members = Record<string, unknown>

const API = '/apis/admissionregistration.k8s.io/v1'
const POLICIES = `${API}/validatingadmissionpolicies`
const BINDINGS = `${API}/validatingadmissionpolicybindings`
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'p.example.com'
/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 2003
/** The informers of policies, bindings and params have the objects of a case after this time, in milliseconds. */
const SETTLED_MS = 4000
const PER_CASE = 12

const definition = (name: string, scope: string): Members => ({
  metadata: { name: `${name}s.${GROUP}` },
  spec: {
    group: GROUP,
    scope,
    names: { plural: `${name}s`, singular: name, kind: `K${name}` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              data: { type: 'object', additionalProperties: { type: 'string' } },
              spec: { type: 'object', properties: { limit: { type: 'integer' }, names: { type: 'array', items: { type: 'string' } } } },
            },
          },
        },
      },
    ],
  },
}) // prettier-ignore

const param = (name: string, more: Members = {}): Members => ({
  metadata: { name, labels: { role: name.startsWith('p') ? 'param' : 'other' } },
  data: { forbidden: `of-${name}`, limit: '3' },
  ...more,
})

const some = (roll: Dice, chance: number, members: () => Members): Members => (roll.chance(chance) ? members() : {})

const randomValidation = (roll: Dice): Members => ({
  expression: pickFrom(roll, EXPRESSIONS),
  ...some(roll, 0.4, () => ({ message: pickFrom(roll, MESSAGES) })),
  ...some(roll, 0.5, () => ({ messageExpression: pickFrom(roll, MESSAGE_EXPRESSIONS) })),
  ...some(roll, 0.3, () => ({ reason: pickFrom(roll, REASONS) })),
})

/** A policy for objects with its name in the label `policy`, and one or two bindings of it. */
function randomPolicy(roll: Dice, name: string): readonly Members[] {
  const paramKind = pickFrom(roll, PARAM_KINDS)
  const policy = {
    metadata: { name },
    spec: {
      ...(paramKind !== null && { paramKind }),
      ...some(roll, 0.6, () => ({ failurePolicy: pickFrom(roll, ['Fail', 'Ignore']) })),
      matchConstraints: {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${ns}' } },
        objectSelector: { matchLabels: { policy: name } },
        resourceRules: [
          {
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['CREATE', 'UPDATE', ...(roll.chance(0.5) ? ['DELETE'] : [])],
            resources: ['configmaps', 'secrets'],
          },
        ],
      },
      validations: Array.from({ length: 1 + roll.below(3) }, () => randomValidation(roll)),
      ...some(roll, 0.4, () => ({ variables: VARIABLES })),
      ...some(roll, 0.3, () => ({ matchConditions: [{ name: 'c', expression: pickFrom(roll, CONDITIONS) }] })),
      ...some(roll, 0.3, () => ({ auditAnnotations: [{ key: 'k', valueExpression: pickFrom(roll, ANNOTATIONS) }] })),
    },
  }
  const binding = (at: number): Members => ({
    metadata: { name: `${name}-${at}` },
    spec: {
      policyName: name,
      validationActions: pickFrom(roll, [['Deny'], ['Warn'], ['Deny', 'Audit'], ['Warn', 'Audit'], ['Audit']]),
      ...some(roll, 0.85, () => ({ paramRef: pickFrom(roll, PARAM_REFS) })),
      ...some(roll, 0.2, () => ({ matchResources: { objectSelector: { matchLabels: { odd: 'x' } } } })),
    },
  })
  return [policy, ...Array.from({ length: roll.chance(0.2) ? 2 : 1 }, (_, at) => binding(at))]
}

const target = (name: string, policy: string, more: Members = {}): Members => ({
  metadata: { name, labels: { policy, ...(name.endsWith('x') && { odd: 'x' }) } },
  data: { a: '1', b: name },
  ...more,
})

const requests = (policy: string): Step[] => [
  ...['of-p1', 'o', 'of-p2', 'ox'].map((name) =>
    post(`${CORE}/configmaps?dryRun=All`, target(name, policy)),
  ),
  post(`${CORE}/secrets?dryRun=All`, target('s', policy, { data: { a: 'YQ==' } })),
  put(`${CORE}/configmaps/made`, { ...target('made', policy), data: { a: '22' } }),
  patch(`${CORE}/configmaps/made`, { metadata: { labels: { policy: null } } }),
  patch(`${CORE}/configmaps/free?dryRun=All`, { metadata: { labels: { policy } } }),
  post(`${CORE}/configmaps?dryRun=All`, { metadata: { generateName: 'gen-', labels: { policy } } }),
  { ...remove(`${CORE}/configmaps/made?dryRun=All`), as: 'alice' },
] // prettier-ignore

/** Random policies with params of each kind, and requests that they decide. */
function decided(seed: number, at: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const names = Array.from({ length: PER_CASE }, (_, i) => `pol-${at}-${i}`)
  const made = names.map((name) => randomPolicy(roll, name))
  return scenario(
    'policy',
    `policies-${at}`,
    [
      post(DEFINITIONS, definition('near', 'Namespaced')),
      post(DEFINITIONS, definition('wide', 'Cluster')),
      get(`/apis/${GROUP}/v1/nears`, { until: { equals: 200, ms: 8000 }, ignore: true }),
      get(`/apis/${GROUP}/v1/wides`, { until: { equals: 200, ms: 8000 }, ignore: true }),
      ...['p1', 'p2', 'other'].flatMap((name) => [
        post(`${CORE}/configmaps`, param(name)),
        post(`/apis/${GROUP}/v1/namespaces/\${ns}/nears`, near(param(name, { spec: { limit: 5, names: ['a', name] } }))),
        post(`/apis/${GROUP}/v1/wides`, { ...near(param(name)), kind: 'Kwide' }),
      ]),
      post(`${CORE}/configmaps`, { metadata: { name: 'free' }, data: { a: '1' } }),
      ...made.flatMap(([policy, ...bindings]) => [
        post(POLICIES, policy),
        ...bindings.map((binding) => post(BINDINGS, binding)),
      ]),
      pause(SETTLED_MS),
      post(`${CORE}/configmaps`, { metadata: { name: 'made', labels: { policy: names[0] } } }),
      ...names.flatMap(requests),
      get(`${POLICIES}/${names[0]}`),
      remove(`${DEFINITIONS}/nears.${GROUP}`),
      remove(`${DEFINITIONS}/wides.${GROUP}`),
    ],
    {
      cleanup: [
        ...names.flatMap((name) => [`${BINDINGS}/${name}-0`, `${BINDINGS}/${name}-1`, `${POLICIES}/${name}`]),
        `${DEFINITIONS}/nears.${GROUP}`,
        `${DEFINITIONS}/wides.${GROUP}`,
      ],
    },
  ) // prettier-ignore
}

const near = (object: Members): Members => ({ apiVersion: `${GROUP}/v1`, kind: 'Knear', ...object })

const SOUND_POLICY: Members = {
  matchConstraints: {
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
  },
  validations: [{ expression: 'true' }],
}
const SOUND_BINDING: Members = { policyName: 'p', validationActions: ['Deny'] }

/** Policies and bindings with one odd member each, written in every way, in both versions. */
const validated = (version: string): Case => {
  const [policies, bindings] = [POLICIES, BINDINGS].map((path) => path.replace('/v1/', `/${version}/`)) as [string, string]
  const written = (path: string, sound: Members, odd: Members): Step[] => [
    post(`${path}?dryRun=All`, { metadata: { name: 'odd' }, spec: { ...sound, ...odd } }),
    patch(`${path}/sound?dryRun=All`, { spec: odd }),
    put(`${path}/sound?dryRun=All`, { metadata: { name: 'sound' }, spec: { ...sound, ...odd } }),
  ]
  return scenario(
    'policy',
    `policies-written-${version}`,
    [
      post(policies, { metadata: { name: 'sound' }, spec: SOUND_POLICY }),
      post(bindings, { metadata: { name: 'sound' }, spec: SOUND_BINDING }),
      ...ODD_POLICIES.flatMap((odd) => written(policies, SOUND_POLICY, odd)),
      ...ODD_BINDINGS.flatMap((odd) => written(bindings, SOUND_BINDING, odd)),
      ...[policies, bindings].flatMap((path) => [
        get(`${path}/sound`, { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }),
        remove(`${path}/sound`),
      ]),
    ],
    { cleanup: [`${bindings}/sound`, `${policies}/sound`] },
  )
} // prettier-ignore

/** Validating admission policies: their params, decisions and rules. */
export const policyScenarios = (seed: number): Case[] => [
  ...Array.from({ length: 4 }, (_, at) => decided(seed, at)),
  ...['v1', 'v1beta1'].map(validated),
]
