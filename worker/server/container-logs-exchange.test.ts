import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'

const PODS = '/api/v1/namespaces/default/pods'
let server: ApiServer
const clock = virtualClock()

/**
 * Creates a node and a pod on it, and reports the state of its container as a simulated node does. The container runs `script`
 * and starts now, unless `containerState` replaces the state.
 */
async function run(script: string, containerState: object = {}): Promise<void> {
  await send(server.handle, 'POST', '/api/v1/nodes', { body: { metadata: { name: 'n' } } })
  const env = [{ name: 'WHO', value: 'world' }]
  const container = { name: 'c', image: 'busybox:1.36', command: ['sh', '-c', script], env }
  await send(server.handle, 'POST', PODS, {
    body: { metadata: { name: 'p' }, spec: { nodeName: 'n', containers: [container] } },
  })
  const startedAt = new Date(Math.floor(clock.now() / 1000) * 1000).toISOString()
  const one = { name: 'c', image: 'busybox', imageID: '', ready: true, restartCount: 0, containerID: 'simulated://1' }
  await send(server.handle, 'PATCH', `${PODS}/p/status`, {
    body: { status: { containerStatuses: [{ ...one, state: { running: { startedAt } }, ...containerState }] } },
    headers: { 'content-type': 'application/merge-patch+json' },
  })
}
const log = async (query = '') => {
  const { status, text } = await send(server.handle, 'GET', `${PODS}/p/log${query}`)
  return status === 200 ? text : `${status} ${text}`
}

beforeEach(async () => {
  server = await createApiServer({ dialect: dialects.k8s, clock, log: memoryLog() })
  await send(server.handle, 'POST', '/api/v1/namespaces/default/serviceaccounts', {
    body: { metadata: { name: 'default' } },
  })
})
afterEach(() => server.close())

describe('the log of a container on a simulated node', () => {
  it('is the output of the command so far, limited by the options of the request', async () => {
    await run('echo hello $WHO; while true; do sleep 10; echo tick; done')
    expect(await log()).toBe('hello world\n')
    clock.advance(25_000)
    expect(await log()).toBe('hello world\ntick\ntick\n')
    expect(await log('?tailLines=1')).toBe('tick\n')
    expect(await log('?limitBytes=5')).toBe('hello')
    expect(await log('?sinceSeconds=20')).toBe('tick\ntick\n')
    expect(await log('?timestamps=true&tailLines=1')).toMatch(/^\d{4}-\S+T\S+Z tick\n$/)
  })

  it('ends with the last whole character within `limitBytes` of UTF-8', async () => {
    await run('echo hé🚀!; sleep 60')
    expect(await log('?limitBytes=2')).toBe('h')
    expect(await log('?limitBytes=3')).toBe('hé')
    expect(await log('?limitBytes=6')).toBe('hé')
    expect(await log('?limitBytes=7')).toBe('hé🚀')
    expect(await log('?limitBytes=9')).toBe('hé🚀!\n')
    expect(await log('?limitBytes=1000000000000')).toBe('hé🚀!\n')
  })

  it('is empty for a command that the model does not know', async () => {
    await run('nginx -g "daemon off;"')
    expect(await log()).toBe('')
  })

  it('is refused while the container waits, and for a run before the first', async () => {
    await run('echo a', { state: { waiting: { reason: 'ContainerCreating' } } })
    expect(await log()).toContain('container \\"c\\" in pod \\"p\\" is waiting to start: ContainerCreating')
    expect(await log('?previous=true')).toContain('previous terminated container \\"c\\" in pod \\"p\\" not found')
  })
})
