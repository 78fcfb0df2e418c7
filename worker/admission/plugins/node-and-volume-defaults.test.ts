import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import type { AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts'
import { taintNodesByCondition } from './taint-nodes-by-condition.ts'

const context = { dialect: dialects.k8s, lister: { get: () => undefined, list: () => [] } }

function admit(plugin: AdmissionPlugin, resource: string, object: ApiObject): ApiObject {
  const part = {
    operation: 'CREATE',
    resource: { group: '', version: 'v1', resource },
    subresource: '',
    object,
  } as const
  const request = part as unknown as AdmissionRequest
  if (plugin.handles(request)) void plugin.admit?.(request)
  return object
}

describe('StorageObjectInUseProtection', () => {
  it('adds its finalizer once', () => {
    const plugin = storageObjectInUseProtection(context)
    const volume = admit(plugin, 'persistentvolumes', { metadata: { name: 'v' } })
    expect(volume.metadata?.finalizers).toEqual(['kubernetes.io/pv-protection'])
    expect(admit(plugin, 'persistentvolumes', volume).metadata?.finalizers).toHaveLength(1)
    expect(admit(plugin, 'pods', { metadata: { name: 'p' } }).metadata).not.toHaveProperty('finalizers')
  })
})

describe('TaintNodesByCondition', () => {
  it('taints a new node once', () => {
    const plugin = taintNodesByCondition(context)
    const node = admit(plugin, 'nodes', { metadata: { name: 'n' } })
    expect(node['spec']).toEqual({ taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] })
    expect(admit(plugin, 'nodes', node)['spec']).toMatchObject({ taints: { length: 1 } })
  })
})
