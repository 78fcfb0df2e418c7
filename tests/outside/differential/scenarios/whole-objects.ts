import type { Case, Step } from '../../../conformance/case.ts'
import { dice } from '../../../fuzz/dice.ts'
import { CORE, groupPath, patch, post, put, scenario } from './steps.ts'
import { wholeObject } from './whole/values.ts'

type Members = Record<string, unknown>

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const ending = { spec: { ...template.spec, restartPolicy: 'Never' } }
const workload = { spec: { selector: { matchLabels: { a: 'b' } }, template } }
const storage = '/apis/storage.k8s.io/v1'
const flows = '/apis/flowcontrol.apiserver.k8s.io/v1'
const networking = groupPath('networking.k8s.io', 'v1')

/** Types with the path of their collection and a sound object, whose updates are compared too. */
const KINDS: readonly (readonly [type: string, path: string, sound: Members])[] = [
  ['core.v1.Pod', `${CORE}/pods`, template],
  ['core.v1.Service', `${CORE}/services`, { spec: { ports: [{ port: 80 }] } }],
  ['core.v1.PersistentVolume', '/api/v1/persistentvolumes', { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], csi: { driver: 'd', volumeHandle: 'h' } } }],
  ['core.v1.PersistentVolumeClaim', `${CORE}/persistentvolumeclaims`, { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }],
  ['core.v1.Endpoints', `${CORE}/endpoints`, {}],
  ['core.v1.LimitRange', `${CORE}/limitranges`, { spec: { limits: [] } }],
  ['core.v1.ResourceQuota', `${CORE}/resourcequotas`, { spec: {} }],
  ['core.v1.Node', '/api/v1/nodes', {}],
  ['core.v1.Event', `${CORE}/events`, { involvedObject: { namespace: '${ns}' } }],
  ['core.v1.ReplicationController', `${CORE}/replicationcontrollers`, { spec: { selector: { a: 'b' }, template } }],
  ['apps.v1.Deployment', `${groupPath('apps', 'v1')}/deployments`, workload],
  ['apps.v1.StatefulSet', `${groupPath('apps', 'v1')}/statefulsets`, workload],
  ['apps.v1.DaemonSet', `${groupPath('apps', 'v1')}/daemonsets`, workload],
  ['batch.v1.Job', `${groupPath('batch', 'v1')}/jobs`, { spec: { template: ending } }],
  ['batch.v1.CronJob', `${groupPath('batch', 'v1')}/cronjobs`, { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: ending } } } }],
  ['autoscaling.v2.HorizontalPodAutoscaler', `${groupPath('autoscaling', 'v2')}/horizontalpodautoscalers`, { spec: { scaleTargetRef: { kind: 'D', name: 'd' }, maxReplicas: 3 } }],
  ['policy.v1.PodDisruptionBudget', `${groupPath('policy', 'v1')}/poddisruptionbudgets`, { spec: {} }],
  ['networking.v1.Ingress', `${networking}/ingresses`, { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } }],
  ['networking.v1.NetworkPolicy', `${networking}/networkpolicies`, { spec: { podSelector: {} } }],
  ['rbac.v1.RoleBinding', `${groupPath('rbac.authorization.k8s.io', 'v1')}/rolebindings`, { roleRef: { kind: 'ClusterRole', name: 'view', apiGroup: 'rbac.authorization.k8s.io' } }],
  ['storage.v1.StorageClass', `${storage}/storageclasses`, { provisioner: 'a/b' }],
  ['storage.v1.CSINode', `${storage}/csinodes`, { spec: { drivers: [] } }],
  ['storage.v1.VolumeAttachment', `${storage}/volumeattachments`, { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } }],
  ['discovery.v1.EndpointSlice', `${groupPath('discovery.k8s.io', 'v1')}/endpointslices`, { addressType: 'IPv4', endpoints: [] }],
  ['events.v1.Event', `${groupPath('events.k8s.io', 'v1')}/events`, { eventTime: '2020-01-01T00:00:00.000000Z', regarding: { namespace: '${ns}' }, type: 'Normal', reason: 'r', action: 'a', reportingController: 'a.b/c', reportingInstance: 'i' }],
  ['flowcontrol.v1.PriorityLevelConfiguration', `${flows}/prioritylevelconfigurations`, { spec: { type: 'Limited', limited: {} } }],
  ['node.v1.RuntimeClass', '/apis/node.k8s.io/v1/runtimeclasses', { handler: 'h' }],
] // prettier-ignore

const SEED_FACTOR = 5003
/** The number of random objects of a kind. */
const OBJECTS = 40

function caseOf([type, path, sound]: (typeof KINDS)[number], at: number, seed: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const item = `${path}/\${ns}`
  const metadata = { name: '${ns}' }
  const asked = (): Step[] => [
    post(`${path}?dryRun=All`, { metadata: { name: 'o', ...(roll.chance(0.1) && { labels: { 'a b': 'c' } }) }, ...wholeObject(roll, type) }),
    roll.chance(0.4)
      ? put(`${item}?dryRun=All`, { metadata, ...wholeObject(roll, type) })
      : patch(`${item}?dryRun=All`, wholeObject(roll, type), { type: roll.chance(0.5) ? 'strategic' : 'merge' }),
  ] // prettier-ignore
  return scenario(
    'whole',
    `whole-${type.toLowerCase().replaceAll('.', '-')}`.slice(0, 44),
    [post(path, { metadata, ...sound }), ...Array.from({ length: OBJECTS }, asked).flat()],
    path.includes('/namespaces/') ? {} : { cleanup: [item] },
  )
}

/** Random objects of published types with many faults at once, whose order counts, created and as updates. */
export const wholeObjectScenarios = (seed: number): Case[] => KINDS.map((kind, at) => caseOf(kind, at, seed))
