import { expect, it } from 'vitest'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { codecs } from './codecs.ts'

it.each(['application/vnd.kubernetes.protobuf', 'application/yaml'])(
  'loads the codec of %s for the first request that names it, and for no other',
  async (accept) => {
    expect(codecs.run(exchangeOf(), next)).toBe(later)
    const named = exchangeOf({ headers: { accept } })
    const loading = codecs.run(named, next)
    expect(loading).toBeInstanceOf(Promise)
    expect(await loading).toBe(later)
    expect(codecs.run(named, next)).toBe(later)
  },
)
