import { expect, it } from 'vitest'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { protobufCodec } from './protobuf-codec.ts'

it('loads the codec for the first request that names protobuf only', async () => {
  expect(protobufCodec.run(exchangeOf(), next)).toBe(later)
  const binary = exchangeOf({ headers: { accept: 'application/vnd.kubernetes.protobuf' } })
  const loading = protobufCodec.run(binary, next)
  expect(loading).toBeInstanceOf(Promise)
  expect(await loading).toBe(later)
  expect(protobufCodec.run(binary, next)).toBe(later)
})
