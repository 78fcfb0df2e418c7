import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, patch, post, put, remove, scenario } from '../steps.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const ESTABLISHED = { until: { path: 'status.conditions.1.status', equals: 'True', ms: 10_000 }, ignore: true } as const

interface Version {
  readonly name: string
  readonly schema?: Members
  readonly more?: Members
}

const definition = (group: string, versions: readonly Version[], more: Members = {}): Members => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${group}`, ...(more['metadata'] as Members) },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing', singular: 'thing', shortNames: ['th'], categories: ['all'] },
    versions: versions.map(({ name, schema, more: rest }, at) => ({
      name,
      served: true,
      storage: at === 0,
      schema: { openAPIV3Schema: schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      ...rest,
    })),
    ...(more['spec'] as Members),
  },
})

const wholeOf = (group: string, version = 'v1'): string => `/apis/${group}/${version}/namespaces/\${ns}/things`
const thing = (group: string, name: string, rest: Members = {}, version = 'v1'): Members => ({ apiVersion: `${group}/${version}`, kind: 'Thing', metadata: { name }, ...rest }) // prettier-ignore

function served(
  name: string,
  versions: readonly Version[],
  steps: (group: string) => readonly Step[],
  more?: Members,
): Case {
  // prettier-ignore
  const group = `${name}.example.com`
  return scenario(
    'crd',
    `cr-${name}`,
    [post(DEFINITIONS, definition(group, versions, more)), get(`${DEFINITIONS}/things.${group}`, ESTABLISHED), get(wholeOf(group), { until: { equals: 200, ms: 10_000 }, ignore: true }), ...steps(group)], // prettier-ignore
    { cleanup: [`${DEFINITIONS}/things.${group}`] },
  )
}

const object = (properties: Members, more: Members = {}): Members => ({ type: 'object', properties, ...more })

/** Values that are null, absent or empty, with nullable fields and defaults. */
const NULLABLE = object({
  spec: object({
    s: { type: 'string' }, n: { type: 'string', nullable: true }, d: { type: 'string', default: 'x' }, nd: { type: 'string', nullable: true, default: 'y' },
    o: object({ a: { type: 'integer', default: 3 } }), od: object({ a: { type: 'integer', default: 3 } }, { default: {} }), on: object({ a: { type: 'integer', default: 3 } }, { nullable: true, default: {} }),
    l: { type: 'array', items: { type: 'string' } }, ln: { type: 'array', nullable: true, items: { type: 'string', nullable: true } }, ld: { type: 'array', default: ['q'], items: object({ a: { type: 'string', default: 'z' } }) , }, m: { type: 'object', additionalProperties: { type: 'string' } }, mn: { type: 'object', nullable: true, additionalProperties: { type: 'string', nullable: true, default: 'w' } },
    i: { 'x-kubernetes-int-or-string': true }, id: { 'x-kubernetes-int-or-string': true, default: 5 }, p: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, e: { type: 'string', enum: ['a', 'b'] }, en: { type: 'string', nullable: true, enum: ['a', 'b'] }, r: { 'x-kubernetes-preserve-unknown-fields': true },
  }),
}) // prettier-ignore
const NULLABLE_SOUND = { ...NULLABLE, properties: { spec: { ...(NULLABLE['properties'] as { spec: Members }).spec, properties: { ...((NULLABLE['properties'] as { spec: { properties: Members } }).spec.properties), ld: { type: 'array', default: [{}], items: object({ a: { type: 'string', default: 'z' } }) } } } } } // prettier-ignore
const NULL_NAMES = ['s', 'n', 'd', 'nd', 'o', 'od', 'on', 'l', 'ln', 'ld', 'm', 'mn', 'i', 'id', 'p', 'e', 'en', 'r', 'unknown'] // prettier-ignore
const NULL_VALUES: readonly unknown[] = [null, '', 'a', 0, 1.5, true, [], [null], {}, { a: null }, { b: 1 }, 'b']

const nulls = (): Case =>
  served('nulls', [{ name: 'v1', schema: NULLABLE_SOUND }], (group) => [
    post(wholeOf(group), thing(group, 'a')),
    post(wholeOf(group), thing(group, 'b', { spec: null })),
    post(wholeOf(group), thing(group, 'c', { spec: {} })),
    post(wholeOf(group), thing(group, 'd', { spec: Object.fromEntries(NULL_NAMES.map((name) => [name, null])) })),
    ...NULL_NAMES.flatMap((name) =>
      NULL_VALUES.flatMap((value) => {
        const spec = { [name]: value }
        return [
          post(`${wholeOf(group)}?dryRun=All`, thing(group, 'x', { spec })),
          put(`${wholeOf(group)}/c?dryRun=All&fieldValidation=Strict`, thing(group, 'c', { spec })),
          patch(`${wholeOf(group)}/d?dryRun=All`, { spec }),
          patch(`${wholeOf(group)}/c?dryRun=All&fieldManager=m`, thing(group, 'c', { spec }), { type: 'apply' }),
        ]
      }),
    ),
  ])

const FORMATS = ['bsonobjectid', 'uri', 'email', 'hostname', 'ipv4', 'ipv6', 'cidr', 'mac', 'uuid', 'uuid3', 'uuid4', 'uuid5', 'isbn', 'isbn10', 'isbn13', 'creditcard', 'ssn', 'hexcolor', 'rgbcolor', 'byte', 'password', 'date', 'duration', 'datetime', 'date-time', 'int32', 'int64', 'float', 'double', 'bogus'] // prettier-ignore
const TEXTS = ['', 'a', '507f1f77bcf86cd799439011', '507F1F77BCF86CD799439011', 'http://a.b/c?d#e', 'http://', '/x', 'a:b', 'urn:x:y', '//a/b', 'mailto:x', 'a@b', 'a@b.c', 'A <a@b.c>', '"a b"@c.d', 'a@[1.2.3.4]', 'a.b', 'A.B.', '-a', 'a_b', `${'a'.repeat(64)}.b`, '1.2.3.4', '01.2.3.4', '1.2.3', '1.2.3.256', '::1', '::ffff:1.2.3.4', 'fe80::1%eth0', '1::2::3', '1.2.3.4/8', '1.2.3.4/33', '::1/128', '1.2.3.0/08', '01:23:45:67:89:ab', '01-23-45-67-89-AB', '0123.4567.89ab', '01:23:45:67:89', '00:00:00:00:fe:80:00:00', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6ba7b8109dad31d180b400c04fd430c8', '6BA7B810-9DAD-41D1-80B4-00C04FD430C8', '6ba7b810-9dad-51d1-80b4-00c04fd430c8', '{6ba7b810-9dad-41d1-80b4-00c04fd430c8}', '0321751043', '0-321-75104-3', '032175104X', '978-0321751041', '9780321751041', '9780321751042', '4111111111111111', '4111-1111-1111-1111', '4111 1111 1111 1112', '123-45-6789', '123456789', '#fff', '#FFFFFF', 'fff', '#ffff', 'rgb(0,0,0)', 'rgb(255, 255, 255)', 'rgb(256,0,0)', 'rgba(0,0,0,1)', 'YQ==', 'YQ', 'YR==', 'Y Q==', 'YQ==\n', '-_==', '2020-01-02', '2020-1-2', '2020-13-01', '2020-02-30', '0000-01-01', '1s', '1', '1h2m', '-1.5h', '1d', '1 day', '2 weeks', 'P1D', '1µs', '.5s', '1.s', '2020-01-02T03:04:05Z', '2020-01-02t03:04:05z', '2020-01-02 03:04:05Z', '2020-01-02T03:04:05+01:00', '2020-01-02T03:04:05.123456789Z', '2020-01-02T24:00:00Z', '2020-01-02T03:04:60Z', '2020-01-02T03:04:05', '12345', '1e5'] // prettier-ignore

const formats = (): Case => {
  const properties = Object.fromEntries(FORMATS.map((format) => [`f-${format}`, { type: 'string', format }]))
  const numbers = { i32: { type: 'integer', format: 'int32' }, i64: { type: 'integer', format: 'int64' }, f: { type: 'number', format: 'float' }, d: { type: 'number', format: 'double' }, x: { type: 'integer', format: 'bogus' } } // prettier-ignore
  return served(
    'formats',
    [{ name: 'v1', schema: object({ spec: object({ ...properties, ...numbers }) }) }],
    (group) => [
      ...TEXTS.map((text) => post(`${wholeOf(group)}?dryRun=All`, thing(group, 'x', { spec: Object.fromEntries(FORMATS.map((format) => [`f-${format}`, text])) }))), // prettier-ignore
      ...TEXTS.flatMap((text) => ['hostname', 'uri', 'email', 'duration', 'date-time', 'byte', 'mac'].map((format) => post(`${wholeOf(group)}?dryRun=All`, thing(group, 'x', { spec: { [`f-${format}`]: text } })))), // prettier-ignore
      ...[2147483647, 2147483648, -2147483649, 1.5, 1.0, 3.4e38, 3.5e38, 1e308, -1, 9007199254740992].flatMap((number) => Object.keys(numbers).map((name) => post(`${wholeOf(group)}?dryRun=All`, thing(group, 'x', { spec: { [name]: number } })))), // prettier-ignore
    ],
  )
}

const TABLE = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const COLUMNS: readonly Members[] = [
  ['.spec.s', 'string'], ['.spec.n', 'integer'], ['.spec.n', 'number'], ['.spec.b', 'boolean'], ['.spec.t', 'date'], ['.spec.l', 'string'], ['.spec.l[0]', 'string'], ['.spec.l[*]', 'string'], ['.spec.l[-1:]', 'string'], ['.spec.o', 'string'], ['.spec.o.a', 'string'], ['.spec.none.x', 'string'], ['.metadata.name', 'string'], ['.metadata.labels.a\\.b', 'string'], ['.metadata.creationTimestamp', 'date'], ['.metadata.generation', 'integer'], ['.spec.l[?(@=="b")]', 'string'], ['.spec.p[?(@.k=="1")].v', 'string'], ['.spec.p[*].v', 'integer'], ['.spec["s"]', 'string'], ['.spec.n', 'string'], ['.spec.s', 'integer'], ['.spec.s', 'boolean'], ['.spec.s', 'date'], ['.spec.n', 'date'], ['.spec.x', 'string'],
].map(([jsonPath, type], at) => ({ name: `C${at}`, type, jsonPath, priority: at % 3, ...(at % 5 === 0 ? { description: 'd', format: type === 'string' ? 'name' : '' } : {}) })) // prettier-ignore

const SHOWN: readonly Members[] = [
  {}, { spec: { s: 'x', n: 3, b: true, t: '2020-01-01T00:00:00Z', l: ['a', 'b'], o: { a: 'b', c: [1] }, p: [{ k: '1', v: 5 }, { k: '2', v: 6 }] } }, { spec: { s: '2020-01-01T00:00:00Z', n: 1.5, b: 'true', t: 'x', l: [], o: {}, p: [] } }, { spec: { s: null, n: null, b: null, t: null, l: null, o: null, p: null } }, { spec: { s: '12', n: '12', b: 'x', t: 5, l: 'x', o: 'y', p: 'z', x: [true, null, 1.0, 'q', { a: 1 }] } }, { spec: { s: 'a\nb', n: 1e21, b: false, t: '2999-01-01T00:00:00Z', l: [1, 2], o: { a: null }, x: 1e21 } }, { spec: { s: 'true', n: 9007199254740992, x: 0.1 } }, { spec: { x: { b: 1, a: { d: 2 } } } }, { metadata: { labels: { 'a.b': 'c' } }, spec: { s: '', n: -0.5, t: '', x: [] } }, { spec: [] }, { spec: 'x' },
] // prettier-ignore

const columns = (): Case[] => [
  served('columns', [{ name: 'v1', more: { additionalPrinterColumns: COLUMNS } }], (group) => [
    ...SHOWN.flatMap((content, at) => [
      post(wholeOf(group), {
        ...thing(group, `x${at}`),
        ...content,
        metadata: { name: `x${at}`, ...(content['metadata'] as Members) },
      }),
      get(`${wholeOf(group)}/x${at}`, { headers: TABLE }),
      get(`${wholeOf(group)}/x${at}?includeObject=Object`, {
        headers: { Accept: TABLE.Accept.replace('v=v1', 'v=v1beta1') },
      }),
    ]),
    get(wholeOf(group), { headers: TABLE }),
    get(`${wholeOf(group)}?limit=3&includeObject=None`, { headers: TABLE }),
    get(`${wholeOf(group)}?watch=1&resourceVersion=0`, { headers: TABLE, watch: { ms: 200 } }),
    remove(`${wholeOf(group)}/x0`, { headers: TABLE }),
    remove(wholeOf(group), { headers: TABLE, unordered: ['rows'] }),
  ]),
  scenario('crd', 'columns-refused', [
    ...['', '.', '.spec', 'spec', '{.spec}', '{spec}', '.spec[', '.spec]', '.spec[0', '.spec[a]', '.spec.l[1:2:0]', '.spec.l[::]', '.spec..x', '..x', '.spec.*', '.spec[?(@.a)]', '.spec[?(@.a==)]', '.spec.a b', '.spec\n', "['spec']", ".spec['a.b']", '.spec.l[1,2]', '.spec.l[-1]', 'range .items[*]', '{range .items}', '{end}', '.a.b}', '.$', '@', '$', '$.spec', '.spec.é', '.spec.l[01]', '.spec.l[9999999999999999999]'].flatMap((jsonPath, at) =>
      ['string', 'date', 'bogus', ''].map((type) => post(`${DEFINITIONS}?dryRun=All`, definition(`col${at}.example.com`, [{ name: 'v1', more: { additionalPrinterColumns: [{ name: 'A', type, jsonPath }] } }])))),
    ...[{}, { name: '' }, { name: 'a', type: 'string', jsonPath: '.a', format: 'bogus' }, { name: 'a', type: 'integer', jsonPath: '.a', format: 'int64' }, { name: 'a', type: 'string', jsonPath: '.a', priority: -1 }, { name: 'a', type: 'string', jsonPath: '.a', priority: 'x' }, { name: 'a', type: 'string', JSONPath: '.a' }, null, 'x'].map((column) => post(`${DEFINITIONS}?dryRun=All`, definition('cols.example.com', [{ name: 'v1', more: { additionalPrinterColumns: [column] } }]))),
  ]), // prettier-ignore
]

const STATUS_SCALE = { subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', labelSelectorPath: '.status.selector' } } } // prettier-ignore
const scaled = (): Case =>
  served(
    'scaled',
    [
      { name: 'v1', more: STATUS_SCALE },
      { name: 'v1alpha1', more: { deprecated: true, ...STATUS_SCALE } },
      { name: 'v2', more: { deprecated: true, deprecationWarning: 'use é "v1" now', served: true } },
      { name: 'v3', more: { served: false } },
    ],
    (group) => [
      // prettier-ignore
      post(wholeOf(group), thing(group, 'a', { spec: { replicas: 2 }, status: { replicas: 9, selector: 'a=b' } })),
      ...['v1', 'v1alpha1', 'v2', 'v3', 'v4'].flatMap((version) => {
        const path = wholeOf(group, version)
        return [
          get(path),
          get(`${path}/a`),
          get(`${path}/a`, { headers: TABLE }),
          get(`${path}?watch=1`, { watch: { ms: 150 } }),
          post(path, thing(group, `n-${version}`, {}, version)),
          post(path, thing(group, `o-${version}`)),
          put(`${path}/a`, thing(group, 'a', { spec: { replicas: 3 } }, version)),
          patch(`${path}/a`, { spec: { replicas: 4 } }),
          patch(`${path}/a?fieldManager=m&force=true`, thing(group, 'a', { spec: { replicas: 5 } }, version), { type: 'apply' }), // prettier-ignore
          patch(`${path}/a`, { spec: { replicas: 4 } }, { type: 'strategic' }),
          ...['status', 'scale'].flatMap((name) => [
            get(`${path}/a/${name}`),
            get(`${path}/a/${name}`, { headers: TABLE }),
            put(`${path}/a/${name}`, thing(group, 'a', { metadata: { name: 'a', labels: { q: version } }, status: { replicas: 1, selector: 'x in (y)' } }, version)), // prettier-ignore
            patch(`${path}/a/${name}`, { spec: { replicas: 7 }, status: { replicas: 3 } }),
            patch(`${path}/a/${name}`, [{ op: 'replace', path: '/spec/replicas', value: 8 }], { type: 'json' }),
            patch(`${path}/a/${name}?fieldManager=s`, name === 'scale' ? { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 1 } } : thing(group, 'a', { status: { x: 1 } }, version), { type: 'apply' }), // prettier-ignore
            remove(`${path}/a/${name}`),
            post(`${path}/a/${name}`, {}),
          ]),
          ...[null, 'x', -1, 1.5, '3', 2147483648, [], {}].flatMap((replicas) => [
            patch(`${path}/a`, { spec: { replicas } }),
            get(`${path}/a/scale`),
            patch(`${path}/a/status`, { status: { replicas, selector: replicas } }),
            get(`${path}/a/scale`),
            put(`${path}/a/scale`, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec: { replicas: 2 } }), // prettier-ignore
          ]),
          remove(`${path}/n-${version}`),
          remove(`${path}?labelSelector=none`),
          get(`/apis/${group}/${version}`),
          get(`/openapi/v3/apis/${group}/${version}`, { only: ['info', 'components'] }),
        ]
      }),
      get(`/apis/${group}`),
      get('/openapi/v2', { only: [`paths./apis/${group}/v1/namespaces/{namespace}/things`] }),
      get(`${DEFINITIONS}/things.${group}`, { headers: TABLE }),
    ],
  )

/** Members of a definition that are refused, or kept and dropped. */
const PARTS: readonly Members[] = [
  { spec: { scope: '' } }, { spec: { scope: 'namespaced' } }, { spec: { group: '' } }, { spec: { group: 'x' } }, { spec: { group: 'X.y' } }, { spec: { names: {} } }, { spec: { names: { plural: 'things', kind: 'thing' } } }, { spec: { names: { plural: 'Things', kind: 'Thing' } } }, { spec: { names: { plural: 'things', kind: 'Thing', listKind: 'Thing' } } }, { spec: { names: { plural: 'things', kind: 'Thing', listKind: 'Things' } } }, { spec: { names: { plural: 'things', kind: 'Thing', shortNames: ['A', ''] } } }, { spec: { names: { plural: 'things', kind: 'Thing', categories: ['All', '-'] } } }, { spec: { names: { plural: 'things', kind: 'Thing', singular: 'x.y' } } }, { spec: { versions: [] } }, { spec: { versions: null } }, { spec: { conversion: {} } }, { spec: { conversion: { strategy: 'X' } } }, { spec: { conversion: { strategy: 'Webhook' } } }, { spec: { conversion: { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } } } }, { spec: { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: [], clientConfig: {} } } } }, { spec: { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v9', 'v1', 'v1'], clientConfig: { url: 'http://x' } } } } }, { spec: { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://x/?a#b', service: { name: '', namespace: '' } } } } } }, { spec: { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { name: 's', namespace: 'n', path: '//x', port: 0 }, caBundle: 'eA==' } } } } }, { spec: { preserveUnknownFields: true } }, { spec: { preserveUnknownFields: false } }, { spec: { preserveUnknownFields: null } }, { spec: { validation: {} } }, { spec: { version: 'v1' } }, { status: { storedVersions: ['v9'] } }, { metadata: { name: 'x' } }, { metadata: { name: 'things.other' } }, { metadata: { annotations: { 'api-approved.kubernetes.io': 'x' } } }, { metadata: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] } }, { metadata: { namespace: 'x' } }, { kind: 'X' }, { apiVersion: 'apiextensions.k8s.io/v1beta1' },
] // prettier-ignore

const VERSIONS: readonly (readonly Version[])[] = [
  [{ name: '' }], [{ name: 'V1' }], [{ name: '1' }], [{ name: 'v1.2' }], [{ name: `v${'1'.repeat(70)}` }], [{ name: 'v1' }, { name: 'v1' }], [{ name: 'v1', more: { storage: false } }], [{ name: 'v1' }, { name: 'v2', more: { storage: true } }], [{ name: 'v1', more: { served: false } }], [{ name: 'v1', more: { served: null } }], [{ name: 'v1', more: { schema: null } }], [{ name: 'v1', more: { schema: {} } }], [{ name: 'v1', more: { deprecationWarning: 'x' } }], [{ name: 'v1', more: { deprecated: true, deprecationWarning: '' } }], [{ name: 'v1', more: { deprecated: true, deprecationWarning: 'x'.repeat(257) } }], [{ name: 'v1', more: { deprecated: true, deprecationWarning: 'a\nb' } }], [{ name: 'v1', more: { selectableFields: [{ jsonPath: '.spec.a' }] } }], [{ name: 'v1', more: { subresources: { scale: {} } } }], [{ name: 'v1', more: { subresources: { scale: { specReplicasPath: 'spec', statusReplicasPath: '.spec.x', labelSelectorPath: '.x' } } } }], [{ name: 'v1', more: { subresources: { status: null, scale: null } } }], [{ name: 'v1', more: { subresources: { status: { a: 1 } } } }], [{ name: 'v1', schema: { type: 'array' } }], [{ name: 'v1', schema: { type: 'object', nullable: true } }], [{ name: 'v1', schema: { properties: {} } }], [{ name: 'v1', schema: { type: 'object', additionalProperties: true } }], [{ name: 'v1', schema: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: {} } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: 'null' } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: ['string', 'null'] } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: 'array' } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: 'string', pattern: '(' } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: 'string', minLength: -1, maxLength: 1.5 } } } }], [{ name: 'v1', schema: { type: 'object', properties: { metadata: { type: 'object', properties: { name: { pattern: 'x' }, labels: { type: 'object' } } } } } }], [{ name: 'v1', schema: { type: 'object', properties: { apiVersion: { type: 'integer' }, kind: {} } } }], [{ name: 'v1', schema: { type: 'object', required: ['a', 'a'], properties: { a: { type: 'string', default: null } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: 'string', default: 1 }, b: { type: 'integer', default: '1' }, c: { enum: ['x'], type: 'string', default: 'y' } } } }], [{ name: 'v1', schema: { type: 'object', oneOf: [{ required: ['a'] }, { properties: { a: { type: 'string' } } }], not: { default: 1 } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { $ref: '#/x' }, b: { type: 'object', patternProperties: { x: {} } } } } }], [{ name: 'v1', schema: { type: 'object', properties: { a: { type: 'array', items: { type: 'string' }, uniqueItems: true, 'x-kubernetes-list-type': 'set' }, b: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' }, c: { type: 'object', 'x-kubernetes-map-type': 'x' } } } }],
] // prettier-ignore

const refused = (): Case =>
  scenario('crd', 'definitions', [
    ...PARTS.flatMap((part, at) => {
      const whole = definition(`part${at}.example.com`, [{ name: 'v1' }], part)
      const { metadata: _, spec: __, ...top } = part
      return [post(`${DEFINITIONS}?dryRun=All`, { ...whole, ...top }), post(`${DEFINITIONS}?dryRun=All&fieldValidation=Strict`, { ...whole, ...top })] // prettier-ignore
    }),
    ...VERSIONS.flatMap((versions, at) => [
      post(`${DEFINITIONS}?dryRun=All`, definition(`ver${at}.example.com`, versions)),
      patch(`${DEFINITIONS}/things.ver${at}.example.com?dryRun=All&fieldManager=m`, definition(`ver${at}.example.com`, versions), { type: 'apply' }), // prettier-ignore
    ]),
    get(`${CORE}/none`),
  ])

/** Nulls, formats, columns, scales and faults of custom resources. */
export const customQuestions = (): Case[] => [nulls(), formats(), ...columns(), scaled(), refused()]
