import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import { refKey } from '../client/resource-path.ts'
import type { RelatedObject } from './relations.ts'
import { isSelected, relationsOf } from './relations.ts'

/** An object whose uid is its name. */
function related(kind: string, name: string, rest: JsonObject = {}, owner?: string): RelatedObject {
  const ref = { group: '', version: 'v1', resource: `${kind.toLowerCase()}s`, namespace: 'shop', name }
  const ownerReferences =
    owner === undefined ? undefined : [{ apiVersion: 'v1', kind: 'Owner', name: owner, uid: owner }]
  const metadata = { name, namespace: 'shop', uid: name, ownerReferences }
  return { key: refKey(ref), ref, object: { apiVersion: 'v1', kind, ...rest, metadata } }
}

const shown = (...objects: RelatedObject[]): string[] => {
  const names = new Map(objects.map(({ key, ref }) => [key, ref.name]))
  return relationsOf(objects).map(({ from, kind, to }) => `${names.get(from)} ${kind} ${names.get(to)}`)
}
const withVolume = (name: string): JsonObject => ({ volumes: [{ name: 'v', configMap: { name } }] })
const template = (spec: JsonObject): JsonObject => ({
  spec: { template: { metadata: { labels: { app: 'web' } }, spec } },
})

describe('relations', () => {
  it('follow owner references and the endpoints of slices', () => {
    const slice = {
      endpoints: [{ targetRef: { kind: 'Pod', name: 'pod' } }, { targetRef: { kind: 'Pod', name: 'gone' } }],
    }
    expect(
      shown(related('Service', 'web'), related('EndpointSlice', 'slice', slice, 'web'), related('Pod', 'pod')),
    ).toEqual(['web owns slice', 'slice uses pod'])
  })

  it('draw a reference of a template once, at the owner', () => {
    const pod = { spec: { ...withVolume('settings'), serviceAccountName: 'default' } }
    expect(
      shown(
        related('Deployment', 'web', template(withVolume('settings'))),
        related('ReplicaSet', 'web-1', template(withVolume('settings')), 'web'),
        related('Pod', 'web-1-a', pod, 'web-1'),
        related('ConfigMap', 'settings'),
        related('ServiceAccount', 'default'),
      ),
    ).toEqual(['web owns web-1', 'web-1 owns web-1-a', 'web uses settings'])
  })

  it('connect a selector to the workload and not to each of its pods', () => {
    const budget = { spec: { selector: { matchLabels: { app: 'web' } } } }
    const pod = { metadata: {}, spec: {} }
    expect(
      shown(
        related('PodDisruptionBudget', 'budget', budget),
        related('StatefulSet', 'web', template({})),
        related('Pod', 'web-0', pod, 'web'),
      ),
    ).toEqual(['web owns web-0', 'budget selects web'])
  })

  it('connect ingresses, autoscalers, claims and bindings with what they name', () => {
    const backend = { service: { name: 'web' } }
    const objects = [
      related('Ingress', 'front', {
        spec: { rules: [{ http: { paths: [{ backend }] } }], tls: [{ secretName: 'tls' }] },
      }),
      related('Service', 'web'),
      related('Secret', 'tls'),
      related('HorizontalPodAutoscaler', 'scaler', { spec: { scaleTargetRef: { kind: 'Deployment', name: 'app' } } }),
      related('Deployment', 'app'),
      related('PersistentVolumeClaim', 'claim', { spec: { volumeName: 'volume' } }),
      related('PersistentVolume', 'volume'),
      related('RoleBinding', 'binding', {
        roleRef: { kind: 'Role', name: 'reader' },
        subjects: [{ kind: 'ServiceAccount', name: 'bot', namespace: 'shop' }],
      }),
      related('Role', 'reader'),
      related('ServiceAccount', 'bot'),
    ]
    expect(shown(...objects)).toEqual([
      'front uses web',
      'front uses tls',
      'scaler uses app',
      'claim uses volume',
      'binding uses reader',
      'binding uses bot',
    ])
  })

  it('connect a cluster role binding only with accounts of this namespace', () => {
    const binding = (name: string, namespace: string) =>
      related('ClusterRoleBinding', name, {
        roleRef: { kind: 'ClusterRole', name: 'view' },
        subjects: [
          { kind: 'Group', name: 'bot' },
          { kind: 'ServiceAccount', name: 'bot', namespace },
        ],
      })
    const objects = [
      binding('ours', 'shop'),
      binding('theirs', 'other'),
      related('ClusterRole', 'view'),
      related('ServiceAccount', 'bot'),
    ]
    expect(shown(...objects)).toEqual(['ours uses view', 'ours uses bot'])
  })

  it.each<[JsonObject, boolean]>([
    [{}, true],
    [{ matchLabels: { app: 'web' } }, true],
    [{ matchLabels: { app: 'db' } }, false],
    [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'db'] }] }, true],
    [{ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, false],
    [{ matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, false],
    [{ matchExpressions: [{ key: 'toString', operator: 'DoesNotExist' }] }, true],
  ])('reads the selector %j', (selector, selected) => {
    expect(isSelected(selector, { app: 'web' })).toBe(selected)
  })
})
