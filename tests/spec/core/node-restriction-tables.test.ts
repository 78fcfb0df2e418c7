import { describe, expect, it } from 'vitest'
import { contextOf, requestOf, runPlugin } from '../../../worker/admission/admission-fixture.ts'
import { nodeRestriction } from '../../../worker/admission/plugins/node-restriction.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { constants } from './go-constants.ts'
import { functions } from './go-functions.ts'
import type { GoMap, GoValue, Scope } from './go-literals.ts'
import { evaluate, GoStruct } from './go-literals.ts'
import { asJson } from './go-objects.ts'
import { kindOf, objectOf } from './kind-rules.ts'
import { rowsIn } from './rows.ts'

const MIRROR = { 'kubernetes.io/config.mirror': 'true' }

/** The owner reference of mirror pods since 1.17, which the tables lack. */
const owner = new GoStruct('metav1.OwnerReference', {
  APIVersion: 'v1',
  Kind: 'Node',
  Name: 'mynode',
  UID: 'mynode-uid',
  Controller: true,
})

const testPod = (name: GoValue, node: GoValue, isMirror: GoValue, spec: GoMap = {}): GoStruct =>
  new GoStruct('api.Pod', {
    ObjectMeta: new GoStruct('metav1.ObjectMeta', {
      Namespace: 'ns',
      Name: name,
      UID: `${String(name)}-uid`,
      ...(isMirror === true && { Annotations: MIRROR, OwnerReferences: [owner] }),
    }),
    Spec: new GoStruct('api.PodSpec', { NodeName: node, ...spec }),
  })

const volume = (source: GoMap): GoMap => ({
  Volumes: [new GoStruct('api.Volume', { Name: 'v', VolumeSource: new GoStruct('api.VolumeSource', source) })],
})

/** Mirror pods with references to objects that the node could then read. */
const REFERRING: Readonly<Record<string, GoStruct>> = {
  sapod: testPod('mysapod', 'mynode', true, { ServiceAccountName: 'foo' }),
  secretpod: testPod('mysecretpod', 'mynode', true, volume({ Secret: new GoStruct('s', { SecretName: 'foo' }) })),
  configmappod: testPod(
    'myconfigmappod',
    'mynode',
    true,
    volume({ ConfigMap: new GoStruct('c', { LocalObjectReference: new GoStruct('l', { Name: 'foo' }) }) }),
  ),
  pvcpod: testPod(
    'mypvcpod',
    'mynode',
    true,
    volume({ PersistentVolumeClaim: new GoStruct('p', { ClaimName: 'foo' }) }),
  ),
}

const PODS = ['mymirrorpod', 'mypod', 'othermirrorpod', 'otherpod', 'unboundmirrorpod', 'unboundpod'] as const
const nodeOf = (name: string): string => {
  if (name.startsWith('my')) return 'mynode'
  return name.startsWith('other') ? 'othernode' : ''
}
const existing = PODS.map((name) => testPod(name, nodeOf(name), name.includes('mirror')))

const allowed = [
  'foo',
  'example.com/foo',
  'kubernetes.io/hostname',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'kubelet.kubernetes.io/foo',
  'foo.kubelet.kubernetes.io/foo',
  'node.kubernetes.io/foo',
  'foo.node.kubernetes.io/foo',
]
const restricted = ['node-restriction.kubernetes.io/foo', 'foo.node-restriction.kubernetes.io/foo']
const others = ['other.kubernetes.io/foo', 'other.k8s.io/foo']

const labelling =
  (...names: readonly string[]): Scope['functions'][string] =>
  (node = null, value = '') => {
    if (!(node instanceof GoStruct)) return node
    const { ObjectMeta: meta } = node.fields
    const { fields } = meta instanceof GoStruct ? meta : { fields: {} }
    const labels = Object.fromEntries(names.map((name) => [name, value]))
    return new GoStruct(node.type, {
      ...node.fields,
      ObjectMeta: new GoStruct('metav1.ObjectMeta', { ...fields, Labels: labels }),
    })
  }

/** Names that rows take from variables: `coremypod.Name`. */
function named(): Record<string, GoValue> {
  const known: Record<string, GoValue> = { 'coreunnamedpod.Name': '', 'coreunnamedpod.Namespace': 'ns' }
  const add = (variable: string, name: string, namespace: string): void => {
    known[`${variable}.Name`] = name
    known[`${variable}.Namespace`] = namespace
    known[`${variable}.UID`] = `${name}-uid`
  }
  for (const name of PODS) add(`core${name}`, name, 'ns')
  for (const [variable, pod] of Object.entries(REFERRING)) {
    known[variable] = pod
    add(variable, `my${variable}`, 'ns')
  }
  add('mynodeObj', 'mynode', '')
  add('othernodeObj', 'othernode', '')
  add('lease', 'mynode', 'kube-node-lease')
  add('leaseWrongNS', 'mynode', 'foo')
  add('leaseWrongName', 'foo', 'kube-node-lease')
  add('nodeInfo', 'mynode', '')
  add('nodeInfoWrongName', 'foo', '')
  add('otherpodEviction', 'otherpod', 'ns')
  return known
}

