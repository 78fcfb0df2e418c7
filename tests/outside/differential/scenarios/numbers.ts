import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, scenario } from './steps.ts'

/** Numbers as texts, some of them invalid in JSON. Programs that read them as doubles change the long ones. */
const NUMBERS: readonly string[] = [
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
  '18446744073709551615',
  '18446744073709551616',
  '1e3',
  '1E3',
  '1.0',
  '1.5',
  '-0',
  '-0.0',
  '0.1',
  '1e-7',
  '1e21',
  '123456789012345678901234567890',
  '1e308',
  '1e309',
  '5e-324',
  '2147483648',
  '-2147483649',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  'NaN',
  '100000000000000000000.0',
  '1.7976931348623157e308',
  '3.141592653589793238462643383',
]

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'n.example.com'
const KEYED = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }
const entry = (k: object) => ({
  ...KEYED,
  items: { type: 'object', required: ['k'], properties: { k, v: { type: 'string' } } },
})
const INTEGER = { type: 'integer' }
const DOUBLE = { type: 'number' }

const definition = {
  metadata: { name: `nums.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'nums', kind: 'Num' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'I', type: 'integer', jsonPath: '.spec.integer' },
          { name: 'N', type: 'number', jsonPath: '.spec.number' },
          { name: 'S', type: 'string', jsonPath: '.spec.integer' },
          { name: 'L', type: 'string', jsonPath: '.spec.set' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  integer: INTEGER,
                  long: { ...INTEGER, format: 'int64' },
                  short: { ...INTEGER, format: 'int32' },
                  number: DOUBLE,
                  float: { ...DOUBLE, format: 'float' },
                  bounded: { ...INTEGER, maximum: 9223372036854775807n, minimum: 0 },
                  multiple: { ...DOUBLE, multipleOf: 0.5 },
                  chosen: { ...DOUBLE, enum: [1, 1.5, 9007199254740993n] },
                  either: { 'x-kubernetes-int-or-string': true },
                  free: { 'x-kubernetes-preserve-unknown-fields': true },
                  keyed: entry(INTEGER),
                  measured: entry(DOUBLE),
                  set: { type: 'array', items: INTEGER, 'x-kubernetes-list-type': 'set' },
                  rule: { ...INTEGER, 'x-kubernetes-validations': [{ rule: 'self != 9007199254740993' }] },
                  preset: { ...INTEGER, default: 9007199254740993n },
                },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
} // prettier-ignore

/** JSON of a value with integers beyond doubles. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `@${one}@` : one)).replaceAll(
    /"@(-?\d+)@"/g,
    '$1',
  )

const COLLECTION = `${groupPath(GROUP, 'v1')}/nums`
const FIELDS = [
  'integer',
  'long',
  'short',
  'number',
  'float',
  'bounded',
  'multiple',
  'chosen',
  'either',
  'free',
  'rule',
]
const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const APPLY = 'application/apply-patch+yaml'
const MERGE = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const JSON_PATCH = 'application/json-patch+json'

const custom = (body: string, name = 'a'): string =>
  `{"apiVersion":"${GROUP}/v1","kind":"Num","metadata":{"name":"${name}"},"spec":${body}}`

const send = (method: string, path: string, type: string, body: string): Step => ({ method, path, type, body })

function customNumber(number: string): Step[] {
  const specs = [
    ...FIELDS.map((field) => `{"${field}":${number}}`),
    `{"keyed":[{"k":${number},"v":"a"},{"k":${number},"v":"b"}]}`,
    `{"keyed":[{"k":9007199254740992,"v":"a"},{"k":${number},"v":"b"}]}`,
    `{"measured":[{"k":${number},"v":"a"},{"k":1.5,"v":"b"}]}`,
    `{"set":[${number},9007199254740992,1]}`,
    `{"free":{"a":[${number},{"b":${number}}]}}`,
  ]
  return [
    ...specs.flatMap((spec) => [
      send('POST', `${COLLECTION}?dryRun=All`, 'application/json', custom(spec, 'n')),
      send('PATCH', `${COLLECTION}/a?dryRun=All`, MERGE, `{"spec":${spec}}`),
      send('PATCH', `${COLLECTION}/a?dryRun=All&fieldManager=m&force=true`, APPLY, custom(spec)),
    ]),
    send('POST', `${COLLECTION}?dryRun=All`, 'application/yaml', `apiVersion: ${GROUP}/v1\nkind: Num\nmetadata:\n  name: n\nspec:\n  free: ${number}\n  integer: 1\n`),
    send('PATCH', `${COLLECTION}/a?fieldManager=m&force=true`, APPLY, custom(`{"keyed":[{"k":${number},"v":"a"}],"set":[${number}],"free":${number},"integer":1}`)),
    send('PATCH', `${COLLECTION}/a?fieldManager=o`, APPLY, custom(`{"keyed":[{"k":9007199254740992,"v":"a"}],"set":[9007199254740992],"free":${number}}`)),
    send('PATCH', `${COLLECTION}/a`, JSON_PATCH, `[{"op":"test","path":"/spec/free","value":${number}},{"op":"add","path":"/spec/integer","value":${number}}]`),
    send('PATCH', `${COLLECTION}/a`, JSON_PATCH, `[{"op":"copy","from":"/spec/free","path":"/spec/either"},{"op":"replace","path":"/spec/free","value":[${number}]}]`),
    send('PATCH', `${COLLECTION}/a/status`, MERGE, `{"status":{"n":${number}}}`),
    get(`${COLLECTION}/a`),
    get(COLLECTION, { headers: TABLE }),
    get(`${COLLECTION}/a`, { headers: { Accept: 'application/yaml' } }),
  ]
} // prettier-ignore

const PODS = `${CORE}/pods`
const DEPLOYMENTS = `${groupPath('apps', 'v1')}/deployments`
const pod = (more: string, container = ''): string =>
  `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"n"},"spec":{"containers":[{"name":"c","image":"i"${container}}]${more}}}`

/** Numbers in fields of built-in kinds: integers of 32 and 64 bits, `IntOrString`, quantities, metadata, and keys of lists. */
const builtInNumber = (number: string): Step[] => [
  ...[
    pod(`,"terminationGracePeriodSeconds":${number}`),
    pod(`,"activeDeadlineSeconds":${number}`),
    pod(`,"priority":${number}`),
    pod(`,"securityContext":{"runAsUser":${number},"supplementalGroups":[1,${number}]}`),
    pod('', `,"ports":[{"containerPort":${number}},{"containerPort":80}]`),
    pod('', `,"resources":{"requests":{"cpu":${number},"memory":${number}}}`),
    pod('', `,"livenessProbe":{"httpGet":{"port":${number}}}`),
    pod(`,"tolerations":[{"operator":"Exists","effect":"NoExecute","tolerationSeconds":${number}}]`),
    `{"metadata":{"name":"n","generation":${number}},"spec":{"containers":[{"name":"c","image":"i"}]}}`,
  ].flatMap((body) => [
    send('POST', `${PODS}?dryRun=All`, 'application/json', body),
    send('POST', `${PODS}?dryRun=All&fieldValidation=Strict`, 'application/json', body),
    send('PATCH', `${PODS}/p?dryRun=All&fieldManager=m&force=true`, APPLY, body.replace('"name":"n"', '"name":"p"')),
  ]),
  ...[`{"spec":{"replicas":${number}}}`, `{"spec":{"minReadySeconds":${number},"strategy":{"rollingUpdate":{"maxSurge":${number}}}}}`].flatMap((body) => [
    send('PATCH', `${DEPLOYMENTS}/d?dryRun=All`, MERGE, body),
    send('PATCH', `${DEPLOYMENTS}/d?dryRun=All`, STRATEGIC, body),
  ]),
  send('PATCH', `${DEPLOYMENTS}/d/scale?dryRun=All`, MERGE, `{"spec":{"replicas":${number}}}`),
  send('PATCH', `${DEPLOYMENTS}/d?dryRun=All`, JSON_PATCH, `[{"op":"replace","path":"/spec/replicas","value":${number}}]`),
  send('PATCH', `${CORE}/services/s?dryRun=All`, STRATEGIC, `{"spec":{"ports":[{"port":${number},"name":"x"}]}}`),
  send('DELETE', `${PODS}/p?dryRun=All`, 'application/json', `{"gracePeriodSeconds":${number}}`),
  send('POST', `${CORE}/serviceaccounts/default/token?dryRun=All`, 'application/json', `{"spec":{"expirationSeconds":${number}}}`),
  send('POST', `${CORE}/configmaps?dryRun=All`, 'application/json', `{"metadata":{"name":"n"},"data":{"a":${number}}}`),
  get(`${PODS}?limit=${encodeURIComponent(number)}`),
  get(`${PODS}?timeoutSeconds=${encodeURIComponent(number)}`),
  get(`${PODS}?resourceVersion=${encodeURIComponent(number)}&resourceVersionMatch=Exact`),
] // prettier-ignore

/** Numbers of every size and spelling in custom and built-in kinds. */
export const numberScenarios = (): Case[] => [
  ...NUMBERS.map((number, at) =>
    scenario(
      'numbers',
      `custom-${at}`,
      [
        send('POST', DEFINITIONS, 'application/json', json(definition)),
        get(COLLECTION, { until: { equals: 200, ms: 8000 }, ignore: true }),
        send('POST', COLLECTION, 'application/json', custom('{"integer":1}')),
        ...customNumber(number),
      ],
      { cleanup: [`${DEFINITIONS}/nums.${GROUP}`] },
    ),
  ),
  ...NUMBERS.map((number, at) =>
    scenario('numbers', `built-in-${at}`, [
      send('POST', PODS, 'application/json', pod('').replace('"name":"n"', '"name":"p"')),
      send('POST', DEPLOYMENTS, 'application/json', '{"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}'),
      send('POST', `${CORE}/services`, 'application/json', '{"metadata":{"name":"s"},"spec":{"clusterIP":"None","ports":[{"port":80}]}}'),
      ...builtInNumber(number),
    ]),
  ),
] // prettier-ignore
