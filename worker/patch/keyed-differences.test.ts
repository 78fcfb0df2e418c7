import { expect, test } from 'vitest'
import { keyedDifferences as differences } from './keyed-differences.ts'

const condition = (type: string, status: string) => ({ type, status })

test('conditions are compared by type, in any order and number', () => {
  const before = { conditions: [condition('Progressing', 'True'), condition('Available', 'False')] }
  const after = {
    conditions: [condition('Available', 'True'), condition('Progressing', 'True'), condition('ReplicaFailure', 'True')],
  }
  expect(differences(before, after)).toEqual([
    { path: '/conditions/type=Available/status', before: 'False', after: 'True' },
    { path: '/conditions/type=ReplicaFailure', after: condition('ReplicaFailure', 'True') },
  ])
})

test('named items are compared by name while their order is kept, and otherwise by index', () => {
  const app = { name: 'app', image: 'app:1' }
  const log = { name: 'log', image: 'log:1' }
  expect(differences([app, log], [{ ...app, image: 'app:2' }])).toEqual([
    { path: '/name=app/image', before: 'app:1', after: 'app:2' },
    { path: '/name=log', before: log },
  ])
  expect(differences([app, log], [log, app])).toEqual([
    { path: '/0/name', before: 'app', after: 'log' },
    { path: '/0/image', before: 'app:1', after: 'log:1' },
    { path: '/1/name', before: 'log', after: 'app' },
    { path: '/1/image', before: 'log:1', after: 'app:1' },
  ])
})

test('items without a unique key are compared by index, and lists of different lengths or without items as a whole', () => {
  const metric = (value: number) => ({ type: 'Resource', value })
  expect(differences([metric(1), metric(2)], [metric(1), metric(3)])).toEqual([
    { path: '/1/value', before: 2, after: 3 },
  ])
  expect(differences({ args: ['a'] }, { args: ['a', 'b'] })).toEqual([
    { path: '/args', before: ['a'], after: ['a', 'b'] },
  ])
  expect(differences({ conditions: [] }, { conditions: [condition('Ready', 'True')] })).toEqual([
    { path: '/conditions', before: [], after: [condition('Ready', 'True')] },
  ])
})
