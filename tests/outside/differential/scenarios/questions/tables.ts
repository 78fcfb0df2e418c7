import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, scenario } from '../steps.ts'

type Members = Record<string, unknown>

const table = (version: string): Record<string, string> => ({ Accept: `application/json;as=Table;v=${version};g=meta.k8s.io` }) // prettier-ignore
const shown = (path: string): Step[] => [
  get(path, { headers: table('v1') }),
  get(`${path}?includeObject=None`, { headers: table('v1beta1') }),
  get(`${path}?includeObject=Object`, { headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/yaml' } }), // prettier-ignore
]

const TIME = '2020-02-03T04:05:06Z'
const LATER = '2020-02-03T06:07:09Z'

const running = { running: { startedAt: TIME } }
const ended = (more: Members): Members => ({ terminated: { exitCode: 0, startedAt: TIME, finishedAt: LATER, ...more } })
const waiting = (reason?: string): Members => ({ waiting: reason === undefined ? {} : { reason } })
const status = (name: string, state: Members, more: Members = {}): Members => ({ name, state, ready: false, restartCount: 0, image: 'i', imageID: 'x', ...more }) // prettier-ignore

const condition = (type: string, value: string, more: Members = {}): Members => ({ type, status: value, ...more })

/** Statuses of a pod with the init containers `i`, `j` and the containers `c`, `d`, and the rest of its spec. */
const POD_STATUSES: readonly Members[] = [
  {},
  { phase: 'Running', containerStatuses: [status('c', running, { ready: true }), status('d', running, { ready: true })] },
  { phase: 'Running', containerStatuses: [status('c', running, { ready: true, restartCount: 3, lastState: ended({}) }), status('d', waiting('CrashLoopBackOff'), { restartCount: 7 })] },
  { phase: 'Running', containerStatuses: [status('c', ended({ exitCode: 137, reason: 'OOMKilled' })), status('d', running, { ready: true })] },
  { phase: 'Failed', containerStatuses: [status('c', ended({ exitCode: 2 })), status('d', ended({ exitCode: 0, signal: 9 }))] },
  { phase: 'Failed', containerStatuses: [status('c', ended({ exitCode: 0, signal: 15 }))] },
  { phase: 'Succeeded', containerStatuses: [status('c', ended({ reason: 'Completed' })), status('d', ended({ reason: 'Completed' }))] },
  { phase: 'Running', containerStatuses: [status('c', ended({ reason: 'Completed' })), status('d', running, { ready: true })], conditions: [condition('Ready', 'True')] },
  { phase: 'Running', containerStatuses: [status('c', ended({ reason: 'Completed' })), status('d', running, { ready: true })], conditions: [condition('Ready', 'False')] },
  { phase: 'Pending', reason: 'Evicted', message: 'm' },
  { phase: 'Pending', reason: 'NodeLost' },
  { phase: 'Unknown' },
  { phase: 'Pending', conditions: [condition('PodScheduled', 'False', { reason: 'SchedulingGated' })] },
  { phase: 'Pending', conditions: [condition('PodScheduled', 'False', { reason: 'Unschedulable' })] },
  { phase: 'Pending', initContainerStatuses: [status('i', waiting('PodInitializing')), status('j', waiting('PodInitializing'))] },
  { phase: 'Pending', initContainerStatuses: [status('i', ended({ reason: 'Completed' })), status('j', running)] },
  { phase: 'Pending', initContainerStatuses: [status('i', ended({ exitCode: 3, reason: 'Error' }), { restartCount: 2, lastState: ended({}) })] },
  { phase: 'Pending', initContainerStatuses: [status('i', ended({ exitCode: 3 }))] },
  { phase: 'Pending', initContainerStatuses: [status('i', ended({ exitCode: 0, signal: 2 }))] },
  { phase: 'Pending', initContainerStatuses: [status('i', waiting('ImagePullBackOff'))] },
  { phase: 'Pending', initContainerStatuses: [status('i', waiting())] },
  { phase: 'Pending', initContainerStatuses: [status('x', running)], conditions: [condition('Initialized', 'True')] },
  { phase: 'Running', initContainerStatuses: [status('s', running, { started: true, ready: true, restartCount: 4 })], containerStatuses: [status('c', running, { ready: true })] },
  { phase: 'Running', podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }, { ip: 'fd00::1' }], nominatedNodeName: 'n9', hostIP: '9.9.9.9' },
  { phase: 'Running', podIPs: [{ ip: 'fd00::1' }], conditions: [condition('g.example.com/x', 'True'), condition('g.example.com/y', 'False')] },
  { phase: 'Running', conditions: [condition('g.example.com/x', 'Unknown')], containerStatuses: [status('c', {}, { ready: true })] },
  { phase: 'Running', containerStatuses: [status('c', running, { restartCount: 2, lastState: ended({ finishedAt: null }) })] },
  { phase: 'Running', containerStatuses: [status('z', running, { ready: true })], ephemeralContainerStatuses: [status('e', running)] },
] // prettier-ignore

