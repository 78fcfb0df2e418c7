import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { createCluster } from './create-cluster.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

async function started(options: ClusterOptions): Promise<Cluster> {
  const cluster = await createCluster(options)
  onTestFinished(() => cluster.close())
  return cluster
}

const post = (cluster: Pick<Cluster, 'fetch'>, path: string, body: unknown): Promise<Response> =>
  cluster.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const status = async (cluster: Cluster, name: string): Promise<number> =>
  (await cluster.fetch(`${CONFIG_MAPS}/${name}`)).status

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tabplane-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'cluster')
}

it('keeps a cluster in a folder, and forks of it in memory', async () => {
  const storage = { folder: emptyFolder() }
  const first = await createCluster({ storage })
  await post(first, CONFIG_MAPS, { metadata: { name: 'stored' } })
  const fork = await first.fork()
  await post(fork, CONFIG_MAPS, { metadata: { name: 'of-the-fork' } })
  expect([await status(fork, 'stored'), await status(first, 'of-the-fork')]).toEqual([200, 404])
  const { revision } = first.snapshot()
  await fork.close()
  await first.close()
  const second = await started({ storage })
  expect([await status(second, 'stored'), await status(second, 'of-the-fork')]).toEqual([200, 404])
  expect(second.snapshot().revision).toBeGreaterThanOrEqual(revision)
})

it('refuses a folder that another cluster has open, and a folder with a snapshot', async () => {
  const storage = { folder: emptyFolder() }
  const cluster = await started({ storage })
  await expect(createCluster({ storage })).rejects.toThrow(storage.folder)
  await expect(createCluster({ storage, snapshot: cluster.snapshot() })).rejects.toThrow(RangeError)
  await expect(createCluster({ storage: 'disk' as 'memory' })).rejects.toThrow('storage is')
})

it('takes flags of the server, over which options take precedence', async () => {
  const flags = ['--service-cluster-ip-range=10.7.0.0/24', '--authorization-mode=AlwaysAllow', '--controllers=-*']
  const alice = { users: [{ name: 'alice' }], flags }
  const cluster = await started(alice)
  const service = { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } }
  const answer = (await (await post(cluster, '/api/v1/namespaces/default/services', service)).json()) as {
    spec: { clusterIP: string }
  }
  expect(answer.spec.clusterIP).toMatch(/^10\.7\.0\./)
  expect((await cluster.as('alice').fetch(CONFIG_MAPS)).status).toBe(200)
  const fork = await cluster.fork()
  onTestFinished(() => fork.close())
  expect((await fork.as('alice').fetch(CONFIG_MAPS)).status).toBe(200)
  const guarded = await started({ ...alice, authorization: 'RBAC' })
  expect((await guarded.as('alice').fetch(CONFIG_MAPS)).status).toBe(403)
})

it.each([
  [['--fast'], 'flags: unknown flag: --fast'],
  [['--port=80'], 'flags: --port is not a flag of a cluster in a program'],
  [['--event-ttl=soon'], 'flags: invalid argument "soon"'],
])('refuses the flags %s', async (flags, message) => {
  await expect(createCluster({ flags })).rejects.toThrow(message)
  await expect(createCluster({ flags })).rejects.toThrow(RangeError)
})

it('has the address and the client configuration of its oldest open port', async () => {
  const cluster = await started({ users: [{ name: 'alice' }] })
  expect(cluster.url).toBeUndefined()
  expect(() => cluster.kubeconfig()).toThrow('call cluster.listen() first')
  const [first, second] = [await cluster.listen(), await cluster.listen()]
  expect(cluster.url).toBe(first.url)
  expect(cluster.kubeconfig('alice')).toBe(first.kubeconfig('alice'))
  expect(cluster.kubeconfig()).toContain(first.token('admin'))
  expect(() => cluster.kubeconfig('bob')).toThrow(RangeError)
  await first.close()
  expect(cluster.url).toBe(second.url)
})
