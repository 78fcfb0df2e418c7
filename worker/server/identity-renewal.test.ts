import { expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer } from './api-server.ts'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'

it('renews the lease of the server every 30 minutes', async () => {
  const clock = virtualClock()
  const server = await createApiServer({ dialect: dialects.k8s, clock, log: memoryLog(), hostname: 'host' })
  const renewed = async () => {
    const { text } = await send(server.handle, 'GET', LEASES)
    return /"renewTime":"([^"]+)"/.exec(text)?.[1] ?? ''
  }
  const first = await renewed()
  clock.advance(30 * 60_000)
  await expect.poll(renewed).not.toBe(first)
  const second = await renewed()
  clock.advance(30 * 60_000)
  await expect.poll(renewed).not.toBe(second)
  await server.close()
})
