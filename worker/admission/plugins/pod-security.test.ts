import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { podSecurity } from './pod-security.ts'

const labels = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([mode, value]) => [`pod-security.kubernetes.io/${mode}`, value]))

const namespaceOf = (values: Record<string, string>, name = 'n'): ApiObject => ({
  metadata: { name, labels: labels(values) },
})

const pluginFor = (values: Record<string, string>, pods: ApiObject[] = [], configuration?: ApiObject) =>
  podSecurity(contextOf({ objects: { namespaces: [namespaceOf(values)], pods }, configuration }))

const hostile = podOf({ hostNetwork: true })

describe('PodSecurity', () => {
  it('is synchronous for a namespace without a policy', () => {
    expect(pluginFor({}).validate(requestOf(hostile))).toBeUndefined()
  })

  it('refuses, audits and warns by mode', async () => {
    const enforcing = requestOf(hostile)
    await expect(runPlugin(pluginFor({ enforce: 'baseline' }), enforcing)).rejects.toThrow(
      'pods "p" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    )
    expect(enforcing.warnings).toEqual([])
    const admitted = requestOf(hostile)
    await runPlugin(pluginFor({ audit: 'baseline', warn: 'baseline', 'warn-version': 'v1.20' }), admitted)
    expect(admitted.warnings).toEqual([
      'would violate PodSecurity "baseline:v1.20": host namespaces (hostNetwork=true)',
    ])
    expect(admitted.annotations).toMatchObject({
      'pod-security.{labels}/enforce-policy': 'privileged:latest',
      'pod-security.{labels}/audit-violations':
        'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    })
  })

  it('warns of workloads whose pods would be refused', async () => {
    const deployment = { metadata: { name: 'd' }, spec: { template: { spec: { hostPID: true, containers: [] } } } }
    const request = requestOf(deployment, { resource: { group: 'apps', version: 'v1', resource: 'deployments' } })
    await runPlugin(pluginFor({ enforce: 'baseline' }), request)
    expect(request.warnings).toEqual(['would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)'])
  })

  it('checks an update that changes an image, but not an update that changes a label', async () => {
    const plugin = pluginFor({ enforce: 'baseline' })
    const labelled = { ...hostile, metadata: { ...hostile.metadata, labels: { a: 'b' } } }
    await runPlugin(plugin, requestOf(labelled, { operation: 'UPDATE', oldObject: hostile }))
    const changed = podOf({ hostNetwork: true, containers: [{ name: 'c', image: 'other' }] })
    await expect(runPlugin(plugin, requestOf(changed, { operation: 'UPDATE', oldObject: hostile }))).rejects.toThrow(
      'violates PodSecurity',
    )
  })

  it('does not check updates of annotations and removals of ephemeral containers', async () => {
    const plugin = pluginFor({ enforce: 'baseline' })
    const before = podOf({ hostNetwork: true, containers: [], ephemeralContainers: [{ name: 'e', image: 'i' }] })
    const annotations = { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' }
    const annotated = { ...before, metadata: { ...before.metadata, annotations } }
    for (const changed of [annotated, podOf({ hostNetwork: true, containers: [] })])
      await runPlugin(plugin, requestOf(changed, { operation: 'UPDATE', oldObject: before }))
    const added = podOf({ hostNetwork: true, containers: [], ephemeralContainers: [{ name: 'f', image: 'i' }] })
    await expect(runPlugin(plugin, requestOf(added, { operation: 'UPDATE', oldObject: before }))).rejects.toThrow(
      'violates PodSecurity',
    )
  })

  it('checks the labels of namespaces, and warns about their present pods', async () => {
    const resource = { group: '', version: 'v1', resource: 'namespaces' }
    const pods = ['b', 'a'].map((name) => podOf({ hostNetwork: true }, { name }))
    const plugin = pluginFor({}, pods)
    const bad = requestOf(namespaceOf({ enforce: 'bad', 'warn-version': 'v9' }), { resource })
    await expect(runPlugin(plugin, bad)).rejects.toThrow('Namespace "n" is invalid: [metadata.labels[pod-security')
    const stricter = requestOf(namespaceOf({ enforce: 'baseline' }), {
      resource,
      operation: 'UPDATE',
      oldObject: namespaceOf({}),
    })
    await runPlugin(plugin, stricter)
    expect(stricter.warnings).toEqual([
      'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"',
      'b (and 1 other pod): host namespaces',
    ])
  })

  it('reads defaults and exemptions from its configuration', async () => {
    const configuration = {
      apiVersion: 'pod-security.admission.config.k8s.io/v1',
      kind: 'PodSecurityConfiguration',
      defaults: { enforce: 'baseline', 'enforce-version': 'v1.28' },
      exemptions: { usernames: ['bob'] },
    }
    const plugin = pluginFor({}, [], configuration)
    await expect(runPlugin(plugin, requestOf(hostile))).rejects.toThrow('violates PodSecurity "baseline:v1.28"')
    await runPlugin(plugin, requestOf(hostile, { user: { username: 'bob', uid: '', groups: [], extra: {} } }))
    expect(() => pluginFor({}, [], { kind: 'Other' })).toThrow('Configure PodSecurity')
  })
})
