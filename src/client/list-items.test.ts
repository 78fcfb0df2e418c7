import { expect, it } from 'vitest'
import { listItems } from './list-items.ts'

it('gives items the type that their list implies', () => {
  const list = { apiVersion: 'apps/v1', kind: 'DeploymentList', items: [{ metadata: { name: 'a' } }] }
  expect(listItems(list)).toEqual([{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } }])
})

it('keeps the type of an item that has one, and reads an empty list', () => {
  const items = [{ apiVersion: 'v1', kind: 'Pod' }]
  expect(listItems({ apiVersion: 'v1', kind: 'List', items })).toEqual(items)
  expect(listItems({ apiVersion: 'v1', kind: 'PodList', items: null })).toEqual([])
})
