import type { Case, Step } from '../../../conformance/case.ts'
import { get, patch, post, put, remove, scenario, watched } from './steps.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'd.example.com'
const TABLE = { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }
const PARTIAL = { headers: { Accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } }
const ANY = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const SIZED = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { size: { type: 'integer' }, note: { type: 'string' }, on: { type: 'boolean' }, at: { type: 'string', format: 'date-time' }, ratio: { type: 'number' }, list: { type: 'array', items: { type: 'string' } }, map: { type: 'object', additionalProperties: { type: 'string' } } },
    },
    status: { type: 'object', properties: { ready: { type: 'integer' }, selector: { type: 'string' } } },
  },
} // prettier-ignore

const version = (name: string, more: Members = {}): Members => ({ name, served: true, storage: false, schema: { openAPIV3Schema: SIZED }, ...more }) // prettier-ignore

function definition(plural: string, versions: readonly Members[], spec: Members = {}, metadata: Members = {}): Members {
  const kind = `D${plural.slice(0, -1)}`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}`, ...metadata },
    spec: { group: GROUP, scope: 'Namespaced', names: { plural, kind }, versions, ...spec },
  }
}

const collection = (plural: string, at = 'v1'): string => `/apis/${GROUP}/${at}/namespaces/\${ns}/${plural}`
const served = (plural: string, at = 'v1'): Step => get(collection(plural, at), { until: { equals: 200, ms: 8000 }, ignore: true }) // prettier-ignore
const object = (plural: string, name: string, more: Members = {}, at = 'v1'): Members => ({ apiVersion: `${GROUP}/${at}`, kind: `D${plural.slice(0, -1)}`, metadata: { name }, ...more }) // prettier-ignore
const named = (plural: string): string => `${DEFINITIONS}/${plural}.${GROUP}`
const stored = { storage: true }

const several = (): Case => {
  const plural = 'manies'
  const versions = [
    version('v1alpha1', { deprecated: true }),
    version('v1', stored),
    version('v2beta1', { deprecated: true, deprecationWarning: 'use v1 "now"', additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }] }),
    version('v3', { served: false }),
    version('odd'),
  ] // prettier-ignore
  const ats = ['v1alpha1', 'v1', 'v2beta1', 'v3', 'odd']
  return scenario(
    'crd',
    'definitions-several',
    [
      post(DEFINITIONS, definition(plural, versions, {}, { labels: { a: 'b' } })),
      served(plural),
      get(`/apis/${GROUP}`),
      ...ats.flatMap((at) => [
        get(`/apis/${GROUP}/${at}`),
        post(collection(plural, at), object(plural, `o-${at}`, { spec: { size: 1, more: 2 } }, at)),
        post(`${collection(plural, at)}?fieldValidation=Strict`, object(plural, 's', { spec: { size: 1, more: 2 } }, at)), // prettier-ignore
        get(collection(plural, at)),
        get(`${collection(plural, at)}/o-v1`),
        get(collection(plural, at), TABLE),
        get(`${collection(plural, at)}/o-v1`, PARTIAL),
        put(`${collection(plural, at)}/o-v1`, object(plural, 'o-v1', { spec: { size: 3 } }, at)),
        patch(`${collection(plural, at)}/o-v1`, { spec: { note: at } }),
        patch(`${collection(plural, at)}/o-v1`, [{ op: 'add', path: '/spec/on', value: true }], { type: 'json' }),
        patch(`${collection(plural, at)}/o-v1`, {}, { type: 'strategic' }),
        patch(`${collection(plural, at)}/o-v1?fieldManager=${at}&force=true`, object(plural, 'o-v1', { spec: { size: 9 } }, at), { type: 'apply' }), // prettier-ignore
        watched(`${collection(plural, at)}?watch=1&resourceVersion=0&fieldSelector=metadata.name%3Do-v1`),
        remove(`${collection(plural, at)}/o-v1?dryRun=All`),
      ]),
      post(collection(plural), object(plural, 'wrong', {}, 'v2beta1')),
      post(collection(plural), { kind: 'Dmanie', metadata: { name: 'x' } }),
      post(collection(plural), { apiVersion: `${GROUP}/v1`, metadata: { name: 'x' } }),
      post(collection(plural), { ...object(plural, 'x'), kind: 'Other' }),
      get(named(plural), { only: ['status', 'spec'] }),
      put(`${named(plural)}/status`, definition(plural, versions, {}, { resourceVersion: '1' })),
      patch(`${named(plural)}/status`, { status: { storedVersions: ['v1', 'v3'] } }),
      patch(`${named(plural)}/status`, { status: { storedVersions: [] } }),
      patch(named(plural), { spec: { versions: versions.slice(2) } }),
      patch(named(plural), { spec: { versions: [versions[1]] } }),
      get(`/apis/${GROUP}`, { until: { path: 'versions.1', exists: false, ms: 8000 } }),
      get(named(plural), { only: ['status'] }),
      remove(collection(plural)),
      remove(named(plural), { ignore: true }),
      get(collection(plural), { until: { equals: 404, ms: 8000 } }),
    ],
    { cleanup: [named(plural)] },
  )
}

const COLUMNS: readonly Members[] = [
  { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
  { name: 'Note', type: 'string', jsonPath: '.spec.note', priority: 1, description: 'A note' },
  { name: 'On', type: 'boolean', jsonPath: '.spec.on' },
  { name: 'At', type: 'date', jsonPath: '.spec.at' },
  { name: 'At text', type: 'string', jsonPath: '.spec.at', format: 'date-time' },
  { name: 'Ratio', type: 'number', jsonPath: '.spec.ratio', format: 'double' },
  { name: 'Whole', type: 'integer', jsonPath: '.spec.ratio' },
  { name: 'List', type: 'string', jsonPath: '.spec.list' },
  { name: 'First', type: 'string', jsonPath: '.spec.list[0]' },
  { name: 'All', type: 'string', jsonPath: '.spec.list[*]' },
  { name: 'Map', type: 'string', jsonPath: '.spec.map' },
  { name: 'Key', type: 'string', jsonPath: '.spec.map.a\\.b' },
  { name: 'Quoted', type: 'string', jsonPath: ".spec.map['a.b']" },
  { name: 'Filter', type: 'string', jsonPath: '.spec.list[?(@=="b")]' },
  { name: 'Label', type: 'string', jsonPath: '.metadata.labels.a' },
  { name: 'Made', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: 'Ready', type: 'integer', jsonPath: '.status.ready' },
  { name: 'Text as number', type: 'number', jsonPath: '.spec.note' },
  { name: 'Text as whole', type: 'integer', jsonPath: '.spec.note' },
  { name: 'Size as text', type: 'string', jsonPath: '.spec.size' },
  { name: 'Spec', type: 'string', jsonPath: '.spec' },
]
const SPECS: readonly Members[] = [
  {},
  { size: 5, note: 'n', on: true, at: '2020-01-01T00:00:00Z', ratio: 1.5, list: ['a', 'b'], map: { 'a.b': 'c', z: 'y' } }, // prettier-ignore
  { size: -1, note: '', on: false, at: '2999-12-31T23:59:59Z', ratio: 2, list: [], map: {} },
  { size: 9_007_199_254_740_991, note: '12', ratio: 1e21, list: ['"', ''] },
  { note: 'a\nb\tc', ratio: -0.000001, at: '2020-01-01T00:00:00.5+02:00' },
]

const columns = (): Case => {
  const plural = 'cols'
  return scenario(
    'crd',
    'definitions-columns',
    [
      post(DEFINITIONS, definition(plural, [version('v1', { ...stored, additionalPrinterColumns: COLUMNS })])),
      served(plural),
      ...SPECS.map((spec, at) => post(collection(plural), { ...object(plural, `o${at}`, { spec }), metadata: { name: `o${at}`, labels: { a: `l${at}` } } })), // prettier-ignore
      get(collection(plural), TABLE),
      get(`${collection(plural)}?includeObject=Object&limit=2`, TABLE),
      get(`${collection(plural)}?includeObject=None`, TABLE),
      get(`${collection(plural)}/o1`, TABLE),
      get(`/apis/${GROUP}/v1/${plural}?fieldSelector=metadata.name%3Do1`, TABLE),
      watched(`${collection(plural)}?watch=1`, TABLE.headers),
      patch(named(plural), { spec: { versions: [version('v1', stored)] } }),
      get(collection(plural), { ...TABLE, until: { path: 'columnDefinitions.2', exists: false, ms: 8000 } }),
      ...['spec.size%3D5', 'metadata.namespace%3Dx', 'metadata.labels.a%3Dl1', 'status.ready%3D1'].map((selector) =>
        get(`${collection(plural)}?fieldSelector=${selector}`),
      ),
      remove(`${collection(plural)}?fieldSelector=spec.size%3D5`),
      remove(`${collection(plural)}?labelSelector=a+in+(l1,l2)`),
      get(collection(plural), PARTIAL),
    ],
    { cleanup: [named(plural)] },
  )
}

const SCALE = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.ready', labelSelectorPath: '.status.selector' } // prettier-ignore
const scales = (): Case => {
  const plural = 'scals'
  const item = `${collection(plural)}/o`
  const scale = (replicas: unknown, more: Members = {}): Members => ({ apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'o', namespace: '${ns}' }, spec: { replicas }, ...more }) // prettier-ignore
  return scenario(
    'crd',
    'definitions-scales',
    [
      post(DEFINITIONS, definition(plural, [version('v1', { ...stored, subresources: { status: {}, scale: SCALE } })])),
      served(plural),
      post(collection(plural), object(plural, 'o')),
      get(`${item}/scale`),
      put(`${item}/scale`, scale(3)),
      patch(item, { spec: { size: 2 }, status: { ready: 9 } }),
      get(`${item}/scale`),
      get(`${item}/scale`, TABLE),
      patch(`${item}/status`, { status: { ready: 4, selector: 'a=b' }, spec: { size: 7 }, metadata: { labels: { q: 'r' } } }), // prettier-ignore
      get(`${item}/scale`),
      put(`${item}/scale`, scale(3)),
      put(`${item}/scale`, scale(-1)),
      put(`${item}/scale`, scale('x')),
      put(`${item}/scale`, scale(1, { metadata: { name: 'other' } })),
      put(`${item}/scale`, scale(1, { metadata: { name: 'o', resourceVersion: '1' } })),
      put(`${item}/scale`, scale(2147483648)),
      put(`${item}/scale`, { ...scale(1), kind: 'Other' }),
      put(`${item}/scale`, { ...scale(1), apiVersion: 'autoscaling/v2' }),
      put(`${item}/scale?dryRun=All`, scale(6)),
      patch(`${item}/scale`, { spec: { replicas: 5 } }),
      patch(`${item}/scale`, { spec: { replicas: 5 } }, { type: 'strategic' }),
      patch(`${item}/scale`, { spec: { replicas: null } }),
      patch(`${item}/scale`, [{ op: 'replace', path: '/spec/replicas', value: 1 }], { type: 'json' }),
      patch(`${item}/scale?fieldManager=m`, scale(8, { metadata: undefined }), { type: 'apply' }),
      patch(`${item}/scale?fieldManager=m&force=true`, scale(8, { metadata: undefined }), { type: 'apply' }),
      patch(`${item}/status?fieldManager=s`, object(plural, 'o', { status: { ready: 1 } }), { type: 'apply' }),
      put(`${item}/status`, object(plural, 'o', { status: { ready: 'x' } })),
      put(`${item}/status`, object(plural, 'o')),
      put(item, object(plural, 'o', { spec: { size: 1 }, status: { ready: 3 } })),
      get(item),
      get(`${collection(plural)}/none/scale`),
      put(`${collection(plural)}/none/scale`, scale(1)),
      patch(`${collection(plural)}/none/status`, {}),
      post(`${item}/scale`, scale(1)),
      remove(`${item}/scale`),
      remove(`${item}/status`),
      patch(item, { spec: { size: 5_000_000_000 } }),
      get(`${item}/scale`),
    ],
    { cleanup: [named(plural)] },
  )
}

const UPDATES: readonly Members[] = [
  { group: 'other.example.com' },
  { scope: 'Cluster' },
  { names: { plural: 'others', kind: 'Dup' } },
  { names: { plural: 'ups', kind: 'Other' } },
  { names: { plural: 'ups', kind: 'Dup', singular: 'one', shortNames: ['u', 'up'], categories: ['all'], listKind: 'Ups' } }, // prettier-ignore
  { names: { plural: 'ups', kind: 'Dup', singular: 'UP', shortNames: ['U_', ''], categories: ['A B'], listKind: 'x y' } }, // prettier-ignore
  { names: { plural: 'ups', kind: 'Dup', listKind: 'Dup' } },
  { preserveUnknownFields: true },
  { preserveUnknownFields: false },
  { conversion: { strategy: 'None' } },
  { conversion: { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } } },
  { conversion: { strategy: 'Webhook' } },
  { conversion: { strategy: 'Other' } },
  { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: [], clientConfig: { url: 'http://x' } } } },
  { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v2', 'v2', 'a_'], clientConfig: { url: 'https://x/y?z', service: { name: 'a', namespace: 'b' } } } } }, // prettier-ignore
  { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { name: '', namespace: '', path: 'x', port: 0 } } } } }, // prettier-ignore
  { versions: [] },
  { versions: [version('v1')] },
  { versions: [version('v1', stored), version('v1', stored)] },
  { versions: [version('v1', { ...stored, served: false })] },
  { versions: [version('V1', stored)] },
  { versions: [version('v2', stored)] },
  { versions: [version('v1', { ...stored, schema: null })] },
  { versions: [version('v1', { ...stored, schema: { openAPIV3Schema: { type: 'string' } } })] },
  { versions: [version('v1', { ...stored, schema: { openAPIV3Schema: ANY } })] },
  { versions: [version('v1', { ...stored, deprecationWarning: 'w' })] },
  { versions: [version('v1', { ...stored, selectableFields: [{ jsonPath: '.spec.size' }] })] },
  { versions: [version('v1', { ...stored, additionalPrinterColumns: [] })] },
  { versions: [version('v1', { ...stored, bogus: 1 })] },
  { bogus: 1 },
]

const updates = (): Case => {
  const plural = 'ups'
  return scenario(
    'crd',
    'definitions-updates',
    [
      post(DEFINITIONS, definition(plural, [version('v1', stored)])),
      served(plural),
      ...UPDATES.flatMap((spec) => [
        patch(`${named(plural)}?dryRun=All`, { spec }),
        patch(`${named(plural)}?dryRun=All&fieldValidation=Strict`, { spec }),
        post(`${DEFINITIONS}?dryRun=All`, definition('news', [version('v1', stored)], { names: { plural: 'news', kind: 'Dnew' }, ...spec })), // prettier-ignore
      ]),
      ...[{ name: 'x' }, { name: `ups.${GROUP}.x` }, { name: 'Ups.d.example.com' }, { generateName: 'a' }, {}].map((metadata) => post(`${DEFINITIONS}?dryRun=All`, definition('ups', [version('v1', stored)], {}, { name: undefined, ...metadata }))), // prettier-ignore
      ...['k8s.io', 'x.k8s.io', 'a.kubernetes.io', '', 'A.b', 'single'].flatMap((group) => [
        post(
          `${DEFINITIONS}?dryRun=All`,
          definition('gs', [version('v1', stored)], { group }, { name: `gs.${group}` }),
        ),
        post(`${DEFINITIONS}?dryRun=All`, definition('gs', [version('v1', stored)], { group }, { name: `gs.${group}`, annotations: { 'api-approved.kubernetes.io': 'unapproved, x' } })), // prettier-ignore
        post(`${DEFINITIONS}?dryRun=All`, definition('gs', [version('v1', stored)], { group }, { name: `gs.${group}`, annotations: { 'api-approved.kubernetes.io': 'https://github.com/x' } })), // prettier-ignore
      ]),
      get(named(plural), TABLE),
      get(`${DEFINITIONS}?fieldSelector=metadata.name%3D${plural}.${GROUP}`, TABLE),
      patch(`${named(plural)}?fieldManager=m`, { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec: { names: { shortNames: ['upp'] } } }, { type: 'apply' }), // prettier-ignore
      get(`/apis/${GROUP}/v1`, { until: { path: 'resources.0.shortNames.0', equals: 'upp', ms: 8000 } }),
      patch(named(plural), { metadata: { finalizers: ['a.b/c'] } }),
      remove(named(plural)),
      get(named(plural)),
      post(collection(plural), object(plural, 'late')),
      patch(named(plural), { metadata: { finalizers: null } }),
      get(named(plural), { until: { equals: 404, ms: 8000 } }),
    ],
    { cleanup: [named(plural)] },
  )
}

const CONFLICTS: readonly Members[] = [
  { kind: 'Dfirst' },
  { kind: 'DfirstList' },
  { singular: 'dfirst' },
  { shortNames: ['firsts'] },
  { shortNames: ['fi', 'new'] },
  { singular: 'firsts', shortNames: ['seconds'], listKind: 'Dfirst' },
  { categories: ['all', 'mine'] },
]
const conflicts = (): Case =>
  scenario(
    'crd',
    'definitions-conflicts',
    [
      post(DEFINITIONS, definition('firsts', [version('v1', stored)], { names: { plural: 'firsts', kind: 'Dfirst', shortNames: ['fi'] } })), // prettier-ignore
      served('firsts'),
      ...CONFLICTS.flatMap((names) => [
        post(DEFINITIONS, definition('seconds', [version('v1', stored)], { names: { plural: 'seconds', kind: 'Dsecond', ...names } })), // prettier-ignore
        get(named('seconds'), { until: { path: 'status.conditions.1', exists: true, ms: 8000 }, only: ['status', 'spec.names'] }), // prettier-ignore
        get(`/apis/${GROUP}/v1`, { unordered: ['resources'], ignore: true }),
        remove(named('seconds'), { ignore: true }),
        get(named('seconds'), { until: { equals: 404, ms: 8000 }, ignore: true }),
      ]),
    ],
    { cleanup: [named('firsts'), named('seconds')] },
  )

/** The life of definitions: several versions, columns, scales, updates that are refused, and names in use. */
export const definitionScenarios = (): Case[] => [several(), columns(), scales(), updates(), conflicts()]
