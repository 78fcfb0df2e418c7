import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { Normaliser } from './normaliser.ts'

const NOW = Date.parse('2024-05-01T10:00:00Z')
const normaliser = () => new Normaliser({}, NOW)
const uid = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`

test('gives equal uids and versions equal numbers, in the order of their first use', () => {
  const n = normaliser()
  const object = (id: number, resourceVersion: string) => ({ metadata: { uid: uid(id), resourceVersion } })
  expect(n.value(object(1, '7'))).toEqual({ metadata: { uid: '<uid1>', resourceVersion: '<rv1>' } })
  expect(n.value(object(2, '7'))).toEqual({ metadata: { uid: '<uid2>', resourceVersion: '<rv1>' } })
  expect(n.value(object(1, '9'))).toEqual({ metadata: { uid: '<uid1>', resourceVersion: '<rv2>' } })
})

test('keeps version 0 and does not number the version of a list or a bookmark', () => {
  const n = normaliser()
  const metadata = { resourceVersion: '7' }
  expect(n.value({ metadata, items: [] })).toEqual({ metadata: { resourceVersion: '<rv>' }, items: [] })
  expect(n.value({ type: 'BOOKMARK', object: { metadata } })).toEqual({
    type: 'BOOKMARK',
    object: { metadata: { resourceVersion: '<rv>' } },
  })
  expect(n.value({ metadata: { resourceVersion: '0' } })).toEqual({ metadata: { resourceVersion: '0' } })
})

test('replaces times near the run and keeps other times', () => {
  const n = normaliser()
  expect(n.text('2024-05-02T00:00:00Z 2024-05-01T10:00:00.123456Z 2001-01-01T00:00:00Z')).toBe(
    '<time> <microtime> 2001-01-01T00:00:00Z',
  )
})

test('replaces generated names, addresses and node ports', () => {
  const n = normaliser()
  expect(
    n.value({
      metadata: { generateName: 'a-', name: 'a-x7z9k' },
      spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ nodePort: 30001 }] },
    }),
  ).toEqual({
    metadata: { generateName: 'a-', name: 'a-<random>' },
    spec: { clusterIP: '<ip>', clusterIPs: ['<ip>'], ports: [{ nodePort: '<port>' }] },
  })
  expect(n.value({ spec: { clusterIP: 'None', clusterIPs: ['None'] } })).toEqual({
    spec: { clusterIP: 'None', clusterIPs: ['None'] },
  })
})

test('writes the port of the webhook backend as it was recorded', () => {
  const n = new Normaliser({ backendPort: { actual: 40_001, recorded: 17_443 } }, NOW)
  expect(n.value({ url: 'https://127.0.0.1:40001/a', port: 40_001 })).toEqual({
    url: 'https://127.0.0.1:17443/a',
    port: 17_443,
  })
})

test('names missing, unexpected and different members by their paths', () => {
  expect(differences({ a: [1, 2], b: 1 }, { a: [1], c: 2 })).toEqual([
    '.a: want 2 items, got 1',
    '.b: missing, want 1',
    '.c: not wanted, got 2',
  ])
})

test('accepts managed fields in the order of one second when a second ended between two writes', () => {
  const entry = (apiVersion: string, second: number) => ({
    manager: 'm',
    operation: 'Update',
    apiVersion,
    time: `2024-05-01T10:00:0${second}Z`,
  })
  const object = (...managedFields: object[]) => normaliser().value({ metadata: { managedFields } })
  const recorded = object(entry('v1', 1), entry('v2', 1))
  expect(differences(recorded, object(entry('v2', 1), entry('v1', 2)))).toEqual([])
  expect(differences(recorded, object(entry('v2', 1), entry('v1', 1)))).not.toEqual([])
  expect(differences(recorded, object(entry('v2', 1), entry('v3', 2)))).not.toEqual([])
})
