import { describe, expect, it } from 'vitest'
import { alwaysAllow } from './always-allow.ts'
import type { Attributes, Authorizer, Decision } from './authorizer.ts'
import { NO_RULES } from './authorizer.ts'
import { privilegedGroup } from './privileged-group.ts'
import { authorizerChain } from './authorizers.ts'

const mode = (name: string, effect: Decision['effect']): Authorizer => ({
  name,
  authorize: () => ({ effect, reason: name }),
  rules: () => NO_RULES,
})
const attributes = {} as Attributes

describe('authorizerChain', () => {
  it('stops at the first decision', async () => {
    const chain = authorizerChain([mode('a', 'no-opinion'), mode('b', 'deny'), alwaysAllow])
    expect(await chain.authorize(attributes)).toEqual({ effect: 'deny', reason: 'b' })
    expect(await authorizerChain([alwaysAllow]).authorize(attributes)).toMatchObject({ effect: 'allow' })
  })

  it('collects the reasons when no mode decides', async () => {
    const chain = authorizerChain([mode('a', 'no-opinion'), mode('b', 'no-opinion')])
    expect(await chain.authorize(attributes)).toEqual({ effect: 'no-opinion', reason: 'a\nb' })
  })

  it('answers synchronously unless a mode returns a promise', async () => {
    const slow: Authorizer = {
      ...mode('slow', 'no-opinion'),
      authorize: () => Promise.resolve({ effect: 'no-opinion', reason: 'slow' }),
    }
    expect(authorizerChain([mode('a', 'no-opinion'), alwaysAllow]).authorize(attributes)).toMatchObject({
      effect: 'allow',
    })
    const answer = authorizerChain([slow, mode('b', 'no-opinion')]).authorize(attributes)
    expect(answer).toBeInstanceOf(Promise)
    expect(await answer).toEqual({ effect: 'no-opinion', reason: 'slow\nb' })
  })

  it('collects the rules of all modes', async () => {
    const incomplete: Authorizer = { ...alwaysAllow, rules: () => ({ rules: [], incomplete: true, error: 'unknown' }) }
    const list = await authorizerChain([alwaysAllow, incomplete]).rules(user('jane'), 'default')
    expect(list).toMatchObject({ incomplete: true, error: 'unknown' })
    expect(list.rules).toHaveLength(2)
  })
})

const user = (username: string, ...groups: string[]) => ({ username, uid: '', groups, extra: {} })

describe('privilegedGroup', () => {
  it('allows its members anything, and has no opinion about other users', () => {
    expect(privilegedGroup.authorize({ ...attributes, user: user('a', 'system:masters') })).toMatchObject({
      effect: 'allow',
      reason: '',
    })
    expect(privilegedGroup.authorize({ ...attributes, user: user('a', 'dev') }).effect).toBe('no-opinion')
  })
})