const POD = {
  spec: {
    initContainers: [{ name: 'i', image: 'i' }, { name: 'j', image: 'i' }, { name: 's', image: 'i', restartPolicy: 'Always' }],
    containers: [{ name: 'c', image: 'i' }, { name: 'd', image: 'i' }],
    readinessGates: [{ conditionType: 'g.example.com/x' }, { conditionType: 'g.example.com/y' }],
  },
} // prettier-ignore

const podTables = (): Case =>
  scenario('kinds', 'table-pods', [
    post(`${CORE}/pods`, { metadata: { name: 'p', finalizers: ['a.b/c'] }, ...POD }),
    ...POD_STATUSES.flatMap((one) => [put(`${CORE}/pods/p/status`, { metadata: { name: 'p' }, ...POD, status: one }), ...shown(`${CORE}/pods`)]), // prettier-ignore
    { method: 'DELETE', path: `${CORE}/pods/p` },
    ...POD_STATUSES.slice(0, 12).flatMap((one) => [put(`${CORE}/pods/p/status`, { metadata: { name: 'p' }, ...POD, status: one }), ...shown(`${CORE}/pods/p`)]), // prettier-ignore
    patch(`${CORE}/pods/p`, { metadata: { finalizers: null } }),
  ])

interface Printed {
  readonly name: string
  readonly path: string
  readonly objects: readonly Members[]
  /** Statuses that each object receives in turn. */
  readonly statuses?: readonly Members[]
}

const batch = groupPath('batch', 'v1')
const container = { containers: [{ name: 'c', image: 'i:1' }, { name: 'd', image: 'j@sha256:x' }], restartPolicy: 'Never' } // prettier-ignore
const labelled = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i:1' }, { name: 'd', image: 'j' }] } } // prettier-ignore
const EXPRESSIONS = { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'x', operator: 'NotIn', values: ['2', '1'] }, { key: 'y', operator: 'DoesNotExist' }, { key: 'a', operator: 'Exists' }] } // prettier-ignore
const SCALED = { observedGeneration: 1, replicas: 3, readyReplicas: 2, availableReplicas: 1, updatedReplicas: 3, currentReplicas: 2 } // prettier-ignore

