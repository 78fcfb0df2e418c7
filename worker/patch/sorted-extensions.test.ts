import { expect, it } from 'vitest'
import { builtinType } from '../schema/builtin/types.ts'
import { sortedExtensions } from './sorted-extensions.ts'

it('sorts the keys of raw extensions, and only these', () => {
  const revision = { metadata: { name: 'a' }, data: { b: [{ d: 1, c: 2 }], a: null }, revision: 1 }
  const sorted = sortedExtensions(builtinType('api.apps.v1.ControllerRevision'), revision)
  expect(JSON.stringify(sorted)).toBe('{"metadata":{"name":"a"},"data":{"a":null,"b":[{"c":2,"d":1}]},"revision":1}')
})

it('sorts only the given parts', () => {
  const part = { d: 1, c: 2 }
  const data = { b: part, a: null }
  const sorted = sortedExtensions(builtinType('api.apps.v1.ControllerRevision'), { data }, () => new WeakSet([part]))
  expect(JSON.stringify(sorted)).toBe('{"data":{"b":{"c":2,"d":1},"a":null}}')
})

it('returns objects of kinds without raw extensions unchanged, also those with recursive types', () => {
  for (const type of [
    'api.core.v1.Pod',
    'apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  ]) {
    const object = { spec: { b: 1, a: 2 } }
    expect(sortedExtensions(builtinType(type), object)).toBe(object)
  }
})
