import { fullPodSpec, fullTemplateSpec, volumesPodSpec, windowsPodSpec } from './pods.ts'

type Members = Record<string, unknown>

/** An object with almost every member of its kind. */
export interface RichObject {
  readonly name: string
  /** The path of the collection. */
  readonly path: string
  readonly object: Members
}

const NS = 'namespaces/${ns}'
const core = (resource: string): string => `/api/v1/${NS}/${resource}`
const group = (version: string, resource: string): string => `/apis/${version}/${NS}/${resource}`

const rich = (name: string, path: string, content: Members, metadata: Members = {}): RichObject => ({
  name,
  path,
  object: { metadata: { name: `r-${name}`, ...metadata }, ...content },
})

const labels = { app: 'a' }
const selector = { matchLabels: labels, matchExpressions: [{ key: 'app', operator: 'Exists' }] }
const template = (spec: Members = {}): Members => ({
  metadata: { labels, annotations: { a: 'b' } },
  spec: { ...fullTemplateSpec, ...spec },
})
const small = (spec: Members = {}): Members => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const claim = { accessModes: ['ReadWriteOnce'], storageClassName: 'sc', volumeMode: 'Filesystem', volumeName: 'v', resources: { requests: { storage: '1Gi' }, limits: { storage: '2Gi' } }, selector: { matchLabels: { a: 'b' } }, dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' } } // prettier-ignore
const volume = (source: Members, more: Members = {}): Members => ({ spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce', 'ReadOnlyMany'], persistentVolumeReclaimPolicy: 'Retain', storageClassName: 'sc', mountOptions: ['ro'], volumeMode: 'Filesystem', claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'x', uid: 'u' }, nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] } }, ...source, ...more } }) // prettier-ignore
const container = { container: 'c', target: { type: 'Utilization', averageUtilization: 50 } }

const CORE: readonly RichObject[] = [
  rich('pod', core('pods'), { spec: fullPodSpec }, { labels }),
  rich('pod-plain', core('pods'), { spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }, { name: 'd', image: 'j' }], hostNetwork: true, nodeName: 'n1', tolerations: [{ key: 'a', operator: 'Exists' }], nodeSelector: { a: 'b' }, affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] } } } } }),
  rich('pod-volumes', core('pods'), { spec: volumesPodSpec }),
  rich('pod-windows', core('pods'), { spec: windowsPodSpec }),
  rich('service', core('services'), { spec: { type: 'NodePort', selector: labels, ports: [{ name: 'a', port: 80, targetPort: 'http', protocol: 'TCP', appProtocol: 'kubernetes.io/h2c', nodePort: 30123 }, { name: 'b', port: 81, targetPort: 8081, nodePort: 30124 }], sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 100 } }, externalTrafficPolicy: 'Local', internalTrafficPolicy: 'Local', ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'], externalIPs: ['1.2.3.4'], publishNotReadyAddresses: true } }),
  rich('service-lb', core('services'), { spec: { type: 'LoadBalancer', selector: labels, ports: [{ port: 80, nodePort: 30125 }], loadBalancerIP: '1.2.3.4', loadBalancerSourceRanges: ['10.0.0.0/8'], loadBalancerClass: 'example.com/lb', allocateLoadBalancerNodePorts: false, externalTrafficPolicy: 'Local', healthCheckNodePort: 30126 } }),
  rich('service-headless', core('services'), { spec: { clusterIP: 'None', selector: labels, ports: [{ port: 80 }] } }),
  rich('service-external', core('services'), { spec: { type: 'ExternalName', externalName: 'a.example.com', ports: [{ port: 80 }] } }),
  rich('service-cluster', core('services'), { spec: { clusterIP: '10.0.0.77', clusterIPs: ['10.0.0.77'], selector: labels, ports: [{ port: 80 }] } }),
  rich('claim', core('persistentvolumeclaims'), { spec: claim }),
  rich('claim-plain', core('persistentvolumeclaims'), { spec: { accessModes: ['ReadWriteMany'], volumeMode: 'Block', resources: { requests: { storage: '1Gi' } }, dataSource: { kind: 'PersistentVolumeClaim', name: 'x' } } }),
  rich('volume-csi', '/api/v1/persistentvolumes', volume({ csi: { driver: 'd.example.com', volumeHandle: 'h', readOnly: true, fsType: 'ext4', volumeAttributes: { a: 'b' }, controllerPublishSecretRef: { name: 's', namespace: 'n' }, nodeStageSecretRef: { name: 's', namespace: 'n' }, nodePublishSecretRef: { name: 's', namespace: 'n' }, controllerExpandSecretRef: { name: 's', namespace: 'n' }, nodeExpandSecretRef: { name: 's', namespace: 'n' } } })),
  rich('volume-local', '/api/v1/persistentvolumes', volume({ local: { path: '/x', fsType: 'ext4' } })),
  rich('volume-nfs', '/api/v1/persistentvolumes', volume({ nfs: { server: 's', path: '/p' } })),
  rich('volume-rbd', '/api/v1/persistentvolumes', volume({ rbd: { monitors: ['m'], image: 'i', secretRef: { name: 's', namespace: 'n' } } })),
  rich('volume-iscsi', '/api/v1/persistentvolumes', volume({ iscsi: { targetPortal: '1.2.3.4:3260', iqn: 'eui.0123456789ABCDEF', lun: 1, secretRef: { name: 's', namespace: 'n' }, chapAuthDiscovery: true } })),
  rich('volume-azure', '/api/v1/persistentvolumes', volume({ azureFile: { secretName: 's', shareName: 'x', secretNamespace: 'n' } })),
  rich('volume-flex', '/api/v1/persistentvolumes', volume({ flexVolume: { driver: 'a/b', secretRef: { name: 's', namespace: 'n' } } })),
  rich('volume-glusterfs', '/api/v1/persistentvolumes', volume({ glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: 'n' } })),
  rich('volume-scaleio', '/api/v1/persistentvolumes', volume({ scaleIO: { gateway: 'g', system: 's', secretRef: { name: 's', namespace: 'n' }, volumeName: 'v' } })),
  rich('volume-host', '/api/v1/persistentvolumes', volume({ hostPath: { path: '/x', type: 'Directory' } })),
  rich('node', '/api/v1/nodes', { spec: { podCIDR: '10.2.0.0/24', podCIDRs: ['10.2.0.0/24'], providerID: 'p://x', unschedulable: true, taints: [{ key: 'a', value: 'b', effect: 'NoSchedule', timeAdded: '2024-01-01T00:00:00Z' }] }, status: { capacity: { cpu: '4', memory: '1Gi' }, allocatable: { cpu: '3' }, addresses: [{ type: 'InternalIP', address: '1.2.3.4' }] } }, { labels: { a: 'b' } }),
  rich('namespace', '/api/v1/namespaces', { spec: { finalizers: ['kubernetes', 'example.com/x'] } }, { labels: { a: 'b' } }),
  rich('secret', core('secrets'), { type: 'kubernetes.io/tls', immutable: false, data: { 'tls.crt': 'YQ==', 'tls.key': 'Yg==' }, stringData: { s: 't' } }),
  rich('secret-docker', core('secrets'), { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'e30=' } }),
  rich('secret-dockercfg', core('secrets'), { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': 'e30=' } }),
  rich('secret-basic', core('secrets'), { type: 'kubernetes.io/basic-auth', stringData: { username: 'u' } }),
  rich('secret-ssh', core('secrets'), { type: 'kubernetes.io/ssh-auth', stringData: { 'ssh-privatekey': 'u' } }),
  rich('secret-immutable', core('secrets'), { immutable: true, data: { a: 'YQ==' } }),
  rich('secret-bootstrap', core('secrets'), { type: 'bootstrap.kubernetes.io/token', stringData: { 'token-id': 'abcdef' } }),
  rich('config', core('configmaps'), { immutable: false, data: { a: 'b' }, binaryData: { c: 'YQ==' } }),
  rich('config-immutable', core('configmaps'), { immutable: true, data: { a: 'b' }, binaryData: { c: 'YQ==' } }),
  rich('account', core('serviceaccounts'), { secrets: [{ name: 's', kind: 'Secret', namespace: 'n' }], imagePullSecrets: [{ name: 'p' }], automountServiceAccountToken: false }, { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } }),
  rich('quota', core('resourcequotas'), { spec: { hard: { pods: '5', 'requests.cpu': '1', 'limits.memory': '1Gi', 'count/secrets': '3', 'services.nodeports': '2', 'requests.example.com/gpu': '2', 'sc.storageclass.storage.k8s.io/requests.storage': '5Gi' } } }),
  rich('quota-scoped', core('resourcequotas'), { spec: { hard: { pods: '5' }, scopes: ['NotTerminating', 'BestEffort'], scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }, { scopeName: 'CrossNamespacePodAffinity', operator: 'Exists' }] } } }),
  rich('limits', core('limitranges'), { spec: { limits: [{ type: 'Container', max: { cpu: '4' }, min: { cpu: '1' }, default: { cpu: '3' }, defaultRequest: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }, { type: 'Pod', max: { memory: '1Gi' } }, { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } }, { type: 'example.com/x', max: { cpu: '1' } }] } }),
  rich('endpoints', core('endpoints'), { subsets: [{ addresses: [{ ip: '10.1.0.1', hostname: 'h', nodeName: 'n', targetRef: { kind: 'Pod', name: 'p', namespace: 'n' } }], notReadyAddresses: [{ ip: '10.1.0.2' }], ports: [{ name: 'a', port: 80, protocol: 'TCP', appProtocol: 'http' }, { name: 'b', port: 81 }] }] }),
  rich('controller', core('replicationcontrollers'), { spec: { replicas: 2, minReadySeconds: 3, selector: labels, template: template() } }),
  rich('template', core('podtemplates'), { template: template() }),
  rich('event', core('events'), { involvedObject: { kind: 'Pod', namespace: '${ns}', name: 'a', uid: 'u', apiVersion: 'v1', resourceVersion: '3', fieldPath: 'spec' }, reason: 'R', message: 'm', source: { component: 'c', host: 'h' }, firstTimestamp: '2024-01-01T00:00:00Z', lastTimestamp: '2024-01-01T00:00:00Z', count: 3, type: 'Normal', related: { kind: 'Node', name: 'n' }, series: { count: 2, lastObservedTime: '2024-01-01T00:00:00.000000Z' } }),
  rich('event-new', group('events.k8s.io/v1', 'events'), { eventTime: '2024-01-01T00:00:00.000000Z', reportingController: 'example.com/c', reportingInstance: 'i', action: 'a', reason: 'r', regarding: { kind: 'Pod', namespace: '${ns}', name: 'a' }, related: { kind: 'Node', name: 'n' }, note: 'n', type: 'Normal', series: { count: 2, lastObservedTime: '2024-01-01T00:00:00.000000Z' } }),
] // prettier-ignore