const resource = (type: string, target: Members): Members => ({ type: 'Resource', resource: { name: type, target } })
const METRICS = [
  resource('cpu', { type: 'Utilization', averageUtilization: 80 }),
  resource('memory', { type: 'AverageValue', averageValue: '1536Mi' }),
  { type: 'Pods', pods: { metric: { name: 'm', selector: { matchLabels: { q: 'r' } } }, target: { type: 'AverageValue', averageValue: '1500m' } } },
  { type: 'Object', object: { describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' }, metric: { name: 'o' }, target: { type: 'Value', value: '10k' } } },
  { type: 'Object', object: { describedObject: { kind: 'Service', name: 's' }, metric: { name: 'o' }, target: { type: 'AverageValue', averageValue: '0.5' } } },
  { type: 'External', external: { metric: { name: 'e' }, target: { type: 'AverageValue', averageValue: '3' } } },
  { type: 'External', external: { metric: { name: 'e' }, target: { type: 'Value', value: '1e3' } } },
  { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 5 } } },
  { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', target: { type: 'AverageValue', averageValue: '100m' } } },
] // prettier-ignore
const CURRENT = [
  { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 12, averageValue: '12m' } } },
  { type: 'Resource', resource: { name: 'memory', current: { averageValue: '1234567' } } },
  { type: 'Pods', pods: { metric: { name: 'm' }, current: { averageValue: '7' } } },
  { type: 'Object', object: { describedObject: { kind: 'Service', name: 's' }, metric: { name: 'o' }, current: { value: '4' } } },
  { type: 'Object', object: { describedObject: { kind: 'Service', name: 's' }, metric: { name: 'o' }, current: { averageValue: '4', value: '0' } } },
  { type: 'External', external: { metric: { name: 'e' }, current: { averageValue: '2', value: '0' } } },
  { type: 'External', external: { metric: { name: 'e' }, current: { value: '2' } } },
  { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', current: { averageUtilization: 1, averageValue: '1m' } } },
  { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', current: { averageValue: '1m' } } },
] // prettier-ignore

const PRINTED: readonly Printed[] = [
  { name: 'jobs', path: `${batch}/jobs`, objects: [{ spec: { template: { spec: container } } }, { spec: { template: { spec: container }, completions: 5, parallelism: 2 } }, { spec: { template: { spec: container }, parallelism: 1, completions: null } }, { spec: { template: { spec: container }, parallelism: 3 } }, { spec: { template: { spec: container }, suspend: true, completions: 0 } }], statuses: [{ active: 1, startTime: TIME }, { succeeded: 2, failed: 1, startTime: TIME, ready: 0 }, { startTime: TIME, completionTime: LATER, succeeded: 1, conditions: [condition('Complete', 'True')] }, { startTime: TIME, conditions: [condition('Failed', 'True'), condition('Suspended', 'True')] }, { startTime: TIME, conditions: [condition('Suspended', 'True'), condition('Complete', 'False')] }, { startTime: TIME, conditions: [condition('SuccessCriteriaMet', 'True')] }, { startTime: TIME, conditions: [condition('FailureTarget', 'True')] }] },
  { name: 'cronjobs', path: `${batch}/cronjobs`, objects: [{ spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: container } } } } }, { spec: { schedule: '@hourly', timeZone: 'Europe/Berlin', suspend: true, jobTemplate: { spec: { template: { spec: container }, selector: EXPRESSIONS } } } }], statuses: [{ lastScheduleTime: TIME, active: [{ name: 'x' }, { name: 'y' }] }, { lastSuccessfulTime: LATER }] },
  { name: 'deployments', path: `${groupPath('apps', 'v1')}/deployments`, objects: [{ spec: { selector: EXPRESSIONS, template: labelled } }, { spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template: labelled } }], statuses: [SCALED, { unavailableReplicas: 3 }] },
  { name: 'replicasets', path: `${groupPath('apps', 'v1')}/replicasets`, objects: [{ spec: { selector: EXPRESSIONS, template: labelled } }], statuses: [SCALED] },
  { name: 'statefulsets', path: `${groupPath('apps', 'v1')}/statefulsets`, objects: [{ spec: { serviceName: 's', replicas: 4, selector: EXPRESSIONS, template: labelled } }], statuses: [SCALED] },
  { name: 'daemonsets', path: `${groupPath('apps', 'v1')}/daemonsets`, objects: [{ spec: { selector: EXPRESSIONS, template: { ...labelled, spec: { ...labelled.spec, nodeSelector: { z: '1', b: '2' } } } } }], statuses: [{ desiredNumberScheduled: 5, currentNumberScheduled: 4, numberReady: 3, updatedNumberScheduled: 2, numberAvailable: 1, numberMisscheduled: 0 }] },
  { name: 'rcs', path: `${CORE}/replicationcontrollers`, objects: [{ spec: { replicas: 2, selector: { a: 'b' }, template: labelled } }, { spec: { template: labelled } }], statuses: [{ replicas: 2, readyReplicas: 1 }] },
  { name: 'hpas', path: `${groupPath('autoscaling', 'v2')}/horizontalpodautoscalers`, objects: [{ spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, metrics: METRICS } }, { spec: { maxReplicas: 3, minReplicas: 2, scaleTargetRef: { kind: 'X', name: 'd' } } }, ...METRICS.map((metric) => ({ spec: { maxReplicas: 1, scaleTargetRef: { kind: 'X', name: 'd' }, metrics: [metric] } }))], statuses: [{ desiredReplicas: 2, currentReplicas: 1, currentMetrics: CURRENT, conditions: [condition('ScalingActive', 'False')] }, { desiredReplicas: 0, currentReplicas: 0, currentMetrics: [...CURRENT].reverse() }] },
  { name: 'hpas1', path: `${groupPath('autoscaling', 'v1')}/horizontalpodautoscalers`, objects: [{ spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 30, scaleTargetRef: { kind: 'Deployment', name: 'd' } } }], statuses: [{ currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 9 }] },
  { name: 'pdbs', path: `${groupPath('policy', 'v1')}/poddisruptionbudgets`, objects: [{ spec: { minAvailable: '30%' } }, { spec: { maxUnavailable: 1, selector: EXPRESSIONS } }, { spec: { maxUnavailable: 0, selector: {} } }], statuses: [{ disruptionsAllowed: 2, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 }] },
  { name: 'services', path: `${CORE}/services`, objects: [{ spec: { ports: [{ port: 80, name: 'a' }, { port: 81, name: 'b', protocol: 'UDP' }], selector: { b: '2', a: '1' } } }, { spec: { type: 'ExternalName', externalName: 'x.y', externalIPs: ['1.2.3.4'] } }, { spec: { type: 'LoadBalancer', ports: [{ port: 80, nodePort: 30991 }], externalIPs: ['1.2.3.4', '1.2.3.5'] } }, { spec: { clusterIP: 'None' } }, { spec: { type: 'ClusterIP', ports: [{ port: 1, protocol: 'SCTP' }], externalIPs: ['2.2.2.2'] } }], statuses: [{ loadBalancer: { ingress: [{ ip: '5.6.7.8' }, { hostname: 'h.example.com' }, { ip: '5.6.7.9', ports: [{ port: 1, protocol: 'TCP' }] }] } }] },
  { name: 'endpoints', path: `${CORE}/endpoints`, objects: [{ subsets: [] }, { subsets: [{ addresses: ['1', '2', '3', '4'].map((n) => ({ ip: `9.9.9.${n}` })), ports: [{ port: 80, name: 'a' }, { port: 81, name: 'b' }] }] }, { subsets: [{ notReadyAddresses: [{ ip: '9.9.9.1' }], ports: [{ port: 1 }] }] }, { subsets: [{ addresses: [{ ip: '9.9.9.1' }] }, { addresses: [{ ip: 'fd00::1' }], ports: [{ port: 5 }] }] }] },
  { name: 'slices', path: `${groupPath('discovery.k8s.io', 'v1')}/endpointslices`, objects: [{ addressType: 'IPv4', endpoints: [], ports: [] }, { addressType: 'IPv6', endpoints: [{ addresses: ['fd00::1'] }], ports: null }, { addressType: 'FQDN', endpoints: ['a', 'b', 'c', 'd'].map((n) => ({ addresses: [`${n}.example.com`] })), ports: [{ port: 1, name: 'a' }, { port: 2, name: 'b' }, { name: 'c' }, { port: 4, name: 'd' }] }, { addressType: 'IPv4', endpoints: [{ addresses: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] }] }] },
  { name: 'ingresses', path: `${groupPath('networking.k8s.io', 'v1')}/ingresses`, objects: [{ spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } } }, { spec: { ingressClassName: 'c', tls: [{ hosts: ['a.b'] }], rules: ['a.b', 'c.d', 'e.f', 'g.h'].map((host) => ({ host })) } }, { spec: { rules: [{ http: { paths: [{ pathType: 'Exact', path: '/x', backend: { resource: { kind: 'K', name: 'n' } } }] } }, { host: '*.x.y' }] } }], statuses: [{ loadBalancer: { ingress: [{ ip: '5.6.7.8' }, { hostname: 'a-very-long-name-of-a-host.example.com' }] } }, { loadBalancer: { ingress: [{ ip: '5.6.7.8', hostname: 'h.x', ports: [{ port: 1, protocol: 'TCP', error: 'E.x/y' }] }] } }] },
  { name: 'netpols', path: `${groupPath('networking.k8s.io', 'v1')}/networkpolicies`, objects: [{ spec: { podSelector: {} } }, { spec: { podSelector: EXPRESSIONS } }] },
  { name: 'pvcs', path: `${CORE}/persistentvolumeclaims`, objects: [{ spec: { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'], resources: { requests: { storage: '1.5Gi' } } } }, { spec: { volumeName: 'v', storageClassName: '', volumeMode: 'Block', accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '1G' } } } }, { metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } }, spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1' } } } }], statuses: [{ phase: 'Bound', capacity: { storage: '2000Mi' }, accessModes: ['ReadOnlyMany'] }, { phase: 'Lost' }] },
  { name: 'quotas', path: `${CORE}/resourcequotas`, objects: [{ spec: { hard: { 'requests.cpu': '1500m', 'limits.memory': '1Gi', pods: '5', 'count/a.b': '1' } } }], statuses: [{ hard: { pods: '4', 'limits.cpu': '2', 'requests.memory': '3' }, used: { pods: '1', 'limits.cpu': '0.1' } }] },
  { name: 'accounts', path: `${CORE}/serviceaccounts`, objects: [{ secrets: [{ name: 'x' }, { name: 'y' }] }] },
  { name: 'secrets', path: `${CORE}/secrets`, objects: [{ type: 'x/y', stringData: { a: 'b', c: 'd' } }] },
  { name: 'ranges', path: `${CORE}/limitranges`, objects: [{ spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] } }] },
  { name: 'templates', path: `${CORE}/podtemplates`, objects: [{ template: labelled }] },
  { name: 'revisions', path: `${groupPath('apps', 'v1')}/controllerrevisions`, objects: [{ revision: 3, data: { a: 1 } }, { metadata: { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 's', uid: 'u', controller: true }] }, revision: 0, data: null }, { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 's', uid: 'u' }, { apiVersion: 'b', kind: 'Odd', name: 'o', uid: 'w', controller: true }] }, revision: 9 }] },
  { name: 'leases', path: `${groupPath('coordination.k8s.io', 'v1')}/leases`, objects: [{ spec: {} }, { spec: { holderIdentity: 'me', leaseDurationSeconds: 1 } }, {}] },
  { name: 'roles', path: `${groupPath('rbac.authorization.k8s.io', 'v1')}/roles`, objects: [{ rules: [] }] },
  { name: 'bindings', path: `${groupPath('rbac.authorization.k8s.io', 'v1')}/rolebindings`, objects: [{ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' }, subjects: [{ kind: 'User', name: 'b', apiGroup: 'rbac.authorization.k8s.io' }, { kind: 'User', name: 'a' }, { kind: 'Group', name: 'g' }, { kind: 'ServiceAccount', name: 's', namespace: 'n' }] }] },
  { name: 'capacities', path: `${groupPath('storage.k8s.io', 'v1')}/csistoragecapacities`, objects: [{ storageClassName: 's', capacity: '1.5Gi' }, { storageClassName: 's', maximumVolumeSize: '3' }] },
] // prettier-ignore

function printedCase({ name, path, objects, statuses = [] }: Printed): Case {
  const named = objects.map((one, at): Members => ({ ...one, metadata: { name: `x${at}`, ...(one['metadata'] as Members) } })) // prettier-ignore
  const item = (at: number): string => `${path}/x${at}`
  return scenario('kinds', `table-${name}`, [
    ...named.map((one) => post(path, one)),
    ...shown(path),
    ...named.flatMap((one, at) =>
      statuses.flatMap((given) => [
        put(`${item(at)}/status`, { ...one, status: given }),
        get(item(at), { headers: table('v1') }),
        get(`${item(at)}/status`, { headers: table('v1') }),
        patch(`${item(at)}/status`, { status: null }, { headers: table('v1') }),
        patch(`${item(at)}/status`, { status: given }, { type: 'strategic' }),
      ]),
    ),
    ...shown(path),
    get(`${path.replace('/namespaces/${ns}', '')}?fieldSelector=metadata.namespace=\${ns}`, { headers: table('v1') }),
    { method: 'DELETE', path: item(0), headers: table('v1') },
    { method: 'DELETE', path, headers: table('v1') },
  ])
}

/** Tables of objects and statuses that the columns of each kind print. */
export const tableQuestions = (): Case[] => [podTables(), ...PRINTED.map(printedCase)]
