import { expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { canonical } from '../schema/canonical.ts'
import { storedEncoding, stringifyJson } from './encode.ts'

const { encode: encodeStored, decode: decodeStored } = storedEncoding

const spliced = (object: ApiObject): string => {
  const { before, after } = encodeStored(object)
  return `${before}"resourceVersion":"7",${after}`
}

it('puts resourceVersion after the uid of a built-in object', () => {
  const object: ApiObject = {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'ä', uid: 'u', resourceVersion: '3', creationTimestamp: null, labels: { a: 'é' } },
    data: { k: 'v' },
  }
  expect(spliced(object)).toBe(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"ä","uid":"u","resourceVersion":"7","creationTimestamp":null,"labels":{"a":"é"}},"data":{"k":"v"}}',
  )
  const { before, after } = encodeStored(object)
  const { resourceVersion, ...metadata } = object.metadata ?? {}
  expect(resourceVersion).toBe('3')
  expect(decodeStored(new TextEncoder().encode(before + after))).toEqual({ ...object, metadata })
})

it('puts resourceVersion among the sorted keys of a custom resource', () => {
  const object: ApiObject = { apiVersion: 'x/v1', kind: 'T', metadata: { creationTimestamp: 't', name: 'a', uid: 'u' } }
  expect(spliced(object)).toBe(
    '{"apiVersion":"x/v1","kind":"T","metadata":{"creationTimestamp":"t","name":"a","resourceVersion":"7","uid":"u"}}',
  )
})

it('throws for an object with a kind when no member of the metadata can follow resourceVersion', () => {
  expect(() => encodeStored({ kind: 'T', metadata: {} })).toThrow(/creationTimestamp or uid/)
  expect(() => encodeStored({ kind: 'T' })).toThrow(/creationTimestamp or uid/)
  expect(spliced({ metadata: { name: 'a' } })).toBe('{"metadata":{"resourceVersion":"7","name":"a"}}')
})

it('writes and reads integers of 64 bits', () => {
  const value = { a: 9223372036854775807n, b: [1n, null, 'x'], c: undefined }
  expect(stringifyJson(value)).toBe('{"a":9223372036854775807,"b":[1,null,"x"]}')
  expect(decodeStored(new TextEncoder().encode(stringifyJson(value)))).toEqual({
    a: 9223372036854775807n,
    b: [1, null, 'x'],
  })
})

it('ignores "uid" inside a value', () => {
  const object: ApiObject = {
    kind: 'T',
    apiVersion: 'v1',
    metadata: { name: '"uid":"x",', uid: 'u', resourceVersion: '3', creationTimestamp: null, labels: { uid: 'u' } },
  }
  expect(spliced(object)).toBe(JSON.stringify(object).replace('"3"', '"7"'))
})

it('escapes the characters that Go escapes', () => {
  expect(stringifyJson({ '<a>': 'b & c\u2028' })).toBe(String.raw`{"\u003ca\u003e":"b \u0026 c\u2028"}`)
})

it('writes map keys in byte order, integers included', () => {
  const data = canonical(builtinType('api.core.v1.ConfigMap'), { kind: 'ConfigMap', data: { a: '', 9: '', 10: '' } })
  expect(stringifyJson(data)).toContain('"data":{"10":"","9":"","a":""}')
  expect(canonical(builtinType('api.core.v1.ConfigMap'), data)).toBe(data)
})
