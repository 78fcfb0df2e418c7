import { expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { managed } from '../controller-fixture.ts'
import { legacyTokenCleaner } from './legacy-token-cleaner.ts'

const DAY = 24 * 60 * 60_000
const MARK = 'kubernetes.io/legacy-token-invalid-since'

it('labels a generated token that is unused for a year, and deletes it after another year', async () => {
  const { create, pass, read, report } = await managed([legacyTokenCleaner])
  const secret = (name: string, labels: Record<string, string> = {}): ApiObject => ({
    metadata: { name, labels, annotations: { 'kubernetes.io/service-account.name': 'robot' } },
    type: 'kubernetes.io/service-account-token',
  })
  const secrets = [{ name: 'forgotten' }, { name: 'used' }, { name: 'mounted' }]
  await create('serviceaccounts', { metadata: { name: 'robot' }, secrets })
  await create('secrets', secret('forgotten'))
  await create('secrets', secret('used', { 'kubernetes.io/legacy-token-last-used': '2025-04-30' }))
  await create('secrets', secret('mounted'))
  await create('secrets', secret('by-hand'))
  const volumes = [{ name: 'v', secret: { secretName: 'mounted' } }]
  await create('pods', { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], volumes } })
  await pass(365 * DAY)
  expect(read('secrets', 'forgotten')?.metadata?.labels).toBeUndefined()
  await pass(10 * DAY)
  const mark = read('secrets', 'forgotten')?.metadata?.labels?.[MARK]
  expect(mark).toMatch(/^2025-05-/)
  for (const name of ['used', 'mounted', 'by-hand'])
    expect(read('secrets', name)?.metadata?.labels?.[MARK]).toBeUndefined()
  await pass(380 * DAY)
  expect(read('secrets', 'forgotten')).toBeUndefined()
  expect(read('secrets', 'used')?.metadata?.labels?.[MARK]).toBeDefined()
  for (const name of ['mounted', 'by-hand']) expect(read('secrets', name)).toBeDefined()
  expect(report).not.toHaveBeenCalled()
})
