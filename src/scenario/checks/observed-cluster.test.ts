import { expect, it } from 'vitest'
import type { ClusterSource } from './cluster-source.ts'
import { ObservedCluster } from './observed-cluster.ts'

const PODS = { resource: 'pods', responseKind: { kind: 'Pod' }, scope: 'Namespaced', verbs: ['list', 'watch'] }
const GROUPS = { kind: 'APIGroupDiscoveryList', items: [{ versions: [{ version: 'v1', resources: [PODS] }] }] }

it('starts no watch when it is stopped during discovery', async () => {
  const requested: string[] = []
  let [discovering, answer] = [(): void => undefined, (): void => undefined]
  const isDiscovering = new Promise<void>((resolve) => (discovering = resolve))
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const source: ClusterSource = {
    info: { dialect: 'k8s' },
    async fetch(path) {
      requested.push(path)
      discovering()
      await answered
      return Response.json(GROUPS)
    },
    commands: { follow: () => () => undefined },
    schedule: () => undefined,
    sleep: () => new Promise(() => undefined),
    random: () => 0,
  }
  const cluster = new ObservedCluster(source, () => undefined)
  const started = cluster.start({ resources: new Set(['pods']), reads: new Set() })
  await isDiscovering
  cluster.stop()
  answer()
  await started
  expect(requested.filter((path) => path !== '/api' && path !== '/apis')).toEqual([])
})
