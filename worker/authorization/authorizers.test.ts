import { describe, expect, it } from 'vitest'
import { alwaysAllow } from './always-allow.ts'
import type { Attributes, Authorizer, Decision } from './authorizer.ts'
import { authorizerChain } from './authorizers.ts'

const mode = (name: string, effect: Decision['effect']): Authorizer => ({
  name,
  authorize: () => ({ effect, reason: name }),
})
const attributes = {} as Attributes

describe('authorizerChain', () => {
  it('lets the first opinion decide', async () => {
    const chain = authorizerChain([mode('a', 'no-opinion'), mode('b', 'deny'), alwaysAllow])
    expect(await chain.authorize(attributes)).toEqual({ effect: 'deny', reason: 'b' })
    expect(await authorizerChain([alwaysAllow]).authorize(attributes)).toMatchObject({ effect: 'allow' })
  })

  it('collects the reasons where nobody decides', async () => {
    const chain = authorizerChain([mode('a', 'no-opinion'), mode('b', 'no-opinion')])
    expect(await chain.authorize(attributes)).toEqual({ effect: 'no-opinion', reason: 'a\nb' })
  })
})
