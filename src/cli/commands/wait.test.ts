import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

const ONE = '/api/v1/namespaces/default/configmaps/one'
const found = { [`GET ${ONE}`]: () => Response.json({ kind: 'ConfigMap', metadata: { name: 'one' }, a: 'x==y' }) }
const wait = async (...words: string[]) => {
  const { stdout, stderr } = await run(['wait', ...words, '--timeout=0'], found, 'k8s')
  return stdout + stderr
}

test('splits a JSONPath from its value at the only single equals sign', async () => {
  expect(await wait('cm/one', '--for=jsonpath={.a}=x==y')).toBe('configmap/one condition met\n')
  expect(await wait('cm/one', "--for=jsonpath={.a}='x==y'")).toBe('configmap/one condition met\n')
  expect(await wait('cm/one', '--for=jsonpath={.a}=x=y')).toContain('error: jsonpath wait format must be --for=')
  expect(await wait('cm/one', '--for=jsonpath={.a}=')).toContain('error: jsonpath wait has to have a value after')
})

test('--local needs files', async () => {
  expect(await wait('cm/one', '--local', '--for=delete')).toContain(
    'error: you must specify resources by --filename when --local is set.',
  )
})

test('all objects share the timeout', async () => {
  const watch = () => new Response(new ReadableStream())
  const two = '/api/v1/namespaces/default/configmaps/two'
  const answers = {
    ...found,
    [`GET ${two}`]: () => Response.json({ kind: 'ConfigMap', metadata: { name: 'two' }, a: 'y' }),
    'GET /api/v1/namespaces/default/configmaps': watch,
  }
  const { stdout, stderr } = await run(
    ['wait', 'cm/one', 'cm/two', '--for=jsonpath={.a}=y', '--timeout=10ms'],
    answers,
    'k8s',
  )
  expect(stdout).toBe('')
  expect(stderr).toBe(
    'timed out waiting for the condition on configmaps/one\ntimed out waiting for the condition on configmaps/two\n',
  )
})

test('exits with 0 after the failure of a template', async () => {
  const { stdout, stderr, code } = await run(
    [
      ...'wait cm/a --timeout=0 --for=jsonpath={.kind}=ConfigMap --allow-missing-template-keys=false -o'.split(' '),
      'go-template={{.x}}',
    ],
    {
      'GET /api/v1/namespaces/default/configmaps/a': () =>
        Response.json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } }),
    },
  )
  expect(stdout).toContain('Error executing template: template: output:1:2:')
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
})