const WORKLOADS: readonly RichObject[] = [
  rich('deployment', group('apps/v1', 'deployments'), { spec: { replicas: 2, minReadySeconds: 3, revisionHistoryLimit: 4, paused: true, progressDeadlineSeconds: 50, selector, strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } }, template: small() } }),
  rich('deployment-full', group('apps/v1', 'deployments'), { spec: { selector, template: template() } }),
  rich('replicaset', group('apps/v1', 'replicasets'), { spec: { replicas: 2, minReadySeconds: 3, selector, template: small() } }),
  rich('daemonset', group('apps/v1', 'daemonsets'), { spec: { minReadySeconds: 3, revisionHistoryLimit: 4, selector, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '10%' } }, template: small() } }),
  rich('statefulset', group('apps/v1', 'statefulsets'), { spec: { replicas: 2, serviceName: 's', podManagementPolicy: 'Parallel', minReadySeconds: 3, revisionHistoryLimit: 4, selector, ordinals: { start: 1 }, persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' }, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } }, template: small(), volumeClaimTemplates: [{ metadata: { name: 'data', labels }, spec: claim }] } }),
  rich('job', group('batch/v1', 'jobs'), { spec: { parallelism: 2, completions: 3, completionMode: 'Indexed', backoffLimitPerIndex: 1, maxFailedIndexes: 2, backoffLimit: 4, activeDeadlineSeconds: 100, ttlSecondsAfterFinished: 5, suspend: true, podReplacementPolicy: 'Failed', podFailurePolicy: { rules: [{ action: 'FailIndex', onExitCodes: { containerName: 'c', operator: 'In', values: [1, 2] } }, { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }] }, template: small({ restartPolicy: 'Never', nodeSelector: { a: 'b' }, schedulingGates: [{ name: 'g' }] }) } }),
  rich('job-plain', group('batch/v1', 'jobs'), { spec: { parallelism: 2, completions: 3, backoffLimit: 4, manualSelector: true, selector: { matchLabels: labels }, template: small({ restartPolicy: 'OnFailure' }) } }),
  rich('cronjob', group('batch/v1', 'cronjobs'), { spec: { schedule: '*/5 * * * *', timeZone: 'Europe/Berlin', startingDeadlineSeconds: 10, concurrencyPolicy: 'Forbid', suspend: true, successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 3, jobTemplate: { metadata: { labels }, spec: { parallelism: 1, backoffLimit: 2, template: small({ restartPolicy: 'Never' }) } } } }),
  rich('hpa-1', group('autoscaling/v1', 'horizontalpodautoscalers'), { spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, minReplicas: 1, maxReplicas: 3, targetCPUUtilizationPercentage: 50 } }),
  rich('hpa-2', group('autoscaling/v2', 'horizontalpodautoscalers'), { spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, minReplicas: 2, maxReplicas: 3, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1' } } }, { type: 'ContainerResource', containerResource: { name: 'memory', ...container } }, { type: 'Pods', pods: { metric: { name: 'm', selector: { matchLabels: labels } }, target: { type: 'AverageValue', averageValue: '5' } } }, { type: 'Object', object: { describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' }, metric: { name: 'm' }, target: { type: 'Value', value: '5' } } }, { type: 'External', external: { metric: { name: 'm', selector: { matchLabels: labels } }, target: { type: 'Value', value: '5' } } }], behavior: { scaleUp: { stabilizationWindowSeconds: 5, selectPolicy: 'Min', policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] }, scaleDown: { selectPolicy: 'Disabled', policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }] } } } }),
] // prettier-ignore

