import type { Place } from './place.ts'
import { MAPS, DEPLOYMENTS, get, post, remove, patch, apply, place, named, deployment } from './place.ts'

const patched = named('patched', { labels: { a: 'b' } })

/** Paths and directives of patches, and field owners of an apply. One of the patches changes the Deployment `selects` of objects.ts. */
export const patches: readonly Place[] = [
  ...['add', 'remove', 'replace', 'test', 'copy', 'move', 'WORD'].map((op) =>
    place(
      `JSON patch ${op}`,
      post(MAPS, patched),
      patch('json-patch+json', `${MAPS}/patched`, [
        { op, path: '/metadata/labels/WORD', from: '/metadata/labels/WORD', value: 'a' },
      ]),
      patch('json-patch+json', `${MAPS}/patched`, [{ op, path: '/metadata/WORD/WORD', from: '/WORD', value: 'a' }]),
      patch('json-patch+json', `${MAPS}/patched`, [
        { op, path: '/metadata/labels/-', from: '/metadata/labels/a', value: { WORD: 1 }, WORD: 1 },
      ]),
      patch('json-patch+json', `${DEPLOYMENTS}/selects`, [
        { op, path: '/spec/template/spec/containers/WORD', from: '/spec/template/spec/containers/WORD', value: 'a' },
      ]),
      remove(`${MAPS}/patched`),
    ),
  ),
  ...['merge-patch+json', 'strategic-merge-patch+json'].map((kind) =>
    place(
      kind,
      post(MAPS, patched),
      patch(kind, `${MAPS}/patched`, { metadata: { labels: { WORD: 'WORD' } }, data: { WORD: null } }),
      patch(kind, `${MAPS}/patched`, { metadata: { labels: { WORD: null } }, data: { WORD: 'b' } }),
      patch(kind, `${MAPS}/patched`, { WORD: { WORD: null } }),
      get(`${MAPS}/patched`),
      remove(`${MAPS}/patched`),
    ),
  ),
  place(
    'strategic directives',
    post(DEPLOYMENTS, deployment('directed', { a: 'b' })),
    ...[
      { $patch: 'WORD' },
      { spec: { $patch: 'WORD' } },
      { spec: { $retainKeys: ['WORD'], WORD: 1 } },
      { metadata: { '$deleteFromPrimitiveList/WORD': ['WORD'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['WORD'] } },
      { metadata: { '$setElementOrder/WORD': ['WORD'] } },
      { spec: { template: { spec: { containers: [{ name: 'WORD', $patch: 'delete' }] } } } },
      { spec: { template: { spec: { '$setElementOrder/containers': [{ WORD: 'c' }], containers: [{ name: 'c' }] } } } },
      { spec: { template: { spec: { containers: [{ WORD: 'WORD' }] } } } },
      { spec: { template: { spec: { WORD: [{ WORD: 'WORD' }] } } } },
    ].map((body) => patch('strategic-merge-patch+json', `${DEPLOYMENTS}/directed`, body)),
  ),
  place(
    'applies',
    apply(`${MAPS}/applied`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...named('applied', { labels: { WORD: 'WORD' } }),
      data: { WORD: 'a' },
    }),
    apply(`${MAPS}/applied`, { apiVersion: 'v1', kind: 'ConfigMap', ...named('applied'), data: { other: 'a' } }),
    apply(`${MAPS}/applied`, { apiVersion: 'v1', kind: 'ConfigMap', ...named('applied'), WORD: { WORD: 1 } }),
    get(`${MAPS}/applied`),
  ),
  place(
    'kinds of an apply',
    apply(`${MAPS}/a`, { apiVersion: 'v1', kind: 'WORD', ...named('a') }),
    apply(`${MAPS}/a`, { apiVersion: 'WORD', kind: 'ConfigMap', ...named('a') }),
  ),
  place(
    'owners of fields',
    post(
      MAPS,
      named('fields', {
        managedFields: [
          {
            manager: 'WORD',
            operation: 'WORD',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:WORD': { 'k:{"WORD":"WORD"}': {} } },
          },
        ],
      }),
    ),
    post(
      MAPS,
      named('fields', {
        managedFields: [
          {
            manager: 'WORD',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { 'f:WORD': {} } },
          },
        ],
        labels: { WORD: 'a' },
      }),
    ),
    apply(`${MAPS}/fields`, { apiVersion: 'v1', kind: 'ConfigMap', ...named('fields'), data: { WORD: 'b' } }),
  ),
  place(
    'lists keyed by a word',
    apply(`${DEPLOYMENTS}/keyed`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'keyed' },
      spec: {
        selector: { matchLabels: { WORD: 'a' } },
        template: {
          metadata: { labels: { WORD: 'a' } },
          spec: { containers: [{ name: 'WORD', image: 'i', env: [{ name: 'WORD', value: 'a' }] }] },
        },
      },
    }),
    apply(`${DEPLOYMENTS}/keyed`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'keyed' },
      spec: {
        selector: { matchLabels: { WORD: 'a' } },
        template: { metadata: { labels: { WORD: 'a' } }, spec: { containers: [{ name: 'other', image: 'i' }] } },
      },
    }),
  ),
]
