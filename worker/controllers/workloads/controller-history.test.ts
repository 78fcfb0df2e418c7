import { expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import {
  byRevision,
  newRevision,
  holdsSnapshot,
  templateOfRevision,
  revisionHash,
  revisionName,
  snapshotOf,
} from './controller-history.ts'

const workload = (template: NonNullable<ApiObject['spec']>, name = 's'): ApiObject => ({
  kind: 'StatefulSet',
  apiVersion: 'apps/v1',
  metadata: { name, namespace: 'n', uid: 'u', annotations: { a: '1' } },
  spec: { template },
})

/** A template with the defaults that the real server stores; the expected hash includes them. */
const template = {
  metadata: { creationTimestamp: null, labels: { app: 'x' } },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'img',
        resources: {},
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'Always',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  },
}

it('computes the revision hash of the real controller manager and truncates long names', () => {
  const snapshot = snapshotOf(workload(template))
  expect(revisionHash(snapshot, 0)).toBe('5b565cbf75')
  expect(revisionHash(snapshot, 1)).not.toBe('5b565cbf75')
  expect(revisionName(workload(template, 'l'.repeat(250)), 'hash')).toBe(`${'l'.repeat(223)}-hash`)
})

it('serializes a snapshot with sorted keys and escaped HTML, as Go does', () => {
  const labels = { b: '<', '9': 'x', '10': 'y' }
  const { text, data } = snapshotOf(workload({ metadata: { labels }, spec: { args: [{ z: 1, a: null }] } }))
  expect(text).toBe(
    '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"10":"y","9":"x","b":"\\u003c"}},' +
      '"spec":{"args":[{"a":null,"z":1}]}}}}',
  )
  expect(data).toEqual({
    spec: { template: { $patch: 'replace', metadata: { labels }, spec: { args: [{ a: null, z: 1 }] } } },
  })
})

it('reads and restores the template in a revision', () => {
  const before = workload(template)
  const revision = newRevision(before, { name: 'r', labels: { hash: 'h' }, revision: 3 })
  expect(revision).toMatchObject({
    metadata: { name: 'r', namespace: 'n', labels: { app: 'x', hash: 'h' }, annotations: { a: '1' } },
    revision: 3,
  })
  expect(templateOfRevision(revision)).toEqual(template)
  expect(holdsSnapshot(revision, snapshotOf(before))).toBe(true)
  expect(holdsSnapshot(revision, snapshotOf(workload({ ...template, metadata: {} })))).toBe(false)
})

it('sorts revisions by number, then by age, then by name', () => {
  const revision = (name: string, number: number | bigint, creationTimestamp: string): ApiObject => ({
    metadata: { name, creationTimestamp },
    revision: number,
  })
  const [a, b, c, d] = [revision('a', 2, '2'), revision('b', 2, '1'), revision('c', 1, '3'), revision('d', 2, '2')]
  const e = revision('e', 2n ** 53n + 1n, '1')
  expect([d, e, a, b, c].sort(byRevision).map(({ metadata }) => metadata?.name)).toEqual(['c', 'b', 'a', 'd', 'e'])
})
