import { expect, test } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

const map = (name: string) => ({ metadata: { name, resourceVersion: '3' } })
const ended = () => new Response('')
const LIST = 'GET /api/v1/namespaces/default/configmaps'

/** Answers lists with pages of one object, and watches with no event. */
const answers = {
  [LIST]: ({ url }: { url: string }) => {
    const { searchParams } = new URL(url)
    if (searchParams.has('watch')) return ended()
    const isFirst = !searchParams.has('continue')
    return Response.json({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '7', ...(isFirst && { continue: 'next' }) },
      items: [map(isFirst ? 'a' : 'b')],
    })
  },
}

test('prints all pages before it watches from the version of the list', async () => {
  const { stdout, requests } = await run('get cm -w --chunk-size=1 -o name', answers, 'k8s')
  expect(stdout).toBe('configmap/a\nconfigmap/b\n')
  expect(requests.at(-1)?.url).toContain('resourceVersion=7')
})

test('prints several pages as lists', async () => {
  const { stdout } = await run('get cm -w --chunk-size=1 -o jsonpath={.kind}/{.items[*].kind};', answers, 'k8s')
  expect(stdout).toBe('ConfigMapList/ConfigMap;ConfigMapList/ConfigMap;')
})

test('requests no table with --server-print=false, and ignores the subresource', async () => {
  const { stdout, requests } = await run('get cm -w --server-print=false --subresource=status', answers, 'k8s')
  expect(stdout).toBe('NAME   AGE\na      <unknown>\nb      <unknown>\n')
  expect(requests.every(({ headers }) => !String(headers.Accept).includes('as=Table'))).toBe(true)
})

test('names the selectors that the server refuses', async () => {
  const refused = { [LIST]: failure(400, { reason: 'BadRequest', message: 'no', code: 400 }) }
  expect((await run('get cm -w -l a=b', refused, 'k8s')).stderr).toBe(
    'Error from server (BadRequest): Unable to find "/v1, Resource=configmaps" that match label selector "a=b", field selector "": no\n',
  )
})

test('reads the objects of a kind once when several words mean it', async () => {
  const { stdout } = await run('get cm,configmaps --chunk-size=1 -o name', answers, 'k8s')
  expect(stdout).toBe('configmap/a\nconfigmap/b\n')
  expect((await run('get cm,configmaps -w', answers, 'k8s')).stderr).toBe(
    'error: you may only specify a single resource type\n',
  )
})
