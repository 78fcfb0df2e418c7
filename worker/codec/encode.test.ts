import { expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { storedEncoding, stringifyJson } from './encode.ts'

const { encode: encodeStored, decode: decodeStored } = storedEncoding

const spliced = (object: ApiObject): string => {
  const { bytes, versionAt } = encodeStored(object)
  const decoder = new TextDecoder()
  return `${decoder.decode(bytes.slice(0, versionAt))}"resourceVersion":"7",${decoder.decode(bytes.slice(versionAt))}`
}

it('puts the version behind the uid of a built-in object', () => {
  const object: ApiObject = {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'ä', uid: 'u', resourceVersion: '3', creationTimestamp: null, labels: { a: 'é' } },
    data: { k: 'v' },
  }
  expect(spliced(object)).toBe(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"ä","uid":"u","resourceVersion":"7","creationTimestamp":null,"labels":{"a":"é"}},"data":{"k":"v"}}',
  )
  const { bytes } = encodeStored(object)
  const { resourceVersion, ...metadata } = object.metadata ?? {}
  expect(resourceVersion).toBe('3')
  expect(decodeStored(bytes)).toEqual({ ...object, metadata })
})

it('puts it among the sorted keys of a custom resource', () => {
  const object: ApiObject = { apiVersion: 'x/v1', kind: 'T', metadata: { creationTimestamp: 't', name: 'a', uid: 'u' } }
  expect(spliced(object)).toBe(
    '{"apiVersion":"x/v1","kind":"T","metadata":{"creationTimestamp":"t","name":"a","resourceVersion":"7","uid":"u"}}',
  )
})

it('refuses an object that has nothing to stand behind the version', () => {
  expect(() => encodeStored({ kind: 'T', metadata: {} })).toThrow(/creationTimestamp or uid/)
  expect(() => encodeStored({ kind: 'T' })).toThrow(/creationTimestamp or uid/)
  expect(spliced({ metadata: { name: 'a' } })).toBe('{"metadata":{"resourceVersion":"7","name":"a"}}')
})

it('writes integers of 64 bits', () => {
  const value = { a: 9223372036854775807n, b: [1n, null, 'x'], c: undefined }
  expect(stringifyJson(value)).toBe('{"a":9223372036854775807,"b":[1,null,"x"]}')
  expect(decodeStored(new TextEncoder().encode(stringifyJson(value)))).toEqual({
    a: 9223372036854775807n,
    b: [1, null, 'x'],
  })
})
