import { expect, test } from 'vitest'
import { discoveryOf, failure, run } from '../command-line.fixture.ts'

test('asks for a stream to the container', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } }
  const answers = {
    'GET /api': discoveryOf('', ['Pod']),
    'GET /api/v1/namespaces/default/pods/p': () => Response.json(pod),
    'POST /api/v1/namespaces/default/pods/p/exec': failure(500, { reason: 'InternalError', message: 'no node' }),
  }
  const { stderr, requests } = await run('exec p -- ls', answers, 'k8s')
  expect(stderr).toContain('Error from server (InternalError): no node\n')
  expect(requests.at(-1)?.headers).toMatchObject({ Connection: 'Upgrade', Upgrade: 'SPDY/3.1' })
})

test('logs the attempt to open a WebSocket before the request for a stream', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } }
  const answers = {
    'GET /api': discoveryOf('', ['Pod']),
    'GET /api/v1/namespaces/default/pods/p': () => Response.json(pod),
    'POST /api/v1/namespaces/default/pods/p/exec': failure(400, { reason: 'BadRequest', message: 'no host' }),
  }
  const { stderr } = await run('exec p -v=6 -- ls', answers, 'k8s')
  expect(stderr).toMatch(/GET \S+\/exec\?\S+ {2}in 0 milliseconds\n.* POST \S+\/exec\?\S+ 400 /)
  const headers = await run('attach p -v=7', answers, 'k8s')
  expect(headers.stderr).toContain(' Sec-Websocket-Protocol: v5.channel.k8s.io\n')
})
