import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

test('reports a request that took too long as an unreachable server', async () => {
  const slow = () => {
    throw new DOMException('late', 'TimeoutError')
  }
  const { stderr } = await run('get --raw /x --request-timeout=1s', { 'GET /x': slow })
  expect(stderr).toBe(
    'Unable to connect to the server: net/http: request canceled (Client.Timeout exceeded while awaiting headers)\n',
  )
})
