import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

test('records every flag of the command line, in its order', async () => {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
  const path = '/api/v1/namespaces/default/configmaps/a'
  const answers = { [`GET ${path}`]: () => Response.json(map), [`PATCH ${path}`]: () => Response.json(map) }
  const { requests } = await run('label cm a x=y --overwrite --record -n default --overwrite=true', answers, 'k8s')
  expect(requests.at(-1)?.body).toContain(
    'label cm a x=y --overwrite=true --record=true --namespace=default --overwrite=true',
  )
})
