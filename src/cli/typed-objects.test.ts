import { expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { typing } from './typed-objects.ts'

it('writes the fields in the order of the Go struct, with its empty required fields', async () => {
  const typed = await typing(dialects.k8s)
  const pod = {
    spec: { containers: [{ image: 'x', name: 'c' }] },
    metadata: { name: 'p' },
    apiVersion: 'v1',
    kind: 'Pod',
  }
  expect(JSON.stringify(typed(pod))).toBe(
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","creationTimestamp":null},"spec":{"containers":[{"name":"c","image":"x","resources":{}}]},"status":{}}',
  )
})

it('returns an object of another type unchanged', async () => {
  const widget = { kind: 'Widget', apiVersion: 'example.com/v1', size: 1 }
  expect((await typing(dialects.k8s))(widget)).toBe(widget)
})

it('keeps quantities below a thousandth, which only the server rounds', async () => {
  const spec = { hard: { cpu: '0.0001', 'limits.memory': '1024Ki' } }
  const quota = { kind: 'ResourceQuota', apiVersion: 'v1', metadata: { name: 'q' }, spec }
  const typed = (await typing(dialects.k8s))(quota)
  expect(JSON.stringify(typed['spec'])).toBe('{"hard":{"cpu":"100u","limits.memory":"1Mi"}}')
})
