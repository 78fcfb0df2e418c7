type Members = Record<string, unknown>

const probe = { httpGet: { path: '/x', port: 'http', scheme: 'HTTP', host: 'h', httpHeaders: [{ name: 'X-A', value: 'v' }] }, initialDelaySeconds: 1, periodSeconds: 2, timeoutSeconds: 3, successThreshold: 1, failureThreshold: 4, terminationGracePeriodSeconds: 5 } // prettier-ignore
const resources = { requests: { cpu: '100m', memory: '64Mi', 'example.com/gpu': '1' }, limits: { cpu: '200m', memory: '128Mi', 'example.com/gpu': '1' } } // prettier-ignore
const labelSelector = {
  matchLabels: { app: 'a' },
  matchExpressions: [{ key: 'k', operator: 'In', values: ['v', 'w'] }],
}
const nodeTerm = { matchExpressions: [{ key: 'zone', operator: 'Gt', values: ['3'] }, { key: 'os', operator: 'Exists' }], matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] } // prettier-ignore
const podTerm = { labelSelector, namespaces: ['other'], namespaceSelector: { matchLabels: { a: 'b' } }, topologyKey: 'zone', matchLabelKeys: ['v'], mismatchLabelKeys: ['w'] } // prettier-ignore
const plainTerm = { labelSelector, topologyKey: 'kubernetes.io/hostname' }

const container: Members = {
  name: 'c',
  image: 'i:1',
  command: ['a'],
  args: ['$(B)'],
  workingDir: '/w',
  ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }, { name: 'dns', containerPort: 53, protocol: 'UDP', hostPort: 5353, hostIP: '127.0.0.1' }],
  envFrom: [{ prefix: 'P_', configMapRef: { name: 'cm', optional: true } }, { secretRef: { name: 'sec' } }],
  env: [
    { name: 'A', value: 'v' },
    { name: 'B', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
    { name: 'C', valueFrom: { resourceFieldRef: { containerName: 'c', resource: 'limits.cpu', divisor: '1m' } } },
    { name: 'D', valueFrom: { configMapKeyRef: { name: 'cm', key: 'k', optional: false } } },
    { name: 'E', valueFrom: { secretKeyRef: { name: 'sec', key: 'k' } } },
    { name: 'F', valueFrom: { fieldRef: { fieldPath: "metadata.labels['a']" } } },
  ],
  resources,
  resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
  volumeMounts: [
    { name: 'empty', mountPath: '/empty', readOnly: true, recursiveReadOnly: 'Disabled' },
    { name: 'host', mountPath: '/host', mountPropagation: 'HostToContainer', subPath: 's' },
    { name: 'cm', mountPath: '/cm', subPathExpr: '$(A)' },
  ],
  volumeDevices: [{ name: 'pvc', devicePath: '/dev/x' }],
  livenessProbe: probe,
  readinessProbe: { tcpSocket: { port: 80, host: 'h' } },
  startupProbe: { grpc: { port: 5000, service: 's' } },
  lifecycle: { postStart: { exec: { command: ['x'] } }, preStop: { sleep: { seconds: 5 } } },
  terminationMessagePath: '/dev/term',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'IfNotPresent',
  securityContext: {
    capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] },
    privileged: false,
    seLinuxOptions: { user: 'u', role: 'r', type: 't', level: 'l' },
    runAsUser: 5,
    runAsGroup: 6,
    runAsNonRoot: true,
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    procMount: 'Default',
    seccompProfile: { type: 'Localhost', localhostProfile: 'p.json' },
  },
  stdin: true,
  stdinOnce: true,
  tty: true,
} // prettier-ignore

