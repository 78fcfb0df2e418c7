import { afterEach, describe, expect, it } from 'vitest'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { actingUser, actingIdentities } from './acting-identities.svelte.ts'
import { actAs, asChosen, asReader } from './reader-identities.ts'

const users: (string | null)[] = []
const cluster = {
  id: 'c',
  fetch: (_path: string, init?: RequestInit) => {
    users.push(new Headers(init?.headers).get('Impersonate-User'))
    return Promise.resolve(new Response())
  },
} as unknown as ClusterHandle

afterEach(() => {
  actAs('c', undefined)
  actingIdentities.choose('c', undefined)
  users.length = 0
})

describe('the identity of a reader', () => {
  it('is the identity that the reader chose, else the identity of the lesson’s step', () => {
    actAs('c', { name: 'learner', user: 'ada' })
    expect(actingUser('c')).toBe('ada')
    actingIdentities.choose('c', { name: 'a', serviceAccount: 'shop/web' })
    expect(actingUser('c')).toBe('system:serviceaccount:shop:web')
    actingIdentities.choose('c', undefined)
    expect(actingUser('c')).toBe('ada')
    expect(actingUser('other')).toBeUndefined()
  })

  it('is in each request of the terminal; the explorer uses only a chosen identity', async () => {
    const terminal = asReader(cluster)
    actAs('c', { name: 'learner', user: 'ada' })
    await terminal.fetch('/api')
    await asChosen(cluster).fetch('/api')
    actingIdentities.choose('c', { name: 'bob', user: 'bob' })
    await terminal.fetch('/api')
    await asChosen(cluster).fetch('/api')
    await terminal.fetch('/api', { headers: { 'Impersonate-User': 'eve' } })
    expect(users).toEqual(['ada', null, 'bob', 'bob', 'eve'])
  })
})
