import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const PODS = `${CORE}/pods`
const DEPLOYMENTS = `${groupPath('apps', 'v1')}/deployments`
const pod = (spec: Members, container: Members = {}, metadata: Members = {}): Members => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
})
const claim = (storage: unknown, more: Members = {}): Members => ({
  metadata: { name: 'v' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...more },
})

const AMOUNTS: readonly Members[] = [
  {},
  { requests: { cpu: '1' } },
  { limits: { cpu: '100m', memory: '1Gi' } },
  { requests: { cpu: '3', memory: '1' }, limits: { cpu: '2' } },
  { requests: { 'ephemeral-storage': '1Gi', 'a.b/c': '1' }, limits: { 'a.b/c': '2' } },
  { limits: { cpu: '0', 'hugepages-2Mi': '2Mi' } },
  { requests: { cpu: '1.0005', memory: '0.5' }, limits: { cpu: '8', memory: '8Gi' } },
]
const RANGES: readonly Members[] = [
  { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m', memory: '1Mi' } },
  { type: 'Container', min: { cpu: '200m' }, max: { cpu: '2', memory: '2Gi' }, maxLimitRequestRatio: { cpu: '2' } },
  { type: 'Pod', max: { cpu: '1500m' }, min: { memory: '10Mi' }, maxLimitRequestRatio: { memory: '3/2' } },
  { type: 'Pod', max: { cpu: '3', 'a.b/c': '1' }, maxLimitRequestRatio: { cpu: 1.5 } },
  { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '10Gi' } },
  { type: 'PersistentVolumeClaim', default: { storage: '1Gi' } },
  { type: 'Container', max: { cpu: '1' }, min: { cpu: '2' }, default: { cpu: '3' }, defaultRequest: { cpu: '5' } },
  { type: 'x/y', max: { cpu: '-1' } },
  { type: 'X' },
] // prettier-ignore

const ranges = (): Case =>
  scenario(
    'admission',
    'ranges',
    RANGES.flatMap((range): Step[] => [
      post(`${CORE}/limitranges`, { metadata: { name: 'r' }, spec: { limits: [range] } }),
      ...AMOUNTS.flatMap((resources) => [
        post(`${PODS}?dryRun=All`, pod({}, { resources })),
        post(`${PODS}?dryRun=All`, pod({ initContainers: [{ name: 'i', image: 'i', resources }], overhead: { cpu: '1' } }, { resources })),
      ]),
      ...['500Mi', '5Gi', '1Ti', 0, '1500m'].map((storage) => post(`${CORE}/persistentvolumeclaims?dryRun=All`, claim(storage))),
      patch(`${CORE}/limitranges/r`, { spec: { limits: [range, range] } }),
      get(`${CORE}/limitranges`, { headers: TABLE }),
      remove(`${CORE}/limitranges/r`),
    ]),
  ) // prettier-ignore

