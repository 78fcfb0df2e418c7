import { expect, test } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

const ONE = '/api/v1/namespaces/default/configmaps/one'
const stored = (metadata: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', namespace: 'default', resourceVersion: '7', ...metadata },
})
const on = async (line: string, metadata: object = {}) => {
  const answers = {
    [`GET ${ONE}`]: () => Response.json(stored(metadata)),
    [`PATCH ${ONE}`]: () => Response.json(stored(metadata)),
  }
  const { stdout, stderr, requests } = await run(line, answers, 'k8s')
  return { output: stdout + stderr, patch: requests.find(({ method }) => method === 'PATCH')?.body }
}

test('the result of a label follows from the JSON before and after', async () => {
  const labels = { labels: { a: 'b' } }
  expect(await on('label cm one a=b', labels)).toEqual({ output: 'configmap/one not labeled\n', patch: '{}' })
  expect((await on('label cm one a=c --overwrite', labels)).output).toBe('configmap/one labeled\n')
  expect((await on('label cm one a-', labels)).output).toBe('configmap/one unlabeled\n')
  expect((await on('label cm one a- --overwrite', labels)).output).toBe('configmap/one labeled\n')
  expect((await on('label cm one a- b=cdefg', labels)).output).toBe('configmap/one labeled\n')
  // An object without labels gets an empty map of labels.
  expect(await on('label cm one constructor-')).toEqual({
    output: 'label "constructor" not found.\nconfigmap/one labeled\n',
    patch: '{"metadata":{"labels":{}}}',
  })
})

test('sends the resourceVersion of the command line in the patch', async () => {
  const { patch } = await on('label cm one a=b --resource-version=7', { labels: { a: 'b' } })
  expect(patch).toBe('{"metadata":{"resourceVersion":"7"}}')
})

test('requires resources before pairs, and one value for each key', async () => {
  const refusals = {
    'label cm a=b one': 'all resources must be specified before label changes: one',
    'label cm one a=b -': 'all resources must be specified before label changes: -',
    'label cm one a==b': 'invalid label spec: a==b',
    'label cm one a=b a-': 'can not both modify and remove a label in the same command',
    'annotate cm a=b one': 'all resources must be specified before annotation changes: one',
    'label cm one --list -o yaml': '--list and --output may not be specified together',
  }
  for (const [line, text] of Object.entries(refusals)) expect((await on(line)).output).toBe(`error: ${text}\n`)
  expect((await on('label cm one a=c', { labels: { a: 'b' } })).output).toBe(
    "error: 'a' already has a value (b), and --overwrite is false\n",
  )
})

test('sets the change-cause annotation without --overwrite', async () => {
  const annotations = { annotations: { 'kubernetes.io/change-cause': 'x', a: 'b' } }
  expect((await on('annotate cm one kubernetes.io/change-cause=y', annotations)).output).toBe(
    'configmap/one annotated\n',
  )
  expect((await on('annotate cm one a=c', annotations)).output).toBe(
    "error: --overwrite is false but found the following declared annotation(s): 'a' already has a value (b)\n",
  )
})

test('prints other failures before a separate aggregate about unreadable objects of files', async () => {
  const manifest = (name: string) => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"}}`
  const missing = failure(404, { code: 404, reason: 'NotFound', message: 'configmaps "two" not found' })
  const answers = {
    [`GET ${ONE}`]: () => Response.json(stored({ labels: { a: 'b' } })),
    'GET /api/v1/namespaces/default/configmaps/two': missing,
  }
  const files = { 'a.json': `${manifest('two')}\n${manifest('one')}` }
  const labelled = async (line: string) => (await run(line, answers, 'k8s', files)).stderr
  expect(await labelled('label -f a.json a=c')).toBe(
    '\'a\' already has a value (b), and --overwrite is false\nconfigmaps "two" not found\n',
  )
  expect(await labelled('label -f a.json a=b --dry-run=client')).toBe(
    'Error from server (NotFound): configmaps "two" not found\n',
  )
})

test('lists the labels of files with their changes, under a header when several files are named', async () => {
  const files = {
    'a.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: b}\n',
    'c.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: c}\n',
  }
  expect((await run('label --local -f a.yaml x=y --list', {}, 'k8s', files)).stdout).toBe('x=y\nx=y\n')
  expect((await run('label --local -f a.yaml -f c.yaml x=y --list', {}, 'k8s', files)).stdout).toBe(
    'Listing labels for ConfigMap./a:\n x=y\nListing labels for Secret./b:\n x=y\nListing labels for Deployment.apps/c:\n x=y\n',
  )
})
