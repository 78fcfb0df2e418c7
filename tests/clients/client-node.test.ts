import type { KubernetesObject, V1ConfigMap } from '@kubernetes/client-node'
import {
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
  makeInformer,
  setHeaderOptions,
} from '@kubernetes/client-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proxyTo, type TcpProxy } from './tcp-proxy.ts'
import type { Served } from './serve-process.ts'
import { serve } from './serve-process.ts'

// The official JavaScript client, unchanged.

const namespace = 'default'
const config = new KubeConfig()
let served: Served
let proxy: TcpProxy
let core: CoreV1Api

beforeAll(async () => {
  // The server runs without controllers, which would write the objects of these tests between a read and a replace.
  served = await serve(['--port', '0', '--dialect', 'k8s', '--controllers=-*'])
  proxy = await proxyTo(Number(new URL(served.url).port))
  // The client requires this setting for plain HTTP.
  config.loadFromClusterAndUser({ name: 'here', server: proxy.url, skipTLSVerify: true }, { name: 'me' })
  core = config.makeApiClient(CoreV1Api)
}, 120_000)

afterAll(async () => {
  proxy.close()
  expect(await served.stop()).toBe(0)
})

const settings = (name: string, data: Record<string, string>) => ({ namespace, body: { metadata: { name }, data } })

test('typed clients create, read, replace, list and delete', async () => {
  const made = await core.createNamespacedConfigMap(settings('typed', { a: '1' }))
  expect(made.metadata?.creationTimestamp).toBeInstanceOf(Date)
  const replaced = await core.replaceNamespacedConfigMap({ name: 'typed', ...settings('typed', { a: '2' }) })
  expect(replaced.data).toEqual({ a: '2' })
  const { items } = await core.listNamespacedConfigMap({ namespace, fieldSelector: 'metadata.name=typed' })
  expect(items.map(({ data }) => data)).toEqual([{ a: '2' }])
  await core.deleteNamespacedConfigMap({ name: 'typed', namespace })
  await expect(core.readNamespacedConfigMap({ name: 'typed', namespace })).rejects.toMatchObject({ code: 404 })
})

test('typed clients send JSON, merge and strategic merge patches, and apply', async () => {
  await core.createNamespacedConfigMap(settings('patched', { a: '1', b: '1' }))
  const patch = async (strategy: string, body: object) => {
    const fieldManager = strategy === PatchStrategy.ServerSideApply ? 'tests' : undefined
    const request = { name: 'patched', namespace, body, ...(fieldManager === undefined ? {} : { fieldManager }) }
    const { data } = await core.patchNamespacedConfigMap(request, setHeaderOptions('Content-Type', strategy))
    return data
  }
  expect(await patch(PatchStrategy.JsonPatch, [{ op: 'replace', path: '/data/a', value: '2' }])).toEqual({
    a: '2',
    b: '1',
  })
  expect(await patch(PatchStrategy.MergePatch, { data: { b: null } })).toEqual({ a: '2' })
  expect(await patch(PatchStrategy.StrategicMergePatch, { data: { c: '3' } })).toEqual({ a: '2', c: '3' })
  const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'patched' }, data: { d: '4' } }
  expect(await patch(PatchStrategy.ServerSideApply, applied)).toEqual({ a: '2', c: '3', d: '4' })
})

test('a typed client reads and replaces the scale of a deployment', async () => {
  const apps = config.makeApiClient(AppsV1Api)
  const labels = { app: 'web' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } }
  await apps.createNamespacedDeployment({
    namespace,
    body: { metadata: { name: 'web' }, spec: { selector: { matchLabels: labels }, template } },
  })
  const scale = await apps.readNamespacedDeploymentScale({ name: 'web', namespace })
  await apps.replaceNamespacedDeploymentScale({ name: 'web', namespace, body: { ...scale, spec: { replicas: 4 } } })
  const { spec } = await apps.readNamespacedDeployment({ name: 'web', namespace })
  expect(spec?.replicas).toBe(4)
})

test('the object client finds a kind by discovery', async () => {
  const objects = KubernetesObjectApi.makeApiClient(config)
  const named = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'generic', namespace } }
  const made: V1ConfigMap = await objects.create({ ...named, data: { a: '1' } } as KubernetesObject)
  expect(made.data).toEqual({ a: '1' })
  const merged = { ...named, data: { b: '2' } } as KubernetesObject
  const patched: V1ConfigMap = await objects.patch(
    merged,
    undefined,
    undefined,
    undefined,
    undefined,
    PatchStrategy.MergePatch,
  )
  expect(patched.data).toEqual({ a: '1', b: '2' })
  await objects.delete(named)
  await expect(objects.read(named)).rejects.toMatchObject({ code: 404 })
})

test('an informer follows changes, also over a lost connection', async () => {
  const list = () => core.listNamespacedConfigMap({ namespace, labelSelector: 'seen=yes' })
  const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list, 'seen=yes')
  const events: string[] = []
  let changed = () => {}
  const record = (what: string) => (object: V1ConfigMap) => {
    events.push(`${what} ${object.metadata?.name}`)
    changed()
  }
  informer.on('add', record('add'))
  informer.on('update', record('update'))
  informer.on('delete', record('delete'))
  // The documentation of the client requires this: an informer that lost its connection is started again.
  informer.on('error', () => void informer.start())
  const until = (event: string) =>
    new Promise<void>((resolve) => {
      changed = () => events.includes(event) && resolve()
      changed()
    })
  const marked = (name: string) => ({
    namespace,
    body: { metadata: { name, labels: { seen: 'yes' } } },
  })
  await informer.start()
  await core.createNamespacedConfigMap(marked('first'))
  await until('add first')
  proxy.cut()
  await core.createNamespacedConfigMap(marked('second'))
  await until('add second')
  await core.patchNamespacedConfigMap(
    { name: 'first', namespace, body: { data: { a: '1' } } },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  )
  await until('update first')
  await core.deleteNamespacedConfigMap({ name: 'first', namespace })
  await until('delete first')
  await informer.stop()
})
