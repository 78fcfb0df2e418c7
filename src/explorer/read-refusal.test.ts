import { afterEach, expect, it } from 'vitest'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { actingIdentities } from '../state/acting-identities.svelte.ts'
import { readRefusal } from './read-refusal.ts'

const workspace = { cluster: { id: 'c' } as ClusterHandle, user: 'admin' }
const refused = new Error(
  'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "shop"',
)
const retry = { label: 'Try again', run: () => undefined }
afterEach(() => actingIdentities.choose('c', undefined))

it('names the missing rule, with an action that returns to the user of the page', () => {
  actingIdentities.choose('c', { name: 'bob', user: 'bob', groups: [] })
  const { detail, action } = readRefusal(refused, workspace, retry)
  expect(detail).toBe(
    `No rule allows bob this. Missing: verb list, resource pods, API group "", namespace shop.\n\n${refused.message}`,
  )
  expect(action?.label).toBe('Act as admin')
  action?.run()
  expect(actingIdentities.chosen('c')).toBeUndefined()
})

it('offers another try when no identity is chosen, and has only the text of another failure', () => {
  expect(readRefusal(refused, workspace, retry).action).toBe(retry)
  expect(readRefusal(new Error('the connection was lost'), workspace)).toEqual({ detail: 'the connection was lost' })
})
