import { expect, it } from 'vitest'
import { send } from './apiserver-fixture.ts'
import { createApiServer } from './apiserver.ts'
import { virtualClock } from './clock/virtual-clock.ts'
import { dialects } from './dialect/dialect.ts'
import { memoryLog } from './store/persistence/memory-log.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'

it('accepts, in the older way to ask, what it could not remove at once', async () => {
  const { handle } = await createApiServer({ dialect: dialects.svc, clock: virtualClock(), log: memoryLog() })
  await send(handle, 'POST', MAPS, { metadata: { name: 'held', finalizers: ['example.com/f'] } })
  await send(handle, 'POST', MAPS, { metadata: { name: 'free' } })
  const status = async (query: string): Promise<number> => (await send(handle, 'DELETE', MAPS + query)).status
  expect(await status('/held?propagationPolicy=Background')).toBe(200)
  expect(await status('/held?orphanDependents=false')).toBe(202)
  expect((await send(handle, 'DELETE', `${MAPS}/held`, { orphanDependents: false })).status).toBe(202)
  expect(await status('/held?orphanDependents=true')).toBe(200)
  expect(await status('/free?orphanDependents=false')).toBe(200)
})
