import { expect, test } from 'vitest'
import { namespaceText, resourceQuotaText } from './namespaces.ts'
import { FakeServer, linesOf } from './describe-context.fixture.ts'

const quota = {
  metadata: { name: 'q', namespace: 'n' },
  spec: { scopes: ['BestEffort'] },
  status: { hard: { pods: '4', memory: '8Gi' }, used: { memory: '1000M' } },
}

test('shows the used amounts of a quota in the format of the limits', async () => {
  const lines = await linesOf(resourceQuotaText, quota)
  expect(lines).toContain('memory    1000000000  8Gi')
  expect(lines).toContain('pods      0           4')
  expect(lines[3]).toMatch(/^ \* Matches all pods that do not have resource requirements set\./)
})

test('describes the quotas and limits of a namespace', async () => {
  const limits = { spec: { limits: [{ type: 'Container', max: { cpu: '2' }, default: { cpu: '1', memory: '1Gi' } }] } }
  const inside = '/api/v1/namespaces/n'
  const server = new FakeServer({ [`${inside}/resourcequotas`]: [quota], [`${inside}/limitranges`]: [limits] })
  const lines = await linesOf(namespaceText, { metadata: { name: 'n' } }, server)
  expect(lines).toContain('  memory    1000M  8Gi')
  expect(lines).toContain(' Container  cpu       -    2    -                1              -')
  expect(lines).toContain(' Container  memory    -    -    -                1Gi            -')
  const empty = await linesOf(namespaceText, { metadata: { name: 'n' } })
  expect(empty).toContain('No resource quota.')
  expect(empty).toContain('No LimitRange resource.')
})
