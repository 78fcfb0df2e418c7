type Members = Record<string, unknown>

const T = '2024-01-01T00:00:00Z'
const condition = (type: string, more: Members = {}): Members => ({
  type,
  status: 'True',
  reason: 'R',
  message: 'm',
  lastTransitionTime: T,
  ...more,
})
const containerStatus = (name: string): Members => ({
  name,
  state: { running: { startedAt: T } },
  lastState: { terminated: { exitCode: 1, signal: 9, reason: 'R', message: 'm', startedAt: T, finishedAt: T, containerID: 'x://1' } },
  ready: true,
  restartCount: 1,
  image: 'i',
  imageID: 'x',
  containerID: 'x://2',
  started: true,
}) // prettier-ignore
const metric = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 50, averageValue: '1' } } }
const entry = { ip: '1.2.3.4', hostname: 'a.b', ports: [{ port: 80, protocol: 'TCP', error: 'example.com/e' }] }
const sets: Members = { replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 1, availableReplicas: 1, observedGeneration: 1, conditions: [condition('ReplicaFailure')] } // prettier-ignore
const api = (type: string): Members => condition(type, { observedGeneration: 1 })

/** Full statuses, by the name of the full object. */
export const RICH_STATUSES: Readonly<Record<string, Members>> = {
  'pod-plain': { phase: 'Running', conditions: [condition('Ready', { lastProbeTime: T }), condition('example.com/x')], message: 'm', reason: 'R', nominatedNodeName: 'n2', hostIP: '1.2.3.4', hostIPs: [{ ip: '1.2.3.4' }, { ip: 'fd00::1' }], podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }, { ip: 'fd00::2' }], startTime: T, containerStatuses: [containerStatus('c'), containerStatus('d')], qosClass: 'Burstable' },
  'pod-windows': { phase: 'Failed', containerStatuses: [{ name: 'c', state: { terminated: { exitCode: 2 } }, ready: false, restartCount: 0, image: 'i', imageID: 'x' }], resourceClaimStatuses: [{ name: 'x', resourceClaimName: 'y' }] },
  pod: { phase: 'Pending', initContainerStatuses: [containerStatus('side'), { name: 'init', state: { waiting: { reason: 'R', message: 'm' } }, ready: false, restartCount: 0, image: 'i', imageID: '' }], containerStatuses: [containerStatus('c')] },
  'service-lb': { loadBalancer: { ingress: [{ ...entry, ipMode: 'VIP' }, { hostname: 'b.c' }] }, conditions: [api('Ready')] },
  'service-cluster': { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'VIP' }] } },
  claim: { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, conditions: [condition('Resizing', { lastProbeTime: T })], allocatedResources: { storage: '2Gi' }, allocatedResourceStatuses: { storage: 'NodeResizePending' } },
  'volume-csi': { phase: 'Bound', message: 'm', reason: 'R', lastPhaseTransitionTime: T },
  node: { capacity: { cpu: '4', 'example.com/gpu': '2' }, allocatable: { cpu: '3' }, phase: 'Running', conditions: [condition('Ready', { lastHeartbeatTime: T })], addresses: [{ type: 'InternalIP', address: '1.2.3.4' }, { type: 'Hostname', address: 'h' }], daemonEndpoints: { kubeletEndpoint: { Port: 10250 } }, nodeInfo: { machineID: 'm', systemUUID: 's', bootID: 'b', kernelVersion: 'k', osImage: 'o', containerRuntimeVersion: 'c', kubeletVersion: 'v1.30.0', kubeProxyVersion: 'v1.30.0', operatingSystem: 'linux', architecture: 'amd64' }, images: [{ names: ['a'], sizeBytes: 5 }], volumesInUse: ['v'], volumesAttached: [{ name: 'v', devicePath: '/x' }], config: { assigned: { configMap: { namespace: 'n', name: 'c', uid: 'u', resourceVersion: '1', kubeletConfigKey: 'k' } } }, runtimeHandlers: [{ name: 'x', features: { recursiveReadOnlyMounts: true } }] },
  namespace: { phase: 'Active', conditions: [condition('NamespaceContentRemaining')] },
  quota: { hard: { pods: '5' }, used: { pods: '2' } },
  controller: sets,
  replicaset: sets,
  deployment: { replicas: 3, updatedReplicas: 2, readyReplicas: 1, availableReplicas: 1, unavailableReplicas: 1, observedGeneration: 1, collisionCount: 1, conditions: [condition('Available', { lastUpdateTime: T })] },
  daemonset: { currentNumberScheduled: 1, numberMisscheduled: 2, desiredNumberScheduled: 3, numberReady: 4, observedGeneration: 1, updatedNumberScheduled: 5, numberAvailable: 6, numberUnavailable: 7, collisionCount: 8, conditions: [condition('X')] },
  statefulset: { observedGeneration: 1, replicas: 3, readyReplicas: 2, currentReplicas: 1, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b', collisionCount: 1, availableReplicas: 1, conditions: [condition('X')] },
  job: { conditions: [condition('Suspended', { lastProbeTime: T })], startTime: T, active: 1, succeeded: 2, failed: 1, terminating: 1, ready: 1, completedIndexes: '0,2', failedIndexes: '1', uncountedTerminatedPods: { succeeded: ['u1'], failed: ['u2'] } },
  'job-plain': { conditions: [condition('Complete')], startTime: T, completionTime: T, succeeded: 3 },
  cronjob: { active: [{ kind: 'Job', namespace: '${ns}', name: 'j', uid: 'u', apiVersion: 'batch/v1', resourceVersion: '1' }], lastScheduleTime: T, lastSuccessfulTime: T },
  'hpa-1': { observedGeneration: 1, lastScaleTime: T, currentReplicas: 2, desiredReplicas: 3, currentCPUUtilizationPercentage: 40 },
  'hpa-2': { observedGeneration: 1, lastScaleTime: T, currentReplicas: 2, desiredReplicas: 3, currentMetrics: [metric, { type: 'Pods', pods: { metric: { name: 'm' }, current: { averageValue: '1' } } }], conditions: [condition('ScalingActive')] },
  ingress: { loadBalancer: { ingress: [entry, { hostname: 'b.c' }] } },
  budget: { observedGeneration: 1, disruptedPods: { p: T }, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 3, expectedPods: 4, conditions: [api('DisruptionAllowed')] },
  attachment: { attached: true, attachmentMetadata: { a: 'b' }, attachError: { time: T, message: 'm' }, detachError: { time: T, message: 'm' } },
  flowschema: { conditions: [condition('Dangling')] },
  level: { conditions: [condition('Ready')] },
} // prettier-ignore
