import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

const accepted = async (line: string, files = {}) => {
  const { requests } = await run(line, {}, 'k8s', files)
  return new Headers(requests.at(-1)?.headers as Record<string, string>).get('accept')
}

test.each(['rollout status deploy/p', 'set image deploy/p a=b', 'auth can-i get pods', 'get --raw /x'])(
  'the requests of %s accept any type',
  async (line) => {
    expect(await accepted(line)).toBe('application/json, */*')
  },
)

test('the requests for objects of a file accept JSON only', async () => {
  const files = { 'a.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}' }
  expect(await accepted('create -f a.json --validate=false', files)).toBe('application/json')
  expect(await accepted('patch cm a -p {}')).toBe('application/json')
})