const QUOTAS: readonly Members[] = [
  { hard: { pods: '0' } },
  { hard: { 'requests.cpu': '1500m', 'limits.memory': '1Gi' } },
  { hard: { cpu: '1', memory: '1Gi' }, scopes: ['NotTerminating'] },
  { hard: { pods: '1' }, scopes: ['BestEffort'] },
  { hard: { pods: '0' }, scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical'] }] } },
  { hard: { 'count/configmaps': '1', 'count/deployments.apps': '0', configmaps: '5' } },
  { hard: { services: '1', 'services.nodeports': '0', 'services.loadbalancers': '0' } },
  { hard: { 'requests.storage': '3Gi', persistentvolumeclaims: '1', 'gold.storageclass.storage.k8s.io/requests.storage': '1Gi' } },
  { hard: { secrets: '0', 'requests.a.b/c': '1', 'count/pods': '2' } },
  { hard: { pods: '1' }, scopes: ['Terminating', 'NotTerminating'] },
  { hard: { services: '1' }, scopes: ['BestEffort'] },
  { hard: { x: '1', 'count/x': '-1' } },
] // prettier-ignore
const quotas = (): Case =>
  scenario(
    'admission',
    'quotas',
    QUOTAS.flatMap((spec): Step[] => [
      post(`${CORE}/resourcequotas`, { metadata: { name: 'q' }, spec }),
      patch(`${CORE}/resourcequotas/q/status`, { status: { hard: spec['hard'], used: {} } }),
      ...AMOUNTS.map((resources) => post(`${PODS}?dryRun=All`, pod({}, { resources }))),
      post(`${PODS}?dryRun=All`, pod({ activeDeadlineSeconds: 5, priorityClassName: 'system-cluster-critical' })),
      post(PODS, pod({}, { resources: { requests: { cpu: '1', memory: '1Mi' }, limits: { memory: '2Mi' } } })),
      get(`${CORE}/resourcequotas/q`, { ignore: true }),
      post(`${PODS}?dryRun=All`, pod({}, { resources: { requests: { cpu: '1', memory: '1Mi' }, limits: { memory: '2Mi' } } }, { name: 'o' })),
      ...['a', 'b', 'c'].map((name) => post(`${CORE}/configmaps`, { metadata: { name } })),
      post(`${CORE}/secrets?dryRun=All`, { metadata: { name: 's' } }),
      post(`${DEPLOYMENTS}?dryRun=All`, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template: { ...pod({}), metadata: { labels: { a: 'b' } } } } }),
      ...['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'].map((type) => post(`${CORE}/services?dryRun=All`, { metadata: { name: 's' }, spec: { type, ports: [{ port: 80, nodePort: type === 'ClusterIP' ? undefined : 31999 }], externalName: type === 'ExternalName' ? 'a.b' : undefined } })),
      ...['1Gi', '4Gi'].flatMap((size) => [undefined, 'gold', ''].map((storageClassName) => post(`${CORE}/persistentvolumeclaims?dryRun=All`, claim(size, { storageClassName })))),
      patch(`${CORE}/resourcequotas/q`, { spec: { hard: { pods: 5 }, scopes: ['BestEffort'] } }),
      get(`${CORE}/resourcequotas`, { headers: TABLE, only: ['.columnDefinitions'] }),
      remove(`${CORE}/resourcequotas/q`),
      remove(`${PODS}/p?gracePeriodSeconds=0`),
      remove(`${CORE}/configmaps?fieldSelector=metadata.name!=kube-root-ca.crt`, { ignore: true }),
    ]),
  ) // prettier-ignore

const POD_PARTS: readonly (readonly [Members, Members])[] = [
  [{}, {}],
  [{ hostNetwork: true, hostPID: true, hostIPC: true }, { ports: [{ containerPort: 80, hostPort: 80 }] }],
  [{ volumes: [{ name: 'h', hostPath: { path: '/' } }, { name: 'n', nfs: { server: 's', path: '/p' } }] }, {}],
  [{}, { securityContext: { privileged: true, capabilities: { add: ['SYS_ADMIN', 'CHOWN'], drop: ['ALL'] } } }],
  [{ securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } }, { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } } }],
  [{ securityContext: { runAsUser: 0, sysctls: [{ name: 'kernel.msgmax', value: '1' }], seLinuxOptions: { type: 'x', user: 'u' } } }, { securityContext: { runAsUser: 0, procMount: 'Unmasked', seccompProfile: { type: 'Unconfined' } } }],
  [{ os: { name: 'windows' }, securityContext: { windowsOptions: { hostProcess: true } }, hostNetwork: true }, { securityContext: { windowsOptions: { hostProcess: true } } }],
  [{ priorityClassName: 'none' }, {}],
  [{ priorityClassName: 'system-node-critical', priority: 5 }, {}],
  [{ runtimeClassName: 'none' }, {}],
  [{ serviceAccountName: 'none', automountServiceAccountToken: false }, {}],
  [{ tolerations: [{ operator: 'Exists', value: 'x' }], nodeName: 'n', schedulingGates: [{ name: 'g' }] }, {}],
] // prettier-ignore
const LEVELS: readonly Members[] = [
  { enforce: 'restricted' },
  { enforce: 'baseline', warn: 'restricted' },
  { enforce: 'privileged', warn: 'baseline', audit: 'baseline', 'enforce-version': 'v1.20', 'warn-version': 'v1.22' },
  { enforce: 'x', 'enforce-version': 'y' },
]
const security = (): Case[] =>
  LEVELS.map((level, at) =>
    scenario(
      'admission',
      `security-${at}`,
      [
        patch('/api/v1/namespaces/${ns}', { metadata: { labels: Object.fromEntries(Object.entries(level).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value])) } }),
        ...POD_PARTS.flatMap(([spec, container], number): Step[] => [
          post(`${PODS}?dryRun=All`, pod(spec, container)),
          post(`${DEPLOYMENTS}?dryRun=All`, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template: { ...pod(spec, container), metadata: { labels: { a: 'b' } } } } }),
          post(PODS, pod(spec, container, { name: `p${number}`, labels: { a: 'b' } })),
          patch(`${PODS}/p${number}`, { spec: { containers: [{ name: 'c', image: 'j' }], tolerations: [{ key: 'n', operator: 'Exists' }] } }, { type: 'strategic' }),
        ]),
        ...['restricted', 'baseline', 'z'].map((value) => patch('/api/v1/namespaces/${ns}?dryRun=All', { metadata: { labels: { 'pod-security.kubernetes.io/enforce': value } } })),
      ],
    ),
  ) // prettier-ignore

