import { afterEach, expect, it, onTestFinished } from 'vitest'
import { lazy } from '../../worker/api/lazy.ts'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { createCluster } from './create-cluster.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const open: Cluster[] = []
afterEach(() => Promise.all(open.splice(0).map((cluster) => cluster.close())))

async function started(options?: ClusterOptions): Promise<Cluster> {
  const cluster = await createCluster(options)
  open.push(cluster)
  return cluster
}

const post = (cluster: Pick<Cluster, 'fetch'>, path: string, body: unknown): Promise<Response> =>
  cluster.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

async function json(response: Response | Promise<Response>): Promise<Record<string, never>> {
  return (await (await response).json()) as Record<string, never>
}

/** The names in a list, without the ConfigMap that a controller puts into each namespace at some time. */
const names = async (cluster: Cluster, path = CONFIG_MAPS): Promise<string[]> =>
  ((await json(cluster.fetch(path)))['items'] as { metadata: { name: string } }[])
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== 'kube-root-ca.crt')

it('answers requests as a server does, for a path or a whole URL', async () => {
  const cluster = await started()
  expect((await post(cluster, CONFIG_MAPS, { metadata: { name: 'a' } })).status).toBe(201)
  expect((await post(cluster, CONFIG_MAPS, { metadata: { name: 'a' } })).status).toBe(409)
  expect(await names(cluster)).toEqual(['a'])
  expect(await json(cluster.fetch('http://elsewhere.example/version'))).toMatchObject({ major: '1' })
})

it('streams a watch until its signal aborts', async () => {
  const cluster = await started()
  const aborter = new AbortController()
  const watch = await cluster.fetch(`${CONFIG_MAPS}?watch=true&resourceVersion=0`, { signal: aborter.signal })
  const reader = watch.body!.pipeThrough(new TextDecoderStream()).getReader()
  await post(cluster, CONFIG_MAPS, { metadata: { name: 'a' } })
  const event = JSON.parse((await reader.read()).value ?? '') as {
    type: string
    object: { metadata: { name: string } }
  }
  expect([event.type, event.object.metadata.name]).toEqual(['ADDED', 'a'])
  aborter.abort()
  await expect(reader.read()).rejects.toThrow('aborted')
})

it('authorises the users that it was given', async () => {
  const cluster = await started({ users: [{ name: 'alice', groups: ['a,b', 'quoted "group"'] }] })
  expect((await cluster.as('alice').fetch(CONFIG_MAPS)).status).toBe(403)
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
  const answer = await json(post(cluster.as('alice'), '/apis/authentication.k8s.io/v1/selfsubjectreviews', review))
  expect(answer['status']).toMatchObject({ userInfo: { username: 'alice' } })
  expect(() => cluster.as('bob')).toThrow(RangeError)
})

it('forks a cluster whose copy is independent', async () => {
  const cluster = await started()
  await post(cluster, CONFIG_MAPS, { metadata: { name: 'a' } })
  const fork = await cluster.fork()
  open.push(fork)
  await post(fork, CONFIG_MAPS, { metadata: { name: 'b' } })
  await cluster.fetch(`${CONFIG_MAPS}/a`, { method: 'DELETE' })
  expect(await names(cluster)).toEqual([])
  expect(await names(fork)).toEqual(['a', 'b'])
})

it('makes one certificate authority, for which a virtual clock waits, and which forks keep', async () => {
  const authorities = async (cluster: Cluster): Promise<string[]> => {
    const path = '/api/v1/configmaps?fieldSelector=metadata.name=kube-root-ca.crt'
    return ((await json(cluster.fetch(path)))['items'] as { data: { 'ca.crt': string } }[]).map(
      ({ data }) => data['ca.crt'],
    )
  }
  const cluster = await started({ clock: 'virtual' })
  await cluster.advance(1000)
  const published = await authorities(cluster)
  expect(published).toHaveLength(4)
  expect(new Set(published).size).toBe(1)
  const fork = await cluster.fork()
  open.push(fork)
  await post(fork, '/api/v1/namespaces', { metadata: { name: 'shop' } })
  await fork.advance(1000)
  expect(await authorities(fork)).toEqual([...published, published[0]])
})

it('forks the current state, in which deleted default objects stay deleted', async () => {
  const cluster = await started()
  const role = '/apis/rbac.authorization.k8s.io/v1/clusterroles/view'
  await cluster.fetch(role, { method: 'DELETE' })
  const fork = await cluster.fork()
  open.push(fork)
  expect((await fork.fetch(role)).status).toBe(404)
  const restarted = await started({ snapshot: cluster.snapshot() })
  expect((await restarted.fetch(role)).status).toBe(200)
})