const scope: Scope = {
  constants: { ...constants, ...named() },
  functions: {
    ...functions,
    makeTestPod: (_namespace = null, name = null, node = null, isMirror = null) => testPod(name, node, isMirror),
    makeTestPodEviction: (name = null) =>
      new GoStruct('policy.Eviction', {
        ObjectMeta: new GoStruct('metav1.ObjectMeta', { Name: name, Namespace: 'ns' }),
      }),
    makeTokenRequest: (name = null, uid = null) =>
      new GoStruct('authentication.TokenRequest', {
        Spec: new GoStruct('authentication.TokenRequestSpec', {
          Audiences: ['foo'],
          BoundObjectRef:
            name === ''
              ? null
              : new GoStruct('authentication.BoundObjectReference', {
                  Kind: 'Pod',
                  ApiVersion: 'v1',
                  Name: name,
                  Uid: uid,
                }),
        }),
      }),
    setAllLabels: labelling(...allowed, ...restricted, ...others),
    setAllowedCreateLabels: labelling(...allowed),
    setAllowedUpdateLabels: labelling(...allowed),
    setForbiddenCreateLabels: labelling(...restricted),
    setForbiddenUpdateLabels: labelling(...restricted, ...others),
  },
}

/** The storage name of a row's resource, from its title and its objects. */
function storageOf(title: string): string {
  if (title.includes('lease')) return 'coordination.k8s.io/leases'
  if (title.includes('CSINode')) return 'storage.k8s.io/csinodes'
  if (title.includes('token')) return 'serviceaccounts'
  if (title.includes('unrelated object')) return 'configmaps'
  return / node\b/.test(title) && !title.includes('pod') && !title.includes('normal') ? 'nodes' : 'pods'
}

interface Attributes {
  readonly object: ApiObject | undefined
  readonly old: ApiObject | undefined
  readonly namespace: string
  readonly name: string
  readonly subresource: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly user: GoMap
}

function attributesOf(title: string, args: readonly unknown[]): Attributes {
  const storage = storageOf(title)
  const at = (i: number): GoValue => evaluate(args[i] ?? null, scope)
  const text = (i: number): string => String(at(i) ?? '')
  const read = (i: number): ApiObject | undefined => {
    const value = at(i)
    if (value === null) return undefined
    const isOwn = value instanceof GoStruct && /(?:Pod|Node|Lease|CSINode)$/.test(value.type)
    return isOwn ? objectOf(storage, value) : (asJson(value, undefined) as ApiObject)
  }
  const user = at(10)
  return {
    object: read(0),
    old: read(1),
    namespace: text(3),
    name: text(4),
    subresource: text(6),
    operation: text(7) as Attributes['operation'],
    user: user instanceof GoStruct ? user.fields : {},
  }
}

/** Rows with another result in 1.30, and the reason. */
const LATER: ReadonlyMap<string, string> = new Map([
  ['disallowed create lease - feature disabled', 'leases of nodes are always on'],
  ['disallowed create CSINode - feature disabled', 'the kind is always on'],
  ['forbid create of my node with non-nil configSource', 'nodes have no such source any more'],
])

describe('the NodeRestriction tests of the real server', () => {
  const rows = rowsIn('noderestriction', 'Test_nodePlugin_Admit', 'tests').filter(({ name }) => !LATER.has(name))
  it.each(rows)('$name', async ({ name: title, row }) => {
    const { attributes, err } = row as { attributes: { args: readonly unknown[] }; err: unknown }
    const { object, old, namespace, name, subresource, operation, user } = attributesOf(title, attributes.args)
    const { group, kind, name: resource, storageVersion } = kindOf(storageOf(title))
    const isUnknown = /unknown pod|nonexistant/.test(title)
    const nodes: ApiObject[] = [{ metadata: { name: 'mynode', uid: 'mynode-uid' } }]
    const objects = { nodes, pods: isUnknown ? [] : existing.map((pod) => objectOf('pods', pod)) }
    const request = requestOf(object, {
      operation,
      namespace,
      name,
      subresource,
      oldObject: old,
      resource: { group, version: storageVersion.version, resource },
      kind: { group, version: storageVersion.version, kind },
      user: {
        username: String(user['Name'] ?? ''),
        uid: '',
        groups: Array.isArray(user['Groups']) ? user['Groups'].map(String) : [],
        extra: {},
      },
    })
    const refusal = await runPlugin(nodeRestriction(contextOf({ objects })), request).then(
      () => '',
      (error: unknown) => String(error),
    )
    if (err === '' || err === undefined) expect(refusal).toBe('')
    else expect(refusal).toContain(String(err))
  })
})