const SERVICES: readonly Members[] = [
  { ports: [{ port: 80 }] },
  { ports: [{ port: 80, nodePort: 32001 }], type: 'NodePort' },
  { ports: [{ port: 80, nodePort: 32001 }, { port: 81, name: 'b', nodePort: 32001 }], type: 'NodePort' },
  { ports: [{ port: 80, nodePort: 1 }], type: 'NodePort' },
  { ports: [{ port: 80 }], type: 'LoadBalancer', loadBalancerClass: 'a/b', externalTrafficPolicy: 'Local', healthCheckNodePort: 32005 },
  { type: 'ExternalName', externalName: 'A_b' },
  { type: 'ExternalName', externalName: 'a.b.', ports: [{ port: 1 }] },
  { clusterIP: 'None', ports: [] },
  { clusterIP: 'None', type: 'NodePort', ports: [{ port: 1 }] },
  { clusterIP: '1.2.3.4', ports: [{ port: 1 }] },
  { clusterIP: 'x', clusterIPs: ['y'], ports: [{ port: 1 }] },
  { ipFamilies: ['IPv6'], ports: [{ port: 1 }] },
  { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack', ports: [{ port: 1 }] },
  { ipFamilyPolicy: 'PreferDualStack', ports: [{ port: 1 }], sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } },
  { internalTrafficPolicy: 'Local', externalTrafficPolicy: 'Local', ports: [{ port: 1, appProtocol: 'x y' }], trafficDistribution: 'x' },
  { allocateLoadBalancerNodePorts: false, loadBalancerSourceRanges: ['1.2.3.4/33'], externalIPs: ['127.0.0.1', 'x'], ports: [{ port: 1 }] },
] // prettier-ignore
const services = (): Case =>
  scenario(
    'admission',
    'services',
    SERVICES.flatMap((spec, at): Step[] => [
      post(`${CORE}/services?dryRun=All`, { metadata: { name: 'dry' }, spec }),
      post(`${CORE}/services`, { metadata: { name: `s${at}` }, spec }),
      ...SERVICES.map((next) => patch(`${CORE}/services/s${at}?dryRun=All`, { spec: next })),
      put(`${CORE}/services/s${at}?dryRun=All`, { metadata: { name: `s${at}` }, spec: { ports: [{ port: 90 }] } }),
      patch(`${CORE}/services/s${at}/status`, { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'VIP' }, { hostname: 'h_' }, { ip: 'x' }] } } }),
      remove(`${CORE}/services/s${at}`),
    ]),
  ) // prettier-ignore

/** Limits, quotas and security levels of namespaces, and the allocations of services. */
export const admissionScenarios = (): Case[] => [ranges(), quotas(), ...security(), services()]