it('begins with a snapshot, and refuses a snapshot of the other dialect', async () => {
  const cluster = await started()
  await post(cluster, CONFIG_MAPS, { metadata: { name: 'a' } })
  const snapshot = cluster.snapshot()
  expect(await names(await started({ snapshot }))).toEqual(['a'])
  await expect(createCluster({ snapshot, dialect: 'svc' })).rejects.toThrow('the snapshot has the names of k8s')
})

it('deletes a namespace with its objects, and the dependents of a deleted owner', async () => {
  const cluster = await started({ clock: 'virtual' })
  await post(cluster, '/api/v1/namespaces', { metadata: { name: 'shop' } })
  await post(cluster, '/api/v1/namespaces/shop/configmaps', { metadata: { name: 'c' } })
  const owner = await json(post(cluster, CONFIG_MAPS, { metadata: { name: 'owner' } }))
  const { uid } = owner['metadata'] as { uid: string }
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
  await post(cluster, CONFIG_MAPS, { metadata: { name: 'owned', ownerReferences } })
  await cluster.advance(1000)
  await cluster.fetch('/api/v1/namespaces/shop', { method: 'DELETE' })
  await cluster.fetch(`${CONFIG_MAPS}/owner`, { method: 'DELETE' })
  await cluster.advance(60_000)
  expect((await cluster.fetch('/api/v1/namespaces/shop')).status).toBe(404)
  expect((await cluster.fetch(`${CONFIG_MAPS}/owned`)).status).toBe(404)
})

it('advances a virtual clock at once, and keeps it in a fork', async () => {
  const startTime = new Date('2030-01-01T00:00:00Z')
  const cluster = await started({ clock: 'virtual', startTime, controllers: ['*'] })
  await post(cluster, '/apis/batch/v1/namespaces/default/cronjobs', {
    metadata: { name: 'hourly' },
    spec: {
      schedule: '0 * * * *',
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
      },
    },
  })
  await cluster.advance(3 * 3_600_000 + 60_000)
  expect(cluster.now()).toEqual(new Date('2030-01-01T03:01:00Z'))
  expect(await names(cluster, '/apis/batch/v1/namespaces/default/jobs')).toHaveLength(3)
  const fork = await cluster.fork()
  open.push(fork)
  expect(fork.now()).toEqual(cluster.now())
})

it('lets no time pass while a part of the server loads', async () => {
  const cluster = await started({ clock: 'virtual' })
  let end = (): void => undefined
  const part = lazy(() => new Promise<void>((resolve) => (end = resolve)))()
  let hasPassed = false
  const passing = cluster.advance(1000).then(() => (hasPassed = true))
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  expect(hasPassed).toBe(false)
  end()
  await Promise.all([part, passing])
})

it('refuses to move the system clock', async () => {
  await expect((await started()).advance(1000)).rejects.toThrow("create it with clock: 'virtual'")
})

it('records requests with their bodies', async () => {
  const cluster = await started()
  await post(cluster, CONFIG_MAPS, { metadata: { name: 'a' } })
  expect(cluster.requests).toMatchObject([
    { verb: 'create', resource: 'configmaps', namespace: 'default', status: 201, body: '{"metadata":{"name":"a"}}' },
  ])
})

it('answers an old revision with 410 after a compaction', async () => {
  const cluster = await started()
  await post(cluster, CONFIG_MAPS, { metadata: { name: 'a' } })
  const { metadata } = (await json(cluster.fetch(CONFIG_MAPS))) as unknown as { metadata: { resourceVersion: string } }
  await post(cluster, CONFIG_MAPS, { metadata: { name: 'b' } })
  cluster.compact()
  const watch = await cluster.fetch(`${CONFIG_MAPS}?watch=true&resourceVersion=${metadata.resourceVersion}`)
  expect(await watch.text()).toContain('"code":410')
})

it('serves HTTP with the token of a kubeconfig, until it is closed', async () => {
  const cluster = await started({ users: [{ name: 'alice' }] })
  const server = await cluster.listen()
  const { users } = JSON.parse(server.kubeconfig('alice')) as { users: [{ user: { token: string } }] }
  const headers = { Authorization: `Bearer ${users[0].user.token}` }
  expect((await fetch(server.url + CONFIG_MAPS, { headers })).status).toBe(403)
  expect((await fetch(`${server.url}/version`)).status).toBe(200)
  await cluster.close()
  await expect(fetch(`${server.url}/version`)).rejects.toThrow('fetch failed')
})

it('injects faults into the answers of a listening server too', async () => {
  const cluster = await started()
  const server = await cluster.listen()
  onTestFinished(() => server.close())
  cluster.faults.on({ verb: 'get' }, { status: 'cut' })
  await expect(fetch(`${server.url}${CONFIG_MAPS}/a`)).rejects.toThrow('fetch failed')
})
