import { describe, expect, it, vi } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { configMap, deletion } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { resourceQuota } from './resource-quota.ts'

const QUOTAS = { group: '', version: 'v1', resource: 'resourcequotas' }

async function limited(spec: ApiObject) {
  const cluster = await managed([resourceQuota])
  const { create, pass, read, verbs, target, caller } = cluster
  await create('configmaps', configMap('before'))
  await create('resourcequotas', { metadata: { name: 'q' }, spec })
  await pass(0)
  const status = () => read('resourcequotas', 'q')?.['status']
  const remove = async (resource: string, name: string) => {
    await verbs.delete(target(resource, name), caller, { ...deletion, gracePeriodSeconds: 0 })
    await pass(0)
  }
  return { ...cluster, status, remove }
}

const pod = (name: string, more: ApiObject = {}): ApiObject => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { memory: '64Mi' } } }], ...more },
})

describe('a quota', () => {
  it('reports the usage when it is created, and less after deletions', async () => {
    const hard = {
      configmaps: '3',
      'count/deployments.apps': '2',
      'requests.memory': '1Gi',
      'count/things.example.com': '1',
    }
    const { status, create, remove, pass, report } = await limited({ hard })
    const used = { configmaps: '1', 'count/deployments.apps': '0', 'requests.memory': '0' }
    expect(status()).toEqual({ hard, used })
    await create('configmaps', configMap('more'))
    await create('pods', pod('p'))
    await pass(0)
    expect(status()).toEqual({ hard, used: { ...used, configmaps: '2', 'requests.memory': '64Mi' } })
    await remove('configmaps', 'more')
    await remove('pods', 'p')
    expect(status()).toEqual({ hard, used })
    expect(report).not.toHaveBeenCalled()
  })

  it('counts an object that was created between the first count and the write of it', async () => {
    const { create, pass, read, context } = await managed([resourceQuota])
    const { update } = context.objects
    vi.spyOn(context.objects, 'update').mockImplementationOnce(async (...written) => {
      await create('configmaps', configMap('between'))
      return update(...written)
    })
    await create('resourcequotas', { metadata: { name: 'q' }, spec: { hard: { configmaps: '3' } } })
    await pass(0)
    expect(read('resourcequotas', 'q')?.['status']).toMatchObject({ used: { configmaps: '1' } })
  })

  it('counts a finished pod in `count/pods` only', async () => {
    const { status, create, pass, context } = await limited({ hard: { pods: '3', 'count/pods': '3' } })
    await create('pods', pod('p'))
    await pass(0)
    expect(status()).toMatchObject({ used: { pods: '1', 'count/pods': '1' } })
    const pods = { group: '', version: 'v1', resource: 'pods' }
    const end = { status: { phase: 'Succeeded' } }
    await context.objects.patchStatus(pods, { namespace: 'default', name: 'p' }, 'merge', end)
    await pass(0)
    expect(status()).toMatchObject({ used: { pods: '0', 'count/pods': '1' } })
  })

  it('counts the objects in its scope', async () => {
    const { status, create, remove, pass } = await limited({ hard: { pods: '3' }, scopes: ['Terminating'] })
    await create('pods', pod('stays'))
    await create('pods', pod('ends', { activeDeadlineSeconds: 60 }))
    await create('pods', pod('also', { activeDeadlineSeconds: 60 }))
    await pass(0)
    await remove('pods', 'also')
    expect(status()).toMatchObject({ used: { pods: '1' } })
  })

  it('applies new limits at once, and at the next resync restores a status that another writer changed', async () => {
    const { status, context, pass } = await limited({ hard: { configmaps: '3' } })
    const place = { namespace: 'default', name: 'q' }
    await context.objects.patchStatus(QUOTAS, place, 'merge', { status: { used: { configmaps: '9' } } })
    await pass(1000)
    expect(status()).toMatchObject({ used: { configmaps: '9' } })
    await pass(300_000)
    expect(status()).toMatchObject({ used: { configmaps: '1' } })
    await context.objects.patch(QUOTAS, place, 'merge', { spec: { hard: { configmaps: null, secrets: '2' } } })
    await pass(0)
    expect(status()).toEqual({ hard: { secrets: '2' }, used: { secrets: '0' } })
  })
})
