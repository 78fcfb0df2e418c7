import { expect, test } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const written = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', resourceVersion: '7', uid: 'u' } }
const missing = failure(404, { reason: 'NotFound', message: 'configmaps "a" not found' })
const server = {
  [`GET ${CONFIG_MAPS}/a`]: missing,
  [`DELETE ${CONFIG_MAPS}/a`]: missing,
  [`POST ${CONFIG_MAPS}`]: () => Response.json(written),
}

test.each(['create -f a.json', 'apply -f a.json', 'replace --force -f a.json', 'diff -f a.json'])(
  '%s creates an object without the resourceVersion of its file',
  async (words) => {
    const { requests } = await run(words, server, 'k8s', { 'a.json': JSON.stringify(written) })
    const created = requests.find(({ method }) => method === 'POST')
    const { metadata } = JSON.parse(created?.body ?? '{}') as typeof written
    expect(metadata).toMatchObject({ name: 'a', uid: 'u' })
    expect(metadata).not.toHaveProperty('resourceVersion')
  },
)
