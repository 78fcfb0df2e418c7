import { expect, it } from 'vitest'
import { forkName, lessonClusterName, newClusterName } from './cluster-names.ts'

const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }))

it('gives new clusters free names without spaces', () => {
  expect(newClusterName([])).toBe('playground')
  expect(newClusterName(named('playground'))).toBe('cluster-2')
  expect(newClusterName(named('playground', 'cluster-3'))).toBe('cluster-4')
})

it('gives each fork of a cluster a free name', () => {
  expect(forkName('shop', named('shop'))).toBe('shop-fork')
  expect(forkName('shop', named('shop', 'shop-fork', 'shop-fork-2'))).toBe('shop-fork-3')
})

it('gives each cluster of a lesson a free name', () => {
  expect(lessonClusterName('oven', named('shop'))).toBe('oven')
  expect(lessonClusterName('oven', named('oven'))).toBe('oven-2')
})
