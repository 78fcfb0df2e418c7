import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { dialects } from '../../worker/dialect/dialect.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { resourcePath } from '../client/resource-path.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import { plainSkeleton, skeleton, SKELETONS } from './skeletons.ts'

it.each(SKELETONS)('the skeleton of a $kind is accepted by the server', async ({ kind, apiVersion: template }) => {
  const { handle, discovery, close } = await serverCluster()
  const dialect = dialects[handle.info.dialect]
  const apiVersion = dialect.spell(template)
  const type = discovery.types.find((each) => each.kind === kind && formatGroupVersion(each) === apiVersion)
  if (type === undefined) throw new Error(`${apiVersion} ${kind} is not served`)
  const text = plainSkeleton(skeleton({ ...type, apiVersion }, dialect, ''))
  const namespace = type.namespaced ? 'default' : ''
  // A pod needs this account: without it, the server waits before it accepts a pod.
  await handle.fetch('/api/v1/namespaces/default/serviceaccounts', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }),
  })
  const path = resourcePath({ ...type, namespace, name: '' })
  const response = await handle.fetch(`${path}?dryRun=All&fieldValidation=Strict`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parse(text)),
  })
  expect(await response.text()).toContain('"uid"')
  expect(response.status).toBe(201)
  await close()
})

it('the skeleton of an unknown kind has only its metadata', () => {
  expect(skeleton({ apiVersion: 'example.com/v1', kind: 'Widget', namespaced: true }, dialects.k8s, 'shop')).toBe(
    'apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: ${my-widget}\n  namespace: shop\n',
  )
})
