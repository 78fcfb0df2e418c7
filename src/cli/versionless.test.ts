import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

const files = { 'a.json': '{"kind":"ConfigMap","metadata":{"name":"a"}}' }
const missing = 'the server could not find the requested resource\n'

test.each([
  ['create', `Error from server (NotFound): error when creating "a.json": ${missing}`],
  ['apply', `Error from server (NotFound): error when creating "a.json": ${missing}`],
  ['replace', `Error from server (NotFound): error when replacing "a.json": ${missing}`],
  ['get', `Error from server (NotFound): ${missing}`],
])('%s names the failed action on an object without a version', async (command, stderr) => {
  const validate = command === 'get' ? '' : ' --validate=false'
  expect(await run(`${command} -f a.json${validate}`, {}, 'k8s', files)).toMatchObject({ stderr, code: 1 })
})

test.each(['create', 'apply'])('%s shows the object without a version in a dry run of the client', async (command) => {
  const { stdout } = await run(`${command} -f a.json --validate=false --dry-run=client`, {}, 'k8s', files)
  expect(stdout).toBe('configmap/a created (dry run)\n')
})
