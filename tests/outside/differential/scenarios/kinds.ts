import type { Case, Step } from '../../../conformance/case.ts'
import { soundKinds } from '../../../fuzz/schema-places.ts'
import { get, patch, post, put, remove, scenario } from './steps.ts'

type Kind = ReturnType<typeof soundKinds>[number]
type Members = Record<string, unknown>

/** Odd parts of metadata; the text NAME is replaced by a name that fits the kind. */
const METADATA: readonly Members[] = [
  {},
  { name: '' },
  { name: 'A_b' },
  { name: 'a.b' },
  { name: 'a/b' },
  { name: '..' },
  { name: 'a%b' },
  { name: `a${'b'.repeat(253)}` },
  { name: `a${'b'.repeat(63)}` },
  { generateName: 'gen-' },
  { generateName: 'Gen_' },
  { generateName: `g${'n'.repeat(260)}`, name: '' },
  { name: 'NAME', generateName: 'x-' },
  { name: 'NAME', namespace: 'other' },
  { name: 'NAME', namespace: '' },
  { name: 'NAME', uid: 'u' },
  { name: 'NAME', resourceVersion: '1' },
  { name: 'NAME', resourceVersion: 'x' },
  { name: 'NAME', generation: 7, selfLink: '/x', creationTimestamp: '2020-01-01T00:00:00Z' },
  { name: 'NAME', deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 },
  { name: 'NAME', labels: { 'a b': 'c' }, annotations: { 'a b': 'c' } },
  { name: 'NAME', labels: { a: '-' }, annotations: { A: '', 'x/y/z': '1' } },
  { name: 'NAME', labels: { a: null }, annotations: null, finalizers: null },
  { name: 'NAME', finalizers: ['x'] },
  { name: 'NAME', finalizers: ['kubernetes', 'a.b/c', 'a.b/c'] },
  { name: 'NAME', finalizers: ['orphan', 'foregroundDeletion'] },
  { name: 'NAME', ownerReferences: [{}] },
  { name: 'NAME', ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'u' }] },
  { name: 'NAME', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', controller: true }, { apiVersion: 'v1', kind: 'Pod', name: 'b', uid: 'u', controller: true }] },
  { name: 'NAME', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' }, { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' }] },
  { name: 'NAME', managedFields: [{}] },
  { name: 'NAME', managedFields: [{ manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:x': {} } }] },
  { name: 'NAME', managedFields: [{ manager: 'm'.repeat(129), operation: 'X', apiVersion: 'x', fieldsType: 'F' }] },
  { name: 'NAME', bogus: 1 },
  { name: 5 },
  { name: 'NAME', labels: { a: 1 } },
] // prettier-ignore

const DELETIONS: readonly unknown[] = [
  { propagationPolicy: 'x' },
  { propagationPolicy: 'Orphan', orphanDependents: true },
  { orphanDependents: false },
  { gracePeriodSeconds: -1 },
  { gracePeriodSeconds: 1 },
  { preconditions: { uid: 'x' } },
  { preconditions: { resourceVersion: '1' } },
  { kind: 'Pod', apiVersion: 'v1' },
  { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All', 'All'] },
  { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', dryRun: ['x'] },
  { bogus: 1 },
  [],
]
const ACCEPTS = [
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'application/yaml',
]

const filled = (metadata: Members, name: string): Members =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, value === 'NAME' ? name : value]))

/** A case of one kind: creates, updates, patches and deletes with odd metadata and options. */
function kindCase({ kind, apiVersion, root, sound, objectName, resource }: Kind): Case {
  const path = root.replace('/namespaces/default/', '/namespaces/${ns}/')
  const isFixed = objectName !== 'sound'
  const name = isFixed ? objectName : 's-own'
  const own = JSON.parse(JSON.stringify(sound).replaceAll('"namespace":"default"', '"namespace":"${ns}"')) as Members
  const object = (metadata: Members, more: Members = {}): Members => ({ apiVersion, kind, ...own, metadata, ...more })
  const item = `${path}/${name}`
  const dry = (to: string, more = ''): string => `${to}?dryRun=All${more}`
  const updates: Step[] = METADATA.filter((_, at) => at > 11).flatMap((metadata) => [
    put(dry(item), object(filled(metadata, name))),
    patch(dry(item), { metadata: filled(metadata, name) }),
  ])
  const statuses: Step[] = [
    get(`${item}/status`),
    put(dry(`${item}/status`), object({ name })),
    put(dry(`${item}/status`), object({ name, labels: { a: 'b' }, finalizers: ['a.b/c'] }, { status: {} })),
    patch(dry(`${item}/status`), { status: { bogus: 1 }, metadata: { labels: { a: 'b' } } }),
    patch(dry(`${item}/status`, '&fieldValidation=Strict'), { status: { bogus: 1 } }, { type: 'strategic' }),
    patch(dry(`${item}/status`), { status: null }),
    patch(
      dry(`${item}/status`, '&fieldManager=m'),
      { apiVersion, kind, metadata: { labels: { a: 'b' } } },
      { type: 'apply' },
    ),
  ]
  return scenario(
    'verbs',
    `kinds-${resource}-${apiVersion.replace(/[^a-z0-9]/g, '-')}`,
    [
      ...METADATA.map((metadata) => post(dry(path), object(filled(metadata, name)))),
      post(path, object({ name })),
      ...ACCEPTS.map((accept) => get(item, { headers: { Accept: accept } })),
      ...updates,
      put(dry(item), { ...own, metadata: { name } }),
      put(dry(item), object({ name }, { kind: 'Other' })),
      put(dry(item), object({ name }, { apiVersion: 'v2' })),
      put(dry(item, '&fieldValidation=Strict'), object({ name }, { bogus: 1 })),
      patch(dry(item), [{ op: 'test', path: '/kind', value: 'x' }], { type: 'json' }),
      patch(dry(item), [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }], { type: 'json' }),
      patch(dry(item), [{ op: 'replace', path: '/metadata/name', value: 'x' }], { type: 'json' }),
      patch(dry(item), { metadata: { $patch: 'replace', labels: { a: 'b' } } }, { type: 'strategic' }),
      patch(
        dry(item),
        { metadata: { finalizers: ['a.b/c'], '$setElementOrder/finalizers': ['a.b/c', 'x'] } },
        { type: 'strategic' },
      ),
      patch(dry(item), { bogus: null, spec: null }, { type: 'strategic' }),
      patch(dry(item, '&fieldManager=m'), object({ name }), { type: 'apply' }),
      patch(dry(item, '&fieldManager=m&force=true'), object({ labels: { a: 'b' } }, { bogus: 1 }), { type: 'apply' }),
      patch(dry(item, '&fieldManager=m'), { apiVersion, kind, metadata: { finalizers: ['a.b/c'] } }, { type: 'apply' }),
      patch(dry(`${path}/s-other`, '&fieldManager=m'), object({ name: 's-other' }), { type: 'apply' }),
      patch(dry(`${path}/s-other`), {}),
      put(dry(`${path}/s-other`), object({ name: 's-other' })),
      ...statuses,
      ...DELETIONS.map((body) => ({ ...remove(dry(item)), body })),
      remove(dry(path, '&fieldSelector=metadata.name%3Ds-own')),
      remove(item),
      get(item),
    ],
    isFixed || path.includes('${ns}') ? {} : { cleanup: [item] },
  )
}

/**
 * One case for each kind but Binding and Namespace.
 * @param alpha whether the alpha and beta versions are played, instead of the stable ones
 */
export const kindScenarios = (alpha: boolean): Case[] =>
  soundKinds()
    .filter(
      ({ apiVersion, kind }) => /alpha|beta/.test(apiVersion) === alpha && kind !== 'Binding' && kind !== 'Namespace',
    )
    .map(kindCase)
