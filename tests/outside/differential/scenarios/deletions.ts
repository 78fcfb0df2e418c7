import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { soundKinds } from '../../../fuzz/schema-places.ts'
import { get, post, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>
type Kind = ReturnType<typeof soundKinds>[number]

/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 4001

/** Types of the options; the text OWN is replaced by the group and version of the path. */
const TYPES: readonly Members[] = [
  {},
  { kind: 'DeleteOptions' },
  { apiVersion: 'v1' },
  { kind: 'DeleteOptions', apiVersion: 'v1' },
  { kind: 'DeleteOptions', apiVersion: 'OWN' },
  { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' },
  { kind: 'DeleteOptions', apiVersion: 'apps/v1' },
  { kind: 'DeleteOptions', apiVersion: 'apps/v1beta1' },
  { kind: 'DeleteOptions', apiVersion: 'extensions/v1beta1' },
  { kind: 'DeleteOptions', apiVersion: 'v2' },
  { kind: 'DeleteOptions', apiVersion: 'none.example.com/v1' },
  { kind: 'DeleteOptions', apiVersion: 'a/b/c' },
  { kind: 'DeleteOptions', apiVersion: '' },
  { kind: 'deleteoptions', apiVersion: 'v1' },
  { kind: 'CreateOptions', apiVersion: 'OWN' },
  { kind: 'Status', apiVersion: 'v1' },
  { kind: 'ConfigMap', apiVersion: 'v1' },
  { kind: 5 },
]
const MEMBERS: readonly Members[] = [
  {},
  { gracePeriodSeconds: 0 },
  { gracePeriodSeconds: 30 },
  { gracePeriodSeconds: -1 },
  { gracePeriodSeconds: '0' },
  { gracePeriodSeconds: null },
  { propagationPolicy: 'Orphan' },
  { propagationPolicy: 'Foreground' },
  { propagationPolicy: 'Background' },
  { propagationPolicy: '' },
  { propagationPolicy: 'x' },
  { propagationPolicy: null },
  { orphanDependents: true },
  { orphanDependents: false },
  { orphanDependents: 'true' },
  { orphanDependents: true, propagationPolicy: 'Orphan' },
  { preconditions: {} },
  { preconditions: null },
  { preconditions: { uid: 'u' } },
  { preconditions: { uid: '' } },
  { preconditions: { resourceVersion: '1' } },
  { preconditions: { resourceVersion: 'x' } },
  { preconditions: { resourceVersion: '' } },
  { preconditions: { uid: 'u', resourceVersion: '1' } },
  { preconditions: { bogus: 1 } },
  { dryRun: ['All'] },
  { dryRun: [] },
  { dryRun: ['x'] },
  { dryRun: ['All', 'All'] },
  { dryRun: ['All', 'x'] },
  { dryRun: 'All' },
  { dryRun: [null] },
  { bogus: 1 },
  { metadata: { name: 'a' } },
]
const QUERIES = [
  '',
  'gracePeriodSeconds=0',
  'gracePeriodSeconds=x',
  'propagationPolicy=Orphan',
  'propagationPolicy=x',
  'orphanDependents=true',
  'orphanDependents=x',
  'dryRun=All',
  'dryRun=x',
  'dryRun=',
  'fieldValidation=Strict',
  'pretty=true',
  'preconditions=x',
  'gracePeriodSeconds=5&propagationPolicy=Foreground',
]
const CONTENT_TYPES = ['application/json', 'application/yaml', 'application/json;charset=utf-8', 'text/plain', 'application/vnd.kubernetes.protobuf', 'application/merge-patch+json'] // prettier-ignore
const RAW = ['', 'null', '[]', '{', '""', '5', 'kind: DeleteOptions\napiVersion: v1\ngracePeriodSeconds: 0\n', '{"gracePeriodSeconds":1,"gracePeriodSeconds":2}', '{"dryRun":["All"],"dryRun":["All"]}'] // prettier-ignore
const SELECTIONS = ['', 'labelSelector=a%3Db', 'labelSelector=a', 'fieldSelector=metadata.name%3Ds-own', 'limit=1', 'fieldSelector=x%3Dy', 'labelSelector=a%20b', 'resourceVersion=0', 'resourceVersion=0&resourceVersionMatch=Exact', 'resourceVersionMatch=Exact', 'continue=x', 'limit=-1', 'watch=true', 'timeoutSeconds=x'] // prettier-ignore

/** A query and a body. Most of them request a dry run; after the others the object is made again. */
function options(roll: Dice, apiVersion: string): { readonly query: string; readonly body: unknown } {
  const type = pickFrom(roll, TYPES)
  const typed = type['apiVersion'] === 'OWN' ? { ...type, apiVersion } : type
  const body = { dryRun: ['All'], ...typed, ...pickFrom(roll, MEMBERS), ...(roll.chance(0.3) && pickFrom(roll, MEMBERS)) }
  return { query: pickFrom(roll, QUERIES), body }
} // prettier-ignore

function kindCase({ kind, apiVersion, root, sound, objectName, resource }: Kind, at: number, seed: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const path = root.replace('/namespaces/default/', '/namespaces/${ns}/')
  const name = objectName === 'sound' ? 's-own' : objectName
  const own = JSON.parse(JSON.stringify(sound).replaceAll('"namespace":"default"', '"namespace":"${ns}"')) as Members
  const item = `${path}/${name}`
  const make = post(path, { apiVersion, kind, ...own, metadata: { name, labels: { a: 'b' } } })
  const deleted = (): Step[] => {
    const { query, body } = options(roll, apiVersion)
    const type = roll.chance(0.2) ? { type: pickFrom(roll, CONTENT_TYPES) } : {}
    return [
      { ...remove(query === '' ? item : `${item}?${query}`), body, ...type },
      { ...make, ignore: true },
    ]
  }
  const collection = (): Step[] => {
    const { body } = options(roll, apiVersion)
    const query = pickFrom(roll, SELECTIONS)
    const only = `dryRun=All${query === '' ? '' : `&${query}`}${query.includes('Selector') ? '' : '&labelSelector=a%3Db'}`
    return [roll.chance(0.5) ? remove(`${path}?${only}`) : { ...remove(`${path}?${only}`), body }]
  }
  return scenario(
    'deletions',
    `deletions-${resource}-${apiVersion.replace(/[^a-z0-9]/g, '-')}`,
    [
      make,
      ...Array.from({ length: 25 }, deleted).flat(),
      ...RAW.map((body) => ({ ...remove(`${item}?dryRun=All`), body, type: body.startsWith('kind') ? 'application/yaml' : 'application/json' })),
      ...Array.from({ length: 12 }, collection).flat(),
      { ...remove(`${item}?propagationPolicy=Orphan`), as: 'alice' },
      get(item),
      remove(item),
    ],
    path.includes('${ns}') ? {} : { cleanup: [item] },
  ) // prettier-ignore
}

/** Options of deletions in the form of every group and version, in bodies and queries. */
export const deletionScenarios = (seed: number): Case[] =>
  soundKinds()
    .filter(({ kind }) => kind !== 'Binding' && kind !== 'Namespace')
    .map((kind, at) => kindCase(kind, at, seed))
