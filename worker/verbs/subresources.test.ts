import { describe, expect, it } from 'vitest'
import type { AdmissionRequest } from '../admission/admission.ts'
import type { ApiObject } from '../api/object.ts'
import { createVerbs } from './create-verbs.ts'
import { patchOf } from './server-itself.ts'
import { plain, testCluster } from './verbs-fixture.ts'

const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }

describe('pods/binding', () => {
  it('binds a pod to a node with annotations and a condition, and refuses to bind it again', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('pods', pod)
    const bind = () =>
      verbs.create(
        target('pods', 'p', 'default', 'binding'),
        caller,
        { metadata: { name: 'p', annotations: { a: 'b' } }, target: { kind: 'Node', name: 'n1' } },
        plain,
      )
    expect((await bind()).object).toMatchObject({ kind: 'Status', status: 'Success' })
    const stored = store.get({ resource: 'pods', namespace: 'default', name: 'p' })?.object
    expect(stored).toMatchObject({
      metadata: { annotations: { a: 'b' } },
      spec: { nodeName: 'n1' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True' }] },
    })
    await expect(bind()).rejects.toThrow(
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n1"',
    )
  })

  it('refuses another pod name, a target that is not a node, and a stale resourceVersion', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('pods', pod)
    const bind = async (body: object) =>
      verbs.create(target('pods', 'p', 'default', 'binding'), caller, { metadata: { name: 'p' }, ...body }, plain)
    await expect(bind({ metadata: { name: 'q' } })).rejects.toThrow('name in URL does not match name in Binding object')
    await expect(bind({ target: { kind: 'Pod' } })).rejects.toThrow(
      '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
    )
    const metadata = { name: 'p', resourceVersion: '999999' }
    await expect(bind({ metadata, target: { name: 'n' } })).rejects.toThrow(
      'Precondition failed: ResourceVersion in precondition: 999999, ResourceVersion in object meta: ',
    )
  })
})

describe('pods/ephemeralcontainers', () => {
  it.each([{ lifecycle: {} }, { restartPolicy: '' }, { startupProbe: {} }])(
    'refuses a field of other containers, %j, although it is empty',
    async (part) => {
      const { create, verbs, target, caller } = await testCluster()
      await create('pods', pod)
      const object = { ...pod, spec: { ...pod.spec, ephemeralContainers: [{ name: 'e', image: 'i', ...part }] } }
      const update = async () =>
        verbs.update(target('pods', 'p', 'default', 'ephemeralcontainers'), caller, object, plain)
      await expect(update()).rejects.toThrow(
        `spec.ephemeralContainers[0].${Object.keys(part).join()}: Forbidden: cannot be set for an Ephemeral Container`,
      )
    },
  )

  it('refuses an apply of a status that another manager owns', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('pods', pod)
    const config = (status: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      status: { conditions: [{ type: 'A', status }] },
    })
    const apply = async (subresource: string, fieldManager: string, status: string) =>
      verbs.apply(
        target('pods', 'p', 'default', subresource),
        caller,
        { config: config(status), faults: [], fieldValidation: 'Ignore' },
        { ...plain, fieldManager, force: false },
      )
    await apply('status', 'first', 'True')
    await expect(apply('ephemeralcontainers', 'second', 'False')).rejects.toThrow('conflict with "first"')
  })
})

describe('metadata in a subresource', () => {
  const renamed = patchOf('merge', { metadata: { uid: 'u', labels: { a: 'b' } } })

  it('refuses another uid at pods/ephemeralcontainers', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('pods', pod)
    const place = target('pods', 'p', 'default', 'ephemeralcontainers')
    await expect(verbs.patch(place, caller, renamed, plain)).rejects.toThrow(
      'metadata.uid: Invalid value: "u": field is immutable',
    )
  })

  it('keeps the stored metadata in the status of a FlowSchema', async () => {
    const { verbs, target, caller } = await testCluster()
    const place = target('flowcontrol.apiserver.k8s.io/flowschemas', 'exempt', '', 'status')
    const { metadata } = (await verbs.patch(place, caller, renamed, plain)).object
    expect(metadata?.uid).not.toBe('u')
    expect(metadata?.labels).toBeUndefined()
  })
})

describe('the status of a definition', () => {
  it('takes labels from the body, and no manager owns them', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const resource = 'apiextensions.k8s.io/customresourcedefinitions'
    const schema = { openAPIV3Schema: { type: 'object' } }
    await create(resource, {
      metadata: { name: 'as.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'as', kind: 'A' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    const patch = patchOf('merge', { metadata: { labels: { a: 'b' } } })
    const { object } = await verbs.patch(target(resource, 'as.example.com', '', 'status'), caller, patch, plain)
    expect(object.metadata?.labels).toEqual({ a: 'b' })
    expect(JSON.stringify(object.metadata?.managedFields)).not.toContain('f:labels')
  })
})

describe('pods/eviction', () => {
  it('deletes a pod that is on no node', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('pods', pod)
    await verbs.create(target('pods', 'p', 'default', 'eviction'), caller, { metadata: { name: 'p' } }, plain)
    expect(store.get({ resource: 'pods', namespace: 'default', name: 'p' })).toBeUndefined()
  })
})

describe('deprecated versions', () => {
  it('are announced in a warning', async () => {
    const { verbs, target, caller, warnings } = await testCluster()
    await verbs.get(target('componentstatuses', 'etcd-0'), caller, { resourceVersion: '' })
    expect(warnings).toEqual(['v1 ComponentStatus is deprecated in v1.19+'])
  })
})

describe('component statuses', () => {
  it('have no versions, so a get reads none', async () => {
    const { verbs, target, caller } = await testCluster()
    const { object } = await verbs.get(target('componentstatuses', 'etcd-0'), caller, { resourceVersion: 'x' })
    expect(object.metadata?.name).toBe('etcd-0')
  })
})

describe('prioritylevelconfigurations/status', () => {
  it('shows validating admission the object in the version of the request', async () => {
    const { create, environment, target, caller } = await testCluster()
    const spec = { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } } }
    const levels = 'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations'
    await create(levels, { metadata: { name: 'a' }, spec }, '')
    const seen: ApiObject[] = []
    const validate = ({ object }: AdmissionRequest): void => void (object && seen.push({ ...object }))
    const verbs = createVerbs({ ...environment, admission: { ...environment.admission, validate } })
    const ofStatus = target(levels, 'a', '', 'status')
    const older = ofStatus.resource.versions.find(({ version }) => version === 'v1beta3')
    if (older === undefined) throw new Error('serve v1beta3 in the test cluster')
    const { apiVersion } = older
    const status = { conditions: [{ type: 'Dangling', status: 'False' }] }
    const kind = 'PriorityLevelConfiguration'
    const body = { kind, apiVersion, metadata: { name: 'a' }, spec, status }
    await verbs.update({ ...ofStatus, version: older }, caller, body, plain)
    expect(seen).toMatchObject([{ kind, apiVersion, spec, status }])
  })
})
