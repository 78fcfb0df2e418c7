import type { Case, Step } from '../../../conformance/case.ts'
import { soundKinds } from '../../../fuzz/schema-places.ts'
import { dialects } from '../../../../worker/dialect/dialect.ts'
import { builtinResources } from '../../../../worker/schema/builtin/resources.ts'
import { get, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>
type Kind = ReturnType<typeof soundKinds>[number]

const FORMS: readonly Record<string, string>[] = [
  { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
  { Accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
  { Accept: 'application/yaml' },
]

/** Writes to the status of any kind; members of the object beside it are dropped or refused. */
const STATUSES: readonly Members[] = [
  { status: {} },
  { status: null },
  { status: { conditions: [{ type: 'A', status: 'True' }] } },
  { status: { conditions: [{ type: 'A', status: 'True', reason: 'r', message: 'm', lastTransitionTime: '2024-01-01T00:00:00Z' }] } },
  { status: { conditions: [{ type: 'A' }, { type: 'A' }, { status: 'x' }] } },
  { status: { conditions: [null] } },
  { status: { conditions: 'x' } },
  ...[3, -1].flatMap((number) => ['observedGeneration', 'replicas', 'readyReplicas'].map((field) => ({ status: { [field]: number } }))),
  ...['Active', 'X'].map((phase) => ({ status: { phase } })),
  { status: { bogus: 1 } },
  { spec: { bogus: 1 } },
  { spec: { replicas: 3 } },
  { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } } },
  { metadata: { finalizers: ['a.b/c'], ownerReferences: [] } },
  { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' }] } },
  { metadata: { resourceVersion: '1' } },
  { metadata: { uid: 'u' } },
  { metadata: { generation: 9, managedFields: null } },
] // prettier-ignore

const SCALES: readonly Members[] = [
  { spec: { replicas: 2 } },
  { spec: { replicas: 0 } },
  { spec: { replicas: -1 } },
  { spec: { replicas: null } },
  { spec: {} },
  { spec: null },
  { spec: { replicas: '2' } },
  { spec: { replicas: 2147483648 } },
  { spec: { replicas: 1.5 } },
  { status: { replicas: 5, selector: 'a=b' } },
  { metadata: { labels: { a: 'b' } } },
  { metadata: { uid: 'u' } },
  { metadata: { resourceVersion: '1' } },
  { metadata: { name: 'other' } },
  { metadata: { namespace: 'other' } },
  { bogus: 1 },
]

const TOKENS: readonly Members[] = [
  {},
  { spec: {} },
  { spec: { audiences: ['a', 'a'] } },
  { spec: { audiences: [] } },
  { spec: { expirationSeconds: 1 } },
  { spec: { expirationSeconds: 4294967297 } },
  { spec: { boundObjectRef: {} } },
  { spec: { boundObjectRef: { kind: 'Pod', name: 'none' } } },
  { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none' } } },
  { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'none', uid: 'u' } } },
  { spec: { boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'none' } } },
  { spec: { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'none' } } },
  { metadata: { name: 'other' } },
  { metadata: { name: 's-own', namespace: 'other' } },
  { kind: 'TokenReview' },
  { apiVersion: 'authentication.k8s.io/v1beta1' },
  { bogus: 1 },
]
const PHASES: readonly Members[] = [
  { spec: { finalizers: [] } },
  { spec: { finalizers: ['kubernetes', 'a.b/c'] } },
  { spec: { finalizers: ['x'] } },
  { spec: null },
  { status: { phase: 'Terminating' } },
  { metadata: { labels: { a: 'b' } } },
]

/** Kinds whose conditions a controller of the server writes, once. */
const CONDITIONED = new Set(['apiservices', 'customresourcedefinitions', 'flowschemas'])
const CONDITIONS = { until: { path: 'status.conditions', exists: true, ms: 8000 }, ignore: true }

/** The bodies of each subresource; a status receives the statuses. */
const BODIES: ReadonlyMap<string, readonly Members[]> = new Map([
  ['scale', SCALES],
  ['token', TOKENS],
  ['finalize', PHASES],
])

interface Place {
  readonly path: string
  readonly name: string
  /** The kind of the subresource. */
  readonly type: Members
  /** The object without its metadata, when the subresource receives it whole. */
  readonly own: Members
}