const volumes: readonly Members[] = [
  { name: 'empty', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
  { name: 'host', hostPath: { path: '/h', type: 'Directory' } },
  { name: 'cm', configMap: { name: 'cm', optional: true, defaultMode: 420, items: [{ key: 'k', path: 'p', mode: 256 }] } },
  { name: 'sec', secret: { secretName: 's', optional: true, defaultMode: 420, items: [{ key: 'k', path: 'p/q', mode: 256 }] } },
  { name: 'down', downwardAPI: { defaultMode: 420, items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }, { path: 'c', resourceFieldRef: { containerName: 'c', resource: 'requests.memory', divisor: '1Mi' }, mode: 256 }] } },
  { name: 'proj', projected: { defaultMode: 420, sources: [{ secret: { name: 's', optional: true, items: [{ key: 'a', path: 'a' }] } }, { configMap: { name: 'c', items: [{ key: 'b', path: 'b' }] } }, { downwardAPI: { items: [{ path: 'd', fieldRef: { fieldPath: 'metadata.name' } }] } }, { serviceAccountToken: { audience: 'a', expirationSeconds: 3600, path: 'tok' } }] } },
  { name: 'eph', ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: 'b' } }, spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'sc', volumeMode: 'Filesystem', resources: { requests: { storage: '1Gi' } }, selector: { matchLabels: { a: 'b' } }, dataSource: { kind: 'PersistentVolumeClaim', name: 'x' } } } } },
  { name: 'pvc', persistentVolumeClaim: { claimName: 'claim', readOnly: true } },
  { name: 'nfs', nfs: { server: 's', path: '/p', readOnly: true } },
  { name: 'iscsi', iscsi: { targetPortal: '1.2.3.4:3260', iqn: 'iqn.2001-04.com.example:storage.x', lun: 0, fsType: 'ext4', portals: ['1.2.3.5'], chapAuthSession: true, secretRef: { name: 's' }, initiatorName: 'iqn.2001-04.com.example:i' } },
  { name: 'csi', csi: { driver: 'd.example.com', readOnly: true, fsType: 'ext4', volumeAttributes: { a: 'b' }, nodePublishSecretRef: { name: 's' } } },
  { name: 'rbd', rbd: { monitors: ['m'], image: 'i', pool: 'p', user: 'u', keyring: 'k', fsType: 'x' } },
  { name: 'cephfs', cephfs: { monitors: ['m'], path: '/p', user: 'u', secretFile: '/f', secretRef: { name: 's' } } },
  { name: 'glusterfs', glusterfs: { endpoints: 'e', path: 'p' } },
  { name: 'gce', gcePersistentDisk: { pdName: 'd', fsType: 'ext4', partition: 1 } },
  { name: 'ebs', awsElasticBlockStore: { volumeID: 'v', partition: 1 } },
  { name: 'azfile', azureFile: { secretName: 's', shareName: 'x' } },
  { name: 'azdisk', azureDisk: { diskName: 'd', diskURI: '/subscriptions/x', cachingMode: 'None', kind: 'Managed', fsType: 'ext4', readOnly: false } },
  { name: 'fc', fc: { targetWWNs: ['50'], lun: 2 } },
  { name: 'flex', flexVolume: { driver: 'a/b', options: { a: 'b' }, secretRef: { name: 's' } } },
  { name: 'cinder', cinder: { volumeID: 'v', secretRef: { name: 's' } } },
  { name: 'flocker', flocker: { datasetName: 'd' } },
  { name: 'vsphere', vsphereVolume: { volumePath: 'v', storagePolicyName: 'p' } },
  { name: 'quobyte', quobyte: { registry: 'a:1', volume: 'v', user: 'u', tenant: 't' } },
  { name: 'portworx', portworxVolume: { volumeID: 'v' } },
  { name: 'scaleio', scaleIO: { gateway: 'g', system: 's', secretRef: { name: 's' }, volumeName: 'v', storageMode: 'ThinProvisioned' } },
  { name: 'storageos', storageos: { volumeName: 'v', volumeNamespace: 'n' } },
  { name: 'git', gitRepo: { repository: 'r', revision: 'v', directory: 'd' } },
  { name: 'photon', photonPersistentDisk: { pdID: 'p' } },
] // prettier-ignore

/** The spec of a Pod with almost every member that it can have, without volumes of other systems. */
export const fullPodSpec: Members = {
  containers: [container, { name: 'd', image: 'j' }],
  initContainers: [{ name: 'side', image: 'i', restartPolicy: 'Always', startupProbe: { exec: { command: ['x'] } }, lifecycle: { preStop: { httpGet: { port: 80 } } } }, { name: 'init', image: 'i', resources }],
  volumes: volumes.filter(({ name }) => ['empty', 'host', 'cm', 'pvc', 'proj'].includes(String(name))),
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  activeDeadlineSeconds: 600,
  dnsPolicy: 'None',
  dnsConfig: { nameservers: ['1.2.3.4'], searches: ['a.b'], options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }] },
  nodeSelector: { a: 'b' },
  serviceAccountName: 'default',
  automountServiceAccountToken: false,
  hostNetwork: false,
  hostPID: false,
  shareProcessNamespace: true,
  securityContext: { seLinuxOptions: { level: 'l' }, runAsUser: 1, runAsGroup: 2, runAsNonRoot: true, supplementalGroups: [3], fsGroup: 4, sysctls: [{ name: 'kernel.shm_rmid_forced', value: '0' }], fsGroupChangePolicy: 'OnRootMismatch', seccompProfile: { type: 'RuntimeDefault' } },
  imagePullSecrets: [{ name: 'p' }],
  hostname: 'h',
  subdomain: 's',
  affinity: {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [nodeTerm] }, preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, preference: { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['b'] }] } }] },
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [podTerm], preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, podAffinityTerm: plainTerm }] },
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [plainTerm], preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, podAffinityTerm: plainTerm }] },
  },
  schedulerName: 'sched',
  tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoExecute', tolerationSeconds: 5 }, { operator: 'Exists' }],
  hostAliases: [{ ip: '1.2.3.4', hostnames: ['a', 'b.c'] }],
  enableServiceLinks: false,
  preemptionPolicy: 'PreemptLowerPriority',
  readinessGates: [{ conditionType: 'example.com/ready' }],
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector, minDomains: 2, nodeAffinityPolicy: 'Honor', nodeTaintsPolicy: 'Ignore', matchLabelKeys: ['v'] }],
  setHostnameAsFQDN: true,
  os: { name: 'linux' },
  schedulingGates: [{ name: 'example.com/gate' }],
} // prettier-ignore

const { containers: _c, schedulingGates: _g, activeDeadlineSeconds: _a, ...templateRest } = fullPodSpec

/** A full spec for the templates of controllers. */
export const fullTemplateSpec: Members = { ...templateRest, containers: [container] }

/** The spec of a Pod with a volume of every type. */
export const volumesPodSpec: Members = { containers: [{ name: 'c', image: 'i' }], volumes }

const windows = { gmsaCredentialSpecName: 'g', gmsaCredentialSpec: 's', runAsUserName: 'u', hostProcess: false }
/** The spec of a Pod for Windows. */
export const windowsPodSpec: Members = {
  containers: [{ name: 'c', image: 'i', securityContext: { windowsOptions: windows } }],
  os: { name: 'windows' },
  securityContext: { windowsOptions: windows },
}
