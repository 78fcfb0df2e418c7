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
