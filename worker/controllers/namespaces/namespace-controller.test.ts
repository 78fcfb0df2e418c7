import { describe, expect, it } from 'vitest'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt } from '../../resources/path.ts'
import { configMap, deletion } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { namespaceController } from './namespace-controller.ts'

async function terminating(...content: readonly [resource: string, object: ApiObject][]) {
  const cluster = await managed([namespaceController])
  const { create, verbs, target, caller, read } = cluster
  await create('namespaces', { metadata: { name: 'n' } }, '')
  for (const [resource, object] of content) await create(resource, object, 'n')
  await verbs.delete(target('namespaces', 'n'), caller, deletion)
  const conditions = () =>
    Object.fromEntries(
      listAt(read('namespaces', 'n') ?? {}, 'status.conditions')
        .filter(isObject)
        .map(({ type, status, message }) => [String(type), `${String(status)} ${String(message)}`]),
    )
  return { ...cluster, conditions }
}

describe('a namespace that is deleted', () => {
  it('is removed with its content, including objects that were admitted before the deletion', async () => {
    const { read, all, pass, report } = await terminating(['configmaps', configMap('a')], ['secrets', configMap('b')])
    await pass(4000)
    expect(all('configmaps', 'n')).toHaveLength(1)
    await pass(1000)
    expect([...all('configmaps', 'n'), ...all('secrets', 'n')]).toEqual([])
    expect(read('namespaces', 'n')).toBeUndefined()
    expect(report).not.toHaveBeenCalled()
  })

  it('reports remaining finalizers, and is removed after them', async () => {
    const held = { metadata: { name: 'held', finalizers: ['example.com/hold'] } }
    const { conditions, pass, context, read } = await terminating(['configmaps', held])
    await pass(5000)
    expect(conditions()).toEqual({
      NamespaceDeletionDiscoveryFailure: 'False All resources successfully discovered',
      NamespaceDeletionGroupVersionParsingFailure: 'False All legacy kube types successfully parsed',
      NamespaceDeletionContentFailure: 'False All content successfully deleted, may be waiting on finalization',
      NamespaceContentRemaining: 'True Some resources are remaining: configmaps. has 1 resource instances',
      NamespaceFinalizersRemaining:
        'True Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    })
    const place = { namespace: 'n', name: 'held' }
    const maps = { group: '', version: 'v1', resource: 'configmaps' }
    await context.objects.patch(maps, place, 'merge', { metadata: { finalizers: null } })
    await pass(8000)
    expect(read('namespaces', 'n')).toBeUndefined()
  })

  it('waits for the grace period of its pods, then reports a failure', async () => {
    const spec = { nodeName: 'somewhere', containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds: 10 }
    const { conditions, pass } = await terminating(['pods', { metadata: { name: 'p' }, spec }])
    await pass(5000)
    expect(conditions()).toMatchObject({
      NamespaceDeletionContentFailure: 'False All content successfully deleted, may be waiting on finalization',
      NamespaceContentRemaining: 'True Some resources are remaining: pods. has 1 resource instances',
    })
    await pass(12_000)
    expect(conditions()).toMatchObject({
      NamespaceDeletionContentFailure:
        'True Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: n for gvr: /v1, Resource=pods',
      NamespaceFinalizersRemaining: 'False All content-preserving finalizers finished',
    })
  })

  it('remains when an API service does not answer', async () => {
    const { conditions, pass, create, read } = await terminating()
    const spec = {
      group: 'example.com',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 10,
      service: { namespace: 'default', name: 'x', port: 443 },
      insecureSkipTLSVerify: true,
    }
    await create('apiregistration.k8s.io/apiservices', { metadata: { name: 'v1.example.com' }, spec }, '')
    await pass(5000)
    expect(conditions()).toMatchObject({
      NamespaceDeletionDiscoveryFailure:
        'True Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: example.com/v1: stale GroupVersion discovery: example.com/v1',
    })
    expect(read('namespaces', 'n')).toBeDefined()
  })
})
