import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'
import type { HostRequest } from './host.ts'

test('reports a request that took too long as an unreachable server', async () => {
  const slow = () => {
    throw new DOMException('late', 'TimeoutError')
  }
  const { stderr } = await run('get --raw /x --request-timeout=1s', { 'GET /x': slow })
  expect(stderr).toBe(
    'Unable to connect to the server: net/http: request canceled (Client.Timeout exceeded while awaiting headers)\n',
  )
})

test('logs at level 5 that the time limit ended a watch', async () => {
  const answers = {
    'GET /api/v1/namespaces/default/configmaps': ({ url, signal }: HostRequest) =>
      url.includes('watch=true')
        ? new Response(
            new ReadableStream({ start: (it) => signal.addEventListener('abort', () => it.error(signal.reason)) }),
          )
        : Response.json({ kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items: [] }),
  }
  const line = 'get cm -w -o name --request-timeout=20ms'
  expect(await run(line, answers)).toMatchObject({ stderr: '', code: 0 })
  expect((await run(`${line} -v=5`, answers)).stderr).toContain(
    'streamwatcher.go:114] Unable to decode an event from the watch stream: context deadline exceeded (Client.Timeout or context cancellation while reading body)\n',
  )
})
