import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

const PATH = '/api/v1/namespaces/default/configmaps/one'
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', namespace: 'default' } }

/** Runs a command against a server that is busy for a number of requests. */
async function busy(line: string, times: number, status = 429, headers: HeadersInit = { 'Retry-After': '0' }) {
  let calls = 0
  const answer = () => {
    const refusal = { kind: 'Status', reason: 'TooManyRequests', message: 'too many', code: status }
    return calls++ < times ? Response.json(refusal, { status, headers }) : Response.json(map)
  }
  const answers = { [`GET ${PATH}`]: answer, [`PATCH ${PATH}`]: answer, 'DELETE /x': answer }
  const { stdout, stderr } = await run(line, answers, 'k8s', { 'a.json': '{}' })
  return { stdout, stderr, calls }
}

test('sends a request again when the server names a delay', async () => {
  expect((await busy('get cm one -o name', 2)).stdout).toBe('configmap/one\n')
  expect((await busy('get cm one -o name', 1, 503)).calls).toBe(2)
  expect((await busy('patch cm one -p {} --type=merge -o name', 2)).stdout).toBe('configmap/one\n')
})

test('gives up after ten repetitions', async () => {
  const { stderr, calls } = await busy('get cm one', 99)
  expect(calls).toBe(11)
  expect(stderr).toBe('Error from server (TooManyRequests): too many\n')
})

test.each([
  ['another status', 'get cm one', 404, { 'Retry-After': '0' }],
  ['no delay', 'get cm one', 429, {}],
  ['an unreadable delay', 'get cm one', 429, { 'Retry-After': 'soon' }],
  ['the file of --raw', 'delete --raw=/x -f a.json', 429, { 'Retry-After': '0' }],
])('sends a request once: %s', async (_, line, status, headers) => {
  expect((await busy(line, 1, status, headers)).calls).toBe(1)
})

test('logs each repetition, and no warning of a refused attempt', async () => {
  const { stderr } = await busy('get cm one -o name -v=4', 1, 429, { 'Retry-After': '0', Warning: '299 - "late"' })
  expect(stderr).toContain(`with_retry.go:234] Got a Retry-After 0s response for attempt 1 to http`)
  expect(stderr).not.toContain('Warning')
})
