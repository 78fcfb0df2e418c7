import { describe, expect, it } from 'vitest'
import { badRequest } from '../../api/status.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { alwaysDeny } from './always-deny.ts'
import { alwaysPullImages } from './always-pull-images.ts'
import { denyServiceExternalIPs } from './deny-service-external-ips.ts'
import { extendedResourceToleration } from './extended-resource-toleration.ts'
import { limitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology.ts'
import { namespaceAutoProvision } from './namespace-auto-provision.ts'
import { namespaceExists } from './namespace-exists.ts'
import { persistentVolumeLabel } from './persistent-volume-label.ts'
import { securityContextDeny } from './security-context-deny.ts'

describe('plugins that are off by default', () => {
  it('AlwaysDeny refuses all writes but the writes of the server', async () => {
    await expect(runPlugin(alwaysDeny(), requestOf(podOf()))).rejects.toThrow('denying all modifications')
    const user = { username: 'system:apiserver', uid: '', groups: [], extra: {} }
    await runPlugin(alwaysDeny(), requestOf(podOf(), { user }))
  })

  it('AlwaysPullImages sets the pull policy, except in an update without a new image', async () => {
    const pod = podOf({ initContainers: [{ name: 'i', image: 'x', imagePullPolicy: 'Never' }] })
    await runPlugin(alwaysPullImages(), requestOf(pod))
    expect(pod['spec']).toMatchObject({
      containers: [{ imagePullPolicy: 'Always' }],
      initContainers: [{ imagePullPolicy: 'Always' }],
    })
    const kept = podOf()
    await runPlugin(alwaysPullImages(), requestOf(kept, { operation: 'UPDATE', oldObject: podOf() }))
    expect(kept['spec']).toEqual(podOf()['spec'])
  })

  it('DenyServiceExternalIPs allows the removal of addresses only', async () => {
    const service = (...externalIPs: string[]) => ({ metadata: { name: 's' }, spec: { externalIPs } })
    const resource = { group: '', version: 'v1', resource: 'services' }
    const update = { resource, operation: 'UPDATE', oldObject: service('1.2.3.4') } as const
    await runPlugin(denyServiceExternalIPs(), requestOf(service(), update))
    await expect(runPlugin(denyServiceExternalIPs(), requestOf(service('5.6.7.8'), update))).rejects.toThrow(
      'Use of external IPs is denied',
    )
  })

  it('ExtendedResourceToleration adds one toleration for each extended resource that a pod requests', async () => {
    const resources = { requests: { cpu: '1', 'example.com/gpu': '1' } }
    const pod = podOf({ containers: [{ name: 'c', resources }] })
    await runPlugin(extendedResourceToleration(contextOf()), requestOf(pod))
    await runPlugin(extendedResourceToleration(contextOf()), requestOf(pod))
    const tolerations = [{ key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' }]
    expect(pod['spec']).toMatchObject({ tolerations })
  })

  it('LimitPodHardAntiAffinityTopology allows the topology key of nodes, and refuses any other', async () => {
    const pod = (topologyKey: string) => {
      const required = [{ topologyKey }]
      return podOf({ affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } })
    }
    const plugin = limitPodHardAntiAffinityTopology(contextOf())
    await runPlugin(plugin, requestOf(pod('kubernetes.io/hostname')))
    await expect(runPlugin(plugin, requestOf(pod('zone')))).rejects.toThrow(
      'has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    )
  })

  it('NamespaceAutoProvision creates missing namespaces, but not in a dry run', async () => {
    const made: unknown[] = []
    const updateStatus = () => Promise.resolve()
    const create = (_resource: string, object: unknown) => Promise.resolve(void made.push(object))
    const plugin = namespaceAutoProvision(contextOf({ writer: { create, updateStatus } }))
    await runPlugin(plugin, requestOf(podOf(), { dryRun: true }))
    await runPlugin(plugin, requestOf(podOf()))
    expect(made).toMatchObject([{ metadata: { name: 'n' } }])
    const failing = { create: () => Promise.reject(badRequest('no')), updateStatus }
    await expect(runPlugin(namespaceAutoProvision(contextOf({ writer: failing })), requestOf(podOf()))).rejects.toThrow(
      'pods "p" is forbidden: no',
    )
  })

  it('NamespaceExists refuses objects in missing namespaces', async () => {
    await expect(runPlugin(namespaceExists(contextOf()), requestOf(podOf()))).rejects.toThrow(
      'namespaces "n" not found',
    )
    await runPlugin(
      namespaceExists(contextOf({ objects: { namespaces: [{ metadata: { name: 'n' } }] } })),
      requestOf(podOf()),
    )
  })

  it('PersistentVolumeLabel refuses a GCE disk, and admits a volume without one', async () => {
    const resource = { group: '', version: 'v1', resource: 'persistentvolumes' }
    const volume = { metadata: { name: 'v' }, spec: { gcePersistentDisk: { pdName: 'd' } } }
    await expect(runPlugin(persistentVolumeLabel(contextOf()), requestOf(volume, { resource }))).rejects.toThrow(
      'error querying GCE PD volume d: unable to build GCE cloud provider for PD',
    )
    await runPlugin(persistentVolumeLabel(contextOf()), requestOf({ metadata: { name: 'v' }, spec: {} }, { resource }))
  })

  it('SecurityContextDeny refuses pods that set a user or an fsGroup', async () => {
    const containers = [{ name: 'c', securityContext: { runAsUser: 0 } }]
    await expect(runPlugin(securityContextDeny(), requestOf(podOf({ containers })))).rejects.toThrow(
      'SecurityContext.RunAsUser is forbidden',
    )
    await expect(
      runPlugin(securityContextDeny(), requestOf(podOf({ securityContext: { fsGroup: 1 } }))),
    ).rejects.toThrow('pod.Spec.SecurityContext.FSGroup is forbidden')
  })
})
