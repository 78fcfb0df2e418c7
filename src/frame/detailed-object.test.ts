import { expect, it } from 'vitest'
import type { ObjectRef } from '../client/object-ref.ts'
import { detailedObject } from './detailed-object.ts'

const web: ObjectRef = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' }
const pod: ObjectRef = { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web-1' }
const table = (at: ObjectRef) => ({ kind: 'collection', at: { ...at, namespace: '', name: '' } }) as const

it('prefers the object of the tab to a selected one', () => {
  expect(detailedObject({ kind: 'object', at: pod }, web)).toBe(pod)
})

it('shows the selected object beside its table and the map', () => {
  expect(detailedObject(table(web), web)).toBe(web)
  expect(detailedObject({ kind: 'map' }, web)).toBe(web)
})

it('shows nothing beside the table of another resource and beside tabs without objects', () => {
  expect(detailedObject(table(pod), web)).toBeUndefined()
  expect(detailedObject(table({ ...web, group: 'stable.example.com' }), web)).toBeUndefined()
  expect(detailedObject(table(pod), undefined)).toBeUndefined()
  expect(detailedObject({ kind: 'file' }, web)).toBeUndefined()
  expect(detailedObject(undefined, web)).toBeUndefined()
})
