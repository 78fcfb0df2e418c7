import { afterEach, expect, it } from 'vitest'
import type { Cluster } from './cluster.ts'
import { createCluster } from './create-cluster.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const open: Cluster[] = []
afterEach(() => Promise.all(open.splice(0).map((cluster) => cluster.close())))

async function opened(cluster: Promise<Cluster>): Promise<Cluster> {
  open.push(await cluster)
  return cluster
}

const send = (cluster: Cluster, method: string, path: string, body?: object): Promise<Response> =>
  cluster.fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const configMap = (name: string, ...owners: readonly object[]): object => ({
  metadata: { name, ownerReferences: owners.map((owner) => ({ apiVersion: 'v1', kind: 'ConfigMap', ...owner })) },
})

async function created(cluster: Cluster, name: string): Promise<{ name: string; uid: string }> {
  const response = await send(cluster, 'POST', CONFIG_MAPS, configMap(name))
  const { metadata } = (await response.json()) as { metadata: { uid: string } }
  return { name, uid: metadata.uid }
}

/** A cluster whose controllers have handled what it holds: a namespace, and an owner with two dependents. */
async function prepared(): Promise<Cluster> {
  const cluster = await opened(createCluster({ clock: 'virtual' }))
  await send(cluster, 'POST', '/api/v1/namespaces', { metadata: { name: 'shop' } })
  await send(cluster, 'POST', '/api/v1/namespaces/shop/configmaps', { metadata: { name: 'content' } })
  const owner = await created(cluster, 'owner')
  for (const name of ['first', 'second']) await send(cluster, 'POST', CONFIG_MAPS, configMap(name, owner))
  await cluster.advance(60_000)
  return cluster
}

const PLACES = ['namespaces', 'configmaps', 'serviceaccounts', 'secrets', 'events']
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles'

/** The objects that controllers write or delete, without ids and times. */
async function state(cluster: Cluster): Promise<readonly string[]> {
  const lines: string[] = []
  for (const path of [...PLACES.map((resource) => `/api/v1/${resource}`), ROLES]) {
    const { items } = (await (await cluster.fetch(path)).json()) as {
      items: { metadata: { name: string; namespace?: string }; rules?: object; status?: { phase?: string } }[]
    }
    for (const { metadata, rules, status } of items)
      lines.push(`${path} ${metadata.namespace} ${metadata.name} ${status?.phase} ${JSON.stringify(rules)}`)
  }
  return lines
}

const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/default'
const selecting = { clusterRoleSelectors: [{ matchLabels: { part: 'yes' } }] }
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]

it.each<[string, [method: string, path: string, body?: object][]]>([
  ['nothing', []],
  ['the deletion of an owner', [['DELETE', `${CONFIG_MAPS}/owner`]]],
  ['a foreground deletion', [['DELETE', `${CONFIG_MAPS}/owner`, { propagationPolicy: 'Foreground' }]]],
  ['an orphaning deletion', [['DELETE', `${CONFIG_MAPS}/owner`, { propagationPolicy: 'Orphan' }]]],
  ['a dependent without its owner', [['POST', CONFIG_MAPS, configMap('lost', { name: 'none', uid: 'none' })]]],
  ['a new namespace', [['POST', '/api/v1/namespaces', { metadata: { name: 'new' } }]]],
  ['the deletion of a namespace', [['DELETE', '/api/v1/namespaces/shop']]],
  ['the deletion of an account', [['DELETE', ACCOUNT]]],
  ['the deletion of published certificates', [['DELETE', `${CONFIG_MAPS}/kube-root-ca.crt`]]],
  ['a changed account', [['PATCH', ACCOUNT, { metadata: { labels: { a: 'b' } } }]]],
  [
    'roles that aggregate',
    [
      ['POST', ROLES, { metadata: { name: 'whole' }, aggregationRule: selecting, rules: [] }],
      ['POST', ROLES, { metadata: { name: 'part', labels: { part: 'yes' } }, rules }],
    ],
  ],
])('after %s, has controllers that act as in a cluster that begins with the same snapshot', async (_, writes) => {
  const origin = await prepared()
  const snapshot = origin.snapshot()
  const begun = createCluster({ clock: 'virtual', snapshot, startTime: origin.now() })
  const clusters = [await opened(begun), await opened(origin.fork())]
  const states: (readonly string[])[] = []
  for (const cluster of clusters) {
    for (const [method, path, body] of writes) {
      const headers = { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }
      const { status } = await cluster.fetch(path, { method, headers, body: JSON.stringify(body) })
      expect(status).toBeLessThan(300)
    }
    await cluster.advance(60_000)
    states.push(await state(cluster))
  }
  expect(states[1]).toEqual(states[0])
})

