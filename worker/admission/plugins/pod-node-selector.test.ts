import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { podNodeSelector } from './pod-node-selector.ts'

const configuration = {
  podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 'pool=default', strict: 'env=test' },
}

async function selected(namespace: ApiObject, nodeSelector: ApiObject = {}): Promise<unknown> {
  const pod = podOf({ nodeSelector })
  const plugin = podNodeSelector(contextOf({ objects: { namespaces: [namespace] }, configuration }))
  await runPlugin(plugin, requestOf(pod, { namespace: namespace.metadata?.name ?? '' }))
  return (pod['spec'] as ApiObject)['nodeSelector']
}
const plain: ApiObject = { metadata: { name: 'n' } }
const annotated = (selector: string, name = 'n'): ApiObject => ({
  metadata: { name, annotations: { 'scheduler.alpha.kubernetes.io/node-selector': selector } },
})

describe('PodNodeSelector', () => {
  it('merges the selector of the namespace, or of the cluster', async () => {
    expect(await selected(plain, { own: 'x' })).toEqual({ pool: 'default', own: 'x' })
    expect(await selected(annotated(' env = prod ,zone='), {})).toEqual({ env: 'prod', zone: '' })
  })

  it('refuses conflicts and labels outside of the whitelist', async () => {
    await expect(selected(plain, { pool: 'other' })).rejects.toThrow(
      'pods "p" is forbidden: pod node label selector conflicts with its namespace node label selector',
    )
    await expect(selected(annotated('', 'strict'), { a: 'b' })).rejects.toThrow('conflict with its namespace whitelist')
  })

  it('reports malformed selectors', async () => {
    await expect(selected(annotated('a=b=c'))).rejects.toMatchObject({
      code: 500,
      message: 'invalid selector: [a b c]',
    })
    await expect(selected(annotated('k!=v'))).rejects.toThrow('<nil>: Invalid value: "k!"')
  })
})
