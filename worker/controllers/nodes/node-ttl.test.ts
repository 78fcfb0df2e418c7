import { expect, it } from 'vitest'
import { nodes } from './nodes-fixture.ts'
import { nodeTtl } from './node-ttl.ts'

it('writes the cache time of secrets and config maps to each node', async () => {
  const cluster = await nodes([nodeTtl])
  const ttl = (name: string) => cluster.read('nodes', name)?.metadata?.annotations?.['node.alpha.kubernetes.io/ttl']
  for (let i = 0; i < 101; i++)
    await cluster.create('nodes', { kind: 'Node', apiVersion: 'v1', metadata: { name: `n${i}` } })
  await cluster.pass(0)
  expect(ttl('n0')).toBeDefined()
  expect(ttl('n100')).toBe('15')
})
