import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { applyManifest, readManifest } from '../client/manifest.ts'
import { createObject } from '../client/resource-client.ts'
import type { ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { examples } from './examples.ts'
import { twoManagers } from './two-managers.ts'

describe.each(['svc', 'k8s'] as const)('examples in a cluster of dialect %s', (dialect) => {
  let cluster: ServerCluster
  beforeEach(async () => {
    cluster = await serverCluster(dialect)
  })
  afterEach(() => cluster.close())

  const { spell } = dialects[dialect]
  const target = () => ({
    cluster: cluster.handle,
    resolve: (group: string, kind: string) => Promise.resolve(cluster.discovery.byKind(group, kind)),
    namespace: 'default',
  })
  const clean = examples.filter(({ id }) => id !== twoManagers.id)

  test.each(clean.map((example) => [example.id, example] as const))(
    '%s is applied twice without conflicts or warnings',
    async (_, { files }) => {
      for (const { text } of files) {
        const results = await applyManifest(spell(text), target())
        expect(results.filter(({ outcome }) => outcome !== 'created')).toEqual([])
      }
      // The second apply has no conflicts.
      for (const { text } of files)
        expect((await applyManifest(spell(text), target())).filter(({ outcome }) => outcome !== 'applied')).toEqual([])
      expect(cluster.warnings).toEqual([])
    },
  )

  test.each(clean.map((example) => [example.id, example] as const))(
    '%s is created without warnings',
    async (_, { files }) => {
      for (const object of (await Promise.all(files.map(({ text }) => readManifest(spell(text))))).flat()) {
        const slash = object.apiVersion?.split('/') ?? []
        const [group, version] = slash.length === 2 ? slash : ['', slash[0] ?? '']
        const type = cluster.discovery.byKind(group ?? '', object.kind ?? '')
        if (type === undefined) throw new Error(`no ${object.kind}`)
        const { namespace = '' } = object.metadata ?? {}
        const at = { group: type.group, version: version ?? '', resource: type.resource, namespace, name: '' }
        await createObject(cluster.handle, at, object, { fieldValidation: 'Strict' })
      }
      expect(cluster.warnings).toEqual([])
    },
  )

  test('the example with two managers has exactly one conflict, which the server names', async () => {
    const [platform, release] = twoManagers.files
    const [made] = await applyManifest(platform.text, { ...target(), manager: platform.manager })
    expect(made?.outcome).toBe('created')
    const [refused] = await applyManifest(release.text, { ...target(), manager: release.manager })
    expect(refused?.error?.message).toBe('Apply failed with 1 conflict: conflict with "platform": .spec.replicas')
    const [forced] = await applyManifest(release.text, { ...target(), manager: release.manager, force: () => true })
    expect(forced?.outcome).toBe('applied')
    const [turned] = await applyManifest(platform.text, { ...target(), manager: platform.manager })
    expect(turned?.error?.message).toBe('Apply failed with 1 conflict: conflict with "release-robot": .spec.replicas')
    expect(cluster.warnings).toEqual([])
  })
})

test('ids and file names of examples are unique', () => {
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length)
  const names = examples.flatMap(({ files }) => files.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})
