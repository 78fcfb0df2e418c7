import { expect, it } from 'vitest'
import type { ToWorker } from '../../worker/host/messages.ts'
import { DirectRoute } from './direct-route.ts'
import type { Sandbox } from './sandbox-client.ts'

function started() {
  const sent: ToWorker[] = []
  const served: MessagePort[] = []
  const route = new DirectRoute({ id: 'one', link: { send: (message) => void sent.push(message) } })
  const sandbox = { serve: (port: MessagePort) => void served.push(port) } as Partial<Sandbox> as Sandbox
  return { route, sent, served, sandbox }
}
const host = 'guard.default.svc'

it('connects the API worker and a sandbox once, until the route is closed', async () => {
  const { route, sent, served, sandbox } = started()
  route.close()
  expect(sent).toEqual([])
  route.open(host, sandbox)
  route.open(host, sandbox)
  expect([sent.length, served.length]).toEqual([1, 1])
  const [message] = sent
  const { port } = message as Extract<ToWorker, { type: 'direct' }>
  const received = new Promise((resolve) => served[0]?.addEventListener('message', ({ data }) => resolve(data)))
  served[0]?.start()
  port?.postMessage('a call')
  expect(await received).toBe('a call')
  route.close()
  route.close()
  expect(sent.slice(1)).toEqual([{ type: 'direct', cluster: 'one', host }])
  route.open(host, sandbox)
  expect(served).toHaveLength(2)
  for (const one of [port, ...served]) one?.close()
})

it('connects a new API worker, and does not disconnect it', () => {
  const { route, sent, served, sandbox } = started()
  route.open(host, sandbox)
  route.forget()
  route.open(host, sandbox)
  expect(sent.map((message) => 'port' in message)).toEqual([true, true])
  for (const port of served) port.close()
})

it('does not connect a sandbox without a frame, which the page calls', () => {
  const { route, sent } = started()
  route.open(host, {} as Sandbox)
  expect(sent).toEqual([])
})