const OTHERS: readonly RichObject[] = [
  rich('ingress', group('networking.k8s.io/v1', 'ingresses'), { spec: { ingressClassName: 'c', defaultBackend: { resource: { apiGroup: 'g.example.com', kind: 'K', name: 'n' } }, tls: [{ hosts: ['a.b', '*.c.d'], secretName: 's' }], rules: [{ host: '*.a.b', http: { paths: [{ path: '/a', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }, { path: '/b', pathType: 'Exact', backend: { service: { name: 's', port: { name: 'http' } } } }, { pathType: 'ImplementationSpecific', backend: { resource: { kind: 'K', name: 'n' } } }] } }] } }),
  rich('ingressclass', '/apis/networking.k8s.io/v1/ingressclasses', { spec: { controller: 'example.com/c', parameters: { apiGroup: 'g.example.com', kind: 'K', name: 'n', scope: 'Namespace', namespace: 'x' } } }),
  rich('policy', group('networking.k8s.io/v1', 'networkpolicies'), { spec: { podSelector: selector, policyTypes: ['Ingress', 'Egress'], ingress: [{ ports: [{ protocol: 'UDP', port: 53, endPort: 60 }, { port: 'http' }], from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }, { podSelector: selector, namespaceSelector: { matchLabels: labels } }] }], egress: [{ to: [{ namespaceSelector: {} }], ports: [{ protocol: 'SCTP', port: 9 }] }] } }),
  rich('budget', group('policy/v1', 'poddisruptionbudgets'), { spec: { maxUnavailable: '30%', selector, unhealthyPodEvictionPolicy: 'AlwaysAllow' } }),
  rich('slice', group('discovery.k8s.io/v1', 'endpointslices'), { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.0.1'], conditions: { ready: true, serving: true, terminating: false }, hostname: 'h', nodeName: 'n', zone: 'z', hints: { forZones: [{ name: 'z' }] }, targetRef: { kind: 'Pod', name: 'p' }, deprecatedTopology: { a: 'b' } }], ports: [{ name: 'p', port: 80, protocol: 'TCP', appProtocol: 'x.example.com/p' }] }),
  rich('slice-fqdn', group('discovery.k8s.io/v1', 'endpointslices'), { addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com'] }], ports: [] }),
  rich('slice-6', group('discovery.k8s.io/v1', 'endpointslices'), { addressType: 'IPv6', endpoints: [{ addresses: ['fd00::1'] }], ports: [{ port: 1 }] }),
  rich('lease', group('coordination.k8s.io/v1', 'leases'), { spec: { holderIdentity: 'h', leaseDurationSeconds: 10, acquireTime: '2024-01-01T00:00:00.000000Z', renewTime: '2024-01-01T00:00:00.000000Z', leaseTransitions: 3 } }),
  rich('storageclass', '/apis/storage.k8s.io/v1/storageclasses', { provisioner: 'example.com/p', parameters: { a: 'b' }, reclaimPolicy: 'Retain', mountOptions: ['ro'], allowVolumeExpansion: true, volumeBindingMode: 'WaitForFirstConsumer', allowedTopologies: [{ matchLabelExpressions: [{ key: 'a', values: ['b', 'c'] }] }] }),
  rich('csidriver', '/apis/storage.k8s.io/v1/csidrivers', { spec: { attachRequired: true, podInfoOnMount: true, volumeLifecycleModes: ['Persistent', 'Ephemeral'], storageCapacity: true, fsGroupPolicy: 'File', tokenRequests: [{ audience: 'a', expirationSeconds: 3600 }], requiresRepublish: true, seLinuxMount: true } }),
  rich('csinode', '/apis/storage.k8s.io/v1/csinodes', { spec: { drivers: [{ name: 'd.example.com', nodeID: 'n', topologyKeys: ['a/b'], allocatable: { count: 3 } }] } }),
  rich('capacity', group('storage.k8s.io/v1', 'csistoragecapacities'), { storageClassName: 'sc', nodeTopology: selector, capacity: '1Gi', maximumVolumeSize: '1Mi' }),
  rich('attachment', '/apis/storage.k8s.io/v1/volumeattachments', { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } }),
  rich('attachment-inline', '/apis/storage.k8s.io/v1/volumeattachments', { spec: { attacher: 'a', nodeName: 'n', source: { inlineVolumeSpec: { accessModes: ['ReadWriteOnce'], csi: { driver: 'd', volumeHandle: 'h' } } } } }),
  rich('priorityclass', '/apis/scheduling.k8s.io/v1/priorityclasses', { value: 10, globalDefault: false, description: 'd', preemptionPolicy: 'Never' }),
  rich('runtimeclass', '/apis/node.k8s.io/v1/runtimeclasses', { handler: 'h', overhead: { podFixed: { cpu: '1', memory: '1Gi' } }, scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoExecute', tolerationSeconds: 5 }] } }),
  rich('flowschema', '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', { spec: { priorityLevelConfiguration: { name: 'p' }, matchingPrecedence: 50, distinguisherMethod: { type: 'ByUser' }, rules: [{ subjects: [{ kind: 'User', user: { name: 'u' } }, { kind: 'Group', group: { name: 'g' } }, { kind: 'ServiceAccount', serviceAccount: { name: 's', namespace: 'n' } }], resourceRules: [{ verbs: ['get', 'list'], apiGroups: ['*'], resources: ['pods'], clusterScope: true, namespaces: ['n'] }], nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x', '/y/*'] }] }] } }),
  rich('level', '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations', { spec: { type: 'Limited', limited: { nominalConcurrencyShares: 5, lendablePercent: 10, borrowingLimitPercent: 20, limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4, queueLengthLimit: 5 } } } } }),
  rich('level-exempt', '/apis/flowcontrol.apiserver.k8s.io/v1beta3/prioritylevelconfigurations', { spec: { type: 'Limited', limited: { nominalConcurrencyShares: 0, limitResponse: { type: 'Reject' } } } }),
  rich('role', group('rbac.authorization.k8s.io/v1', 'roles'), { rules: [{ apiGroups: [''], resources: ['pods'], resourceNames: ['a'], verbs: ['get'] }] }),
  rich('clusterrole', '/apis/rbac.authorization.k8s.io/v1/clusterroles', { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }], aggregationRule: { clusterRoleSelectors: [selector] } }),
  rich('binding', group('rbac.authorization.k8s.io/v1', 'rolebindings'), { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' }, subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }, { kind: 'ServiceAccount', name: 's', namespace: 'n' }, { kind: 'Group', name: 'g' }] }),
  rich('revision', group('apps/v1', 'controllerrevisions'), { revision: 3, data: { a: { b: 1 } } }),
] // prettier-ignore

/** Full objects of many kinds. */
export const RICH_OBJECTS: readonly RichObject[] = [...CORE, ...WORKLOADS, ...OTHERS]