const dry = (path: string, more = ''): string => `${path}?dryRun=All${more}`

function written({ path, name, type, own }: Place, part: Members): Step[] {
  const metadata = { name, ...(part['metadata'] as Members | undefined) }
  const whole = { ...type, ...own, ...part, metadata }
  const operations = Object.entries(part).map(([key, value]) => ({ op: 'add', path: `/${key}`, value }))
  return [
    put(dry(path), whole),
    put(dry(path, '&fieldValidation=Strict'), whole),
    patch(dry(path), part),
    patch(dry(path, '&fieldValidation=Strict'), part, { type: 'strategic' }),
    patch(dry(path), operations, { type: 'json' }),
    patch(dry(path, '&fieldManager=m'), { ...type, ...part }, { type: 'apply' }),
    patch(dry(path, '&fieldManager=m&force=true'), { ...type, ...part, metadata }, { type: 'apply' }),
    post(dry(path), whole),
  ]
}

/** Reads and writes of one subresource, as dry runs, then some that are stored. */
function steps(place: Place, bodies: readonly Members[]): Step[] {
  const { path } = place
  return [
    get(path),
    ...FORMS.map((headers) => get(path, { headers })),
    get(`${path}?resourceVersion=0`),
    get(`${path}?watch=true`),
    ...bodies.flatMap((part) => written(place, part)),
    put(dry(path), {}),
    put(dry(path), []),
    patch(dry(path), [], { type: 'json' }),
    patch(dry(path), {}, { type: 'strategic' }),
    patch(dry(path), [{ op: 'remove', path: '/none' }], { type: 'json' }),
    patch(dry(path), [{ op: 'test', path: '/kind', value: 'x' }], { type: 'json' }),
    remove(dry(path)),
    ...bodies
      .slice(0, 4)
      .flatMap((part) => [
        patch(`${path}?fieldManager=one`, part),
        patch(`${path}?fieldManager=two`, { ...place.type, ...part }, { type: 'apply' }),
      ]),
    get(path),
  ]
}

function kindCase(kind: Kind): Case[] {
  const { resource, apiVersion, root, sound, objectName } = kind
  const facts = builtinResources().find(
    ({ name, group, versions }) =>
      name === resource &&
      versions.some(({ version }) => (group === '' ? version : `${dialects.k8s.spell(group)}/${version}`) === apiVersion),
  )
  const [version] = facts?.versions ?? []
  const path = root.replace('/namespaces/default/', '/namespaces/${ns}/')
  const name = objectName === 'sound' ? 's-own' : objectName
  const own = JSON.parse(JSON.stringify(sound).replaceAll('"namespace":"default"', '"namespace":"${ns}"')) as Members
  return (version?.subresources ?? [])
    .filter((one) => !['proxy', 'log', 'exec', 'attach', 'portforward'].includes(one.name))
    .map((one) => {
      const { group, version: itsVersion, kind: itsKind } = one
      const type = {
        apiVersion: group === '' ? itsVersion : `${dialects.k8s.spell(group)}/${itsVersion}`,
        kind: itsKind,
      }
      const whole = itsKind === kind.kind ? own : {}
      const place = { path: `${path}/${name}/${one.name}`, name, type, own: whole }
      return scenario(
        'subresources',
        `${resource}-${one.name}-${apiVersion.replace(/[^a-z0-9]/g, '-')}`,
        [
          post(path, { apiVersion, kind: kind.kind, ...own, metadata: { name } }),
          ...(CONDITIONED.has(resource) ? [get(`${path}/${name}`, CONDITIONS)] : []),
          ...steps(place, BODIES.get(one.name) ?? STATUSES),
          get(`${path}/none/${one.name}`),
          put(`${path}/none/${one.name}`, { ...type, ...whole, metadata: { name: 'none' } }),
          patch(`${path}/none/${one.name}`, {}),
          remove(`${path}/${name}`),
        ],
        path.includes('${ns}') ? {} : { cleanup: [`${path}/${name}`] },
      )
    })
} // prettier-ignore

/** Every subresource of every kind with each way to write it. */
export const subresourceScenarios = (): Case[] =>
  soundKinds()
    .filter(({ kind }) => kind !== 'Binding')
    .flatMap(kindCase)
