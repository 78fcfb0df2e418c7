import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import type { AdmissionPlugin } from '../admission.ts'
import { contextOf, requestOf } from '../admission-fixture.ts'
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts'
import { taintNodesByCondition } from './taint-nodes-by-condition.ts'

const context = contextOf()

function admit(plugin: AdmissionPlugin, resource: string, object: ApiObject): ApiObject {
  const request = requestOf(object, { resource: { group: '', version: 'v1', resource } })
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
