import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

const files = { 'a.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}' }
const slashes = 'arguments in resource/name form may not have more than one slash'
const missing = 'the path "none" does not exist'
const refusal = async (line: string) => (await run(line, {}, 'k8s', files)).stderr

test('names missing files beside malformed words, in the order in which the command reads both', async () => {
  expect(await refusal('get a/b/c -f none')).toBe(`${missing}\n${slashes}\n`)
  expect(await refusal('edit a/b/c -f none')).toBe(`${slashes}\n${missing}\n`)
  expect(await refusal('replace --force a/b/c -f none')).toBe(`${slashes}\n${missing}\n`)
  expect(await refusal('get a/b/c -f a.json')).toBe(`error: ${slashes}\n`)
})

test('replace reads its words only with --force', async () => {
  expect(await refusal('replace --force cm -f a.json')).toContain('you may not specify resource arguments as well')
  expect(await refusal('replace cm -f none')).toBe(`error: ${missing}\n`)
})

test('edit refuses an unknown subresource after it has read the words', async () => {
  const bulk = 'error: subresource cannot be used when bulk resources are specified\n'
  expect(await refusal('edit cm --subresource=x')).toBe(bulk)
  expect(await refusal('edit cm a --subresource=x')).toContain('invalid subresource value: "x"')
})

test('get reads an object of a file without the subresource', async () => {
  const path = 'GET /api/v1/namespaces/default/configmaps/a'
  const answers = { [path]: () => Response.json({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } }) }
  const { stdout } = await run('get -f a.json --subresource=status -o name', answers, 'k8s', files)
  expect(stdout).toBe('configmap/a\n')
})

test('create refuses words beside --raw', async () => {
  expect(await refusal('create x --raw /api -f a.json')).toContain('error: Unexpected args: [x]\n')
})
