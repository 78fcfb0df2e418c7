import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import { daemonSets } from './daemon-sets.ts'
import { CONTROLLER_REVISIONS, DAEMON_SETS, NODES, PODS } from '../kinds.ts'

const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'img' }] } }
const daemon = (spec: JsonObject = {}): ApiObject => ({
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { app: 'x' } }, template, ...spec },
})
const place = (name: string) => ({ namespace: 'default', name })
const status = (cluster: ManagedCluster): Json | undefined => cluster.read('apps/daemonsets', 'd')?.['status']
const eventReasons = (cluster: ManagedCluster): string[] => cluster.all('events').map(({ reason }) => String(reason))

async function withNodes(...names: string[]): Promise<ManagedCluster> {
  const cluster = await managed([daemonSets])
  for (const name of names) {
    await cluster.create('nodes', { metadata: { name } }, '')
    await cluster.context.objects.patch(NODES, { namespace: '', name }, 'merge', { spec: { taints: null } })
  }
  return cluster
}

async function setStatus(cluster: ManagedCluster, name: string, given: JsonObject): Promise<void> {
  await cluster.context.objects.patchStatus(PODS, place(name), 'merge', { status: given })
  await cluster.pass(0)
}

const ready = (cluster: ManagedCluster, name: string): Promise<void> =>
  setStatus(cluster, name, {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }],
  })

const podNames = (cluster: ManagedCluster): string[] => cluster.all('pods').map(({ metadata }) => metadata?.name ?? '')
const first = (cluster: ManagedCluster): string => podNames(cluster)[0] ?? ''

