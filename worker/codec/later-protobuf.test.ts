import { expect, it } from 'vitest'
import { decodeProtobuf, protobufFor, protobufIsThere } from './later-protobuf.ts'

const BYTES = new Uint8Array([0x6b, 0x38, 0x73, 0x00, 0x0a, 0x00])

it('is loaded with the first request that names it, and waited for once', async () => {
  expect(protobufFor(new Map([['accept', 'application/json']]))).toBeUndefined()
  expect(protobufFor(new Map())).toBeUndefined()
  expect(protobufIsThere()).toBe(false)
  expect(() => decodeProtobuf(BYTES)).toThrow('wait for protobufFor(headers)')
  const type = 'application/vnd.example.protobuf'
  await protobufFor(new Map([['content-type', type]]))
  expect(protobufIsThere()).toBe(true)
  expect(decodeProtobuf(BYTES)).toMatchObject({ apiVersion: '', kind: '' })
  expect(protobufFor(new Map([['accept', type]]))).toBeUndefined()
})
