import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { testCluster } from '../../verbs/verbs-fixture.ts'
import { clientVerbs, rateLimitedVerbs, TokenBucket } from './rate-limiter.ts'

describe('TokenBucket', () => {
  it('grants the burst at once, then one token after another', () => {
    const bucket = new TokenBucket({ qps: 20, burst: 3 }, virtualClock())
    expect(Array.from({ length: 5 }, () => bucket.reserve())).toEqual([0, 0, 0, 50, 100])
  })

  it('refills with time, up to the burst', () => {
    const clock = virtualClock()
    const bucket = new TokenBucket({ qps: 20, burst: 2 }, clock)
    bucket.reserve()
    bucket.reserve()
    clock.advance(50)
    expect([bucket.reserve(), bucket.reserve()]).toEqual([0, 50])
    clock.advance(60_000)
    expect([bucket.reserve(), bucket.reserve(), bucket.reserve()]).toEqual([0, 0, 50])
  })
})

describe('rateLimitedVerbs', () => {
  it('delays a request until its token is available', async () => {
    const { verbs, target, caller, clock } = await testCluster()
    const limited = rateLimitedVerbs(verbs, { qps: 1, burst: 1 }, clock)
    const names: string[] = []
    const get = async (name: string): Promise<void> => {
      await limited.get(target('namespaces', name, ''), caller, { resourceVersion: '' })
      names.push(name)
    }
    await get('default')
    const second = get('kube-system').catch(() => names.push('refused'))
    await Promise.resolve()
    expect(names).toEqual(['default'])
    clock.advance(1000)
    await second
    expect(names).toHaveLength(2)
  })
})

it('returns the same verbs for a client without a rate', async () => {
  const { verbs, clock } = await testCluster()
  expect(clientVerbs(verbs, clock, undefined, { qps: 2, burst: 1 })).toBe(verbs)
})