describe('the daemon set controller', () => {
  it('creates a pod for each node', async () => {
    const cluster = await withNodes('a', 'b')
    await cluster.create('apps/daemonsets', daemon())
    await cluster.pass(0)
    expect(status(cluster)).toEqual({
      currentNumberScheduled: 2,
      numberMisscheduled: 0,
      desiredNumberScheduled: 2,
      numberReady: 0,
      observedGeneration: 1,
      updatedNumberScheduled: 2,
      numberUnavailable: 2,
    })
    const [revision] = cluster.all('apps/controllerrevisions')
    const hash = revision?.metadata?.labels?.['controller-revision-hash']
    expect(revision?.metadata).toMatchObject({
      name: `d-${hash}`,
      annotations: { 'deprecated.daemonset.template.generation': '1' },
    })
    const [pod] = cluster.all('pods')
    expect(pod?.metadata).toMatchObject({
      generateName: 'd-',
      labels: { app: 'x', 'controller-revision-hash': hash, 'pod-template-generation': '1' },
    })
    expect(eventReasons(cluster)).toEqual(['SuccessfulCreate', 'SuccessfulCreate'])
    expect(cluster.report).not.toHaveBeenCalled()
  })

  it('follows changed nodes, and ignores deleted ones', async () => {
    const cluster = await withNodes('a')
    await cluster.create(
      'apps/daemonsets',
      daemon({ template: { ...template, spec: { ...template.spec, nodeSelector: { k: 'v' } } } }),
    )
    await cluster.pass(0)
    expect(podNames(cluster)).toHaveLength(0)
    await cluster.context.objects.patch(NODES, { namespace: '', name: 'a' }, 'merge', {
      metadata: { labels: { k: 'v' } },
    })
    await cluster.pass(0)
    expect(podNames(cluster)).toHaveLength(1)
    await cluster.context.objects.delete(NODES, { namespace: '', name: 'a' })
    await cluster.pass(0)
    expect(status(cluster)).toMatchObject({ desiredNumberScheduled: 1 })
  })

  it('replaces a failed pod at once, and later ones after a growing backoff', async () => {
    const cluster = await withNodes('a')
    await cluster.create('apps/daemonsets', daemon())
    await cluster.pass(0)
    const failures: boolean[] = []
    for (const wait of [0, 0, 1000, 0, 1000, 1000]) {
      const before = first(cluster)
      await setStatus(cluster, before, { phase: 'Failed' })
      await cluster.pass(wait)
      failures.push(first(cluster) !== before)
    }
    // The second replacement waits 1 s, the third 2 s.
    expect(failures).toEqual([true, false, true, false, false, true])
    expect(eventReasons(cluster).filter((reason) => reason === 'FailedDaemonPod')).toHaveLength(3)
  })

  it('rolls out a new template, and keeps revisions up to the history limit', async () => {
    const cluster = await withNodes('a', 'b')
    await cluster.create('apps/daemonsets', daemon({ revisionHistoryLimit: 1 }))
    await cluster.pass(0)
    const versions = (): string[] => cluster.all('pods').map(({ metadata }) => metadata?.labels?.['v'] ?? '1')
    const numbers = (): Set<unknown> => new Set(cluster.all('apps/controllerrevisions').map(({ revision }) => revision))
    const roll = async (v: string): Promise<void> => {
      const spec = { template: { metadata: { labels: { v } } } }
      await cluster.context.objects.patch(DAEMON_SETS, place('d'), 'merge', { spec })
      await cluster.pass(0)
    }
    for (const name of podNames(cluster)) await ready(cluster, name)
    await roll('2')
    expect(new Set(versions())).toEqual(new Set(['1', '2']))
    expect(status(cluster)).toMatchObject({ updatedNumberScheduled: 1, numberUnavailable: 1, observedGeneration: 2 })
    for (let i = 0; i < 2; i++) for (const name of podNames(cluster)) await ready(cluster, name)
    expect(versions()).toEqual(['2', '2'])
    await roll('3')
    for (let i = 0; i < 2; i++) for (const name of podNames(cluster)) await ready(cluster, name)
    expect(versions()).toEqual(['3', '3'])
    expect(numbers()).toEqual(new Set([2, 3]))
    await roll('2')
    expect(numbers()).toEqual(new Set([3, 4]))
  })

  it('adopts a matching pod on a node without one', async () => {
    const cluster = await withNodes('a')
    const { metadata, spec } = template
    await cluster.create('pods', { metadata: { ...metadata, name: 'mine' }, spec: { ...spec, nodeName: 'a' } })
    await cluster.create('apps/daemonsets', daemon({ updateStrategy: { type: 'OnDelete' } }))
    await cluster.pass(0)
    expect(podNames(cluster)).toEqual(['mine'])
    expect(cluster.read('pods', 'mine')?.metadata?.ownerReferences).toHaveLength(1)
    expect(status(cluster)).not.toHaveProperty('updatedNumberScheduled')
  })

  it('keeps one of several equal revisions, and labels pods with it', async () => {
    const cluster = await withNodes('a')
    await cluster.create('apps/daemonsets', daemon())
    await cluster.pass(0)
    const [made] = cluster.all('apps/controllerrevisions')
    const { labels, ownerReferences } = made?.metadata ?? {}
    const copy = {
      name: 'copy',
      labels: { ...labels, 'controller-revision-hash': 'copied' },
      ...(ownerReferences && { ownerReferences }),
    }
    await cluster.create('apps/controllerrevisions', { metadata: copy, data: made?.['data'], revision: 7 })
    await cluster.pass(0)
    // A new revision does not requeue its controller; a changed one does.
    expect(cluster.all('apps/controllerrevisions')).toHaveLength(2)
    await cluster.context.objects.patch(CONTROLLER_REVISIONS, place('copy'), 'merge', {
      metadata: { labels: { a: 'b' } },
    })
    await cluster.pass(0)
    expect(cluster.all('apps/controllerrevisions').map(({ metadata }) => metadata?.name)).toEqual(['copy'])
    expect(cluster.read('pods', first(cluster))?.metadata?.labels).toMatchObject({
      'controller-revision-hash': 'copied',
    })
  })

  it('raises the collision count when the revision name is taken', async () => {
    const cluster = await withNodes('a')
    const metadata = { name: 'd-787899bf6d' }
    await cluster.create('apps/controllerrevisions', { metadata, data: { other: true }, revision: 1 })
    await cluster.create('apps/daemonsets', daemon())
    await cluster.pass(1000)
    expect(status(cluster)).toMatchObject({ collisionCount: 1, currentNumberScheduled: 1 })
    expect(cluster.all('apps/controllerrevisions')).toHaveLength(2)
  })
})
