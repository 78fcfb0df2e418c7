import { expect, it } from 'vitest'
import { decodeProtobuf, loadProtobufFor, isProtobufLoaded } from './lazy-protobuf.ts'

const BYTES = new Uint8Array([0x6b, 0x38, 0x73, 0x00, 0x0a, 0x00])

it('loads protobuf for the first request that names it, and once', async () => {
  expect(loadProtobufFor(new Map([['accept', 'application/json']]))).toBeUndefined()
  expect(loadProtobufFor(new Map())).toBeUndefined()
  expect(isProtobufLoaded()).toBe(false)
  expect(() => decodeProtobuf(BYTES)).toThrow('await loadProtobufFor(headers)')
  const type = 'application/vnd.example.protobuf'
  await loadProtobufFor(new Map([['content-type', type]]))
  expect(isProtobufLoaded()).toBe(true)
  expect(decodeProtobuf(BYTES)).toMatchObject({ apiVersion: '', kind: '' })
  expect(loadProtobufFor(new Map([['accept', type]]))).toBeUndefined()
})
