import { describe, expect, it } from 'vitest'
import { contextOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'

const namespaces = [
  { metadata: { name: 'live' } },
  { metadata: { name: 'ending', deletionTimestamp: '2024-05-01T10:00:00Z' } },
]
const plugin = namespaceLifecycle(contextOf({ objects: { namespaces } }))
const resource = { group: 'apps', version: 'v1', resource: 'deployments' }
const creation = (namespace: string, parts = {}) =>
  runPlugin(plugin, requestOf({ metadata: { name: 'd' } }, { resource, namespace, ...parts }))

describe('NamespaceLifecycle', () => {
  it('admits new content in a live namespace only', async () => {
    await creation('live')
    await expect(creation('nope')).rejects.toThrow('namespaces "nope" not found')
    await expect(creation('ending')).rejects.toMatchObject({
      message:
        'deployments.apps "d" is forbidden: unable to create new content in namespace ending because it is being terminated',
      status: {
        details: {
          name: 'd',
          group: 'apps',
          kind: 'deployments',
          causes: [
            {
              reason: 'NamespaceTerminating',
              message: 'namespace ending is being terminated',
              field: 'metadata.namespace',
            },
          ],
        },
      },
    })
  })

  it('admits updates, access reviews and cluster-scoped objects', async () => {
    await creation('ending', { operation: 'UPDATE' })
    await creation('')
    await creation('nope', {
      resource: { group: 'authorization.k8s.io', version: 'v1', resource: 'localsubjectaccessreviews' },
    })
  })

  it.each(['default', 'kube-system', 'kube-public'])('refuses to delete %s', async (name) => {
    const deletion = requestOf(undefined, {
      operation: 'DELETE',
      resource: { group: '', version: 'v1', resource: 'namespaces' },
      name,
    })
    await expect(runPlugin(plugin, deletion)).rejects.toThrow(
      `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    )
  })
})