it('finishes what the controllers of its origin have begun', async () => {
  const origin = await prepared()
  await send(origin, 'DELETE', '/api/v1/namespaces/shop')
  await send(origin, 'DELETE', `${CONFIG_MAPS}/owner`)
  const fork = await opened(origin.fork())
  const again = await opened(fork.fork())
  for (const cluster of [again, fork, origin]) {
    await cluster.advance(60_000)
    expect((await cluster.fetch('/api/v1/namespaces/shop')).status).toBe(404)
    expect((await cluster.fetch(`${CONFIG_MAPS}/second`)).status).toBe(404)
  }
})

it('holds the state at the call without the later writes of its origin', async () => {
  const origin = await prepared()
  const forking = origin.fork()
  await send(origin, 'DELETE', `${CONFIG_MAPS}/owner`)
  await origin.advance(60_000)
  const fork = await opened(forking)
  await fork.advance(60_000)
  expect((await fork.fetch(`${CONFIG_MAPS}/second`)).status).toBe(200)
  await send(fork, 'DELETE', `${CONFIG_MAPS}/owner`)
  await fork.advance(60_000)
  expect((await fork.fetch(`${CONFIG_MAPS}/second`)).status).toBe(404)
})

it('has the certificate authority of its origin, even when the origin is still making it', async () => {
  const origin = await opened(createCluster({ clock: 'virtual' }))
  const fork = await opened(origin.fork())
  const published = async (cluster: Cluster): Promise<string> => {
    await cluster.advance(1000)
    const answer = await cluster.fetch(`${CONFIG_MAPS}/kube-root-ca.crt`)
    return ((await answer.json()) as { data: { 'ca.crt': string } }).data['ca.crt']
  }
  expect(await published(fork)).toBe(await published(origin))
})

it('announces the APIs of its origin', async () => {
  const origin = await prepared()
  const name = 'v1.metrics.example.com'
  const spec = { group: 'metrics.example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 100 }
  const service = { name: 'metrics', namespace: 'default' }
  await send(origin, 'POST', '/apis/apiregistration.k8s.io/v1/apiservices', {
    metadata: { name },
    spec: { ...spec, service, insecureSkipTLSVerify: true },
  })
  await origin.advance(1000)
  const fork = await opened(origin.fork())
  const groups = async (cluster: Cluster): Promise<unknown> => (await cluster.fetch('/apis')).json()
  expect(await groups(fork)).toEqual(await groups(origin))
})

it('serves the custom resources of its origin, and no resource that the other cluster defines later', async () => {
  const origin = await prepared()
  const define = (cluster: Cluster, plural: string): Promise<Response> =>
    send(cluster, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: `${plural}.example.com` },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural, kind: plural.toUpperCase() },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    })
  await define(origin, 'firsts')
  await origin.advance(1000)
  const fork = await opened(origin.fork())
  await define(fork, 'seconds')
  await define(origin, 'thirds')
  for (const cluster of [fork, origin]) await cluster.advance(1000)
  const served = (cluster: Cluster): Promise<number[]> =>
    Promise.all(
      ['firsts', 'seconds', 'thirds'].map(
        async (plural) => (await cluster.fetch(`/apis/example.com/v1/namespaces/default/${plural}`)).status,
      ),
    )
  expect([await served(fork), await served(origin)]).toEqual([
    [200, 200, 404],
    [200, 404, 200],
  ])
})
