import { expect, it } from 'vitest'
import type { Verbs } from '../../verbs/verbs.ts'
import { countedVerbs } from './counted-verbs.ts'

it('counts requests until they end, failed ones included', async () => {
  const ends: (() => void)[] = []
  const pending = () => new Promise<never>((_, reject) => ends.push(() => reject(new Error('refused'))))
  const { verbs, underWay } = countedVerbs({ get: pending, list: () => ({ items: [] }) } as unknown as Verbs)
  const request = [{}, {}, {}] as unknown as Parameters<Verbs['get']>
  const failed = Promise.resolve(verbs.get(...request))
  void verbs.list(...(request as unknown as Parameters<Verbs['list']>))
  expect(underWay()).toBe(1)
  for (const end of ends) end()
  await expect(failed).rejects.toThrow('refused')
  expect(underWay()).toBe(0)
})
