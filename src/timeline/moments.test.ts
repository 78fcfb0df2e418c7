import { describe, expect, it } from 'vitest'
import type { RequestRecord } from '../../worker/observability/trace.ts'
import type { ClusterChange } from './moments.ts'
import { differencesBetween, momentOfRevision, momentsOf } from './moments.ts'

const at = (second: number): string => new Date(Date.UTC(2024, 4, 1, 10, 0, second)).toISOString()
const change = (revision: number, parts: Partial<ClusterChange> = {}): ClusterChange => ({
  revision,
  time: at(revision),
  type: 'MODIFIED',
  user: 'admin',
  verb: 'update',
  agent: 'svcctl/v1',
  requestId: '',
  managers: [],
  changes: [],
  resource: 'apps/deployments',
  namespace: 'shop',
  name: 'web',
  ...parts,
})
const request = (second: number, status: number): RequestRecord =>
  ({
    id: `${second}`,
    method: 'GET',
    url: '/api/v1/pods',
    status,
    user: 'ada',
    actingAs: '',
    controller: '',
    startedAt: Date.parse(at(second)),
  }) as RequestRecord

describe('the moments of a cluster', () => {
  const controller = { user: 'system:svc-controller-manager', agent: 'deployment-controller' }

  it('are in order of time, each in its lane, with the revision of that time', () => {
    const changes = [
      change(4, { type: 'ADDED' }),
      change(6, controller),
      change(8, { ...controller, resource: 'events', name: 'e', type: 'ADDED' }),
    ]
    const moments = momentsOf(changes, [request(5, 403), request(1, 200), request(9, 200)])
    expect(moments.map(({ lane, revision, who, tone }) => `${lane} ${revision} ${who} ${tone}`)).toEqual([
      'changes 4 admin good',
      'requests 4 ada bad',
      'controllers 6 deployment-controller idle',
      'events 8 deployment-controller good',
      'requests 8 ada good',
    ])
    expect(moments[0]?.what).toBe('deployments shop/web: created')
  })

  it('leave out requests when no change is kept', () => {
    expect(momentsOf([], [request(5, 200)])).toEqual([])
  })
})

it('names the change that made a revision, not a later request that shares it', () => {
  const moments = momentsOf([change(4), change(8)], [request(5, 200), request(6, 200)])
  expect(moments.map(({ revision }) => revision)).toEqual([4, 4, 4, 8])
  expect([4, 8, 6, 9].map((revision) => momentOfRevision(moments, revision))).toEqual([0, 3, 2, 3])
})

describe('the differences between two revisions', () => {
  const changes = [
    change(4, { name: 'new', type: 'ADDED' }),
    change(5, { name: 'new' }),
    change(6, { name: 'old', type: 'DELETED' }),
    change(7, { name: 'brief', type: 'ADDED' }),
    change(8, { name: 'brief', type: 'DELETED' }),
    change(9, { name: 'web' }),
    change(10, { name: 'later' }),
  ]

  it.each([
    [3, 9],
    [9, 3],
  ])('of %i and %i name created, changed and deleted objects once', (from, to) => {
    const found = differencesBetween(changes, from, to).map(({ kind, change: { name } }) => `${kind} ${name}`)
    expect(found).toEqual(['created new', 'deleted old', 'changed web'])
  })
})
